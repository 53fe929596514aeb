import { refuse } from '../../http/errors.ts'

const MAX_WAITING_PER_PERSON = 60

/** Inspects one file of a person at a time; the person whose last turn is longest ago is next. Refuses 503 past a limit for a person. */
export class FairQueue {
  #free: number
  #given = 0
  readonly #served = new Set<string>()
  readonly #waiting = new Map<string, (() => void)[]>()
  /** The number of the last turn, for persons with files that wait or are inspected. */
  readonly #last = new Map<string, number>()
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Resolves at the person's turn; call the answer to end it. */
  async take(person: string): Promise<() => void> {
    const own = this.#waiting.get(person) ?? []
    if (own.length >= MAX_WAITING_PER_PERSON)
      refuse(503, 'Too many of your files are being checked. Please try again in a moment.', { headers: { 'retry-after': '5' } })
    await new Promise<void>((go) => {
      this.#waiting.set(person, [...own, go])
      this.#next()
    })
    return () => {
      this.#free++
      this.#served.delete(person)
      if (!this.#waiting.has(person)) this.#last.delete(person)
      this.#next()
    }
  }

  #next(): void {
    const [person] = [...this.#waiting.keys()]
      .filter((each) => !this.#served.has(each))
      .toSorted((one, other) => this.#lastOf(one) - this.#lastOf(other))
    if (this.#free === 0 || person === undefined) return
    const [go, ...left] = this.#waiting.get(person) ?? []
    this.#free--
    this.#served.add(person)
    this.#last.set(person, ++this.#given)
    if (left.length > 0) this.#waiting.set(person, left)
    else this.#waiting.delete(person)
    go?.()
  }

  #lastOf = (person: string): number => this.#last.get(person) ?? 0
}
