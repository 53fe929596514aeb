import { refuse } from '../../http/errors.ts'

const MOST_WAITING = 100

/**
 * Lets so many files be looked into at a time, and of one person one: the others in the order in which they came, so that who sends many
 * keeps nobody else waiting. Refuses 503 where one person has too many waiting.
 */
export class Turns {
  #free: number
  readonly #served = new Set<string>()
  readonly #waiting: { person: string; go: () => void }[] = []
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Resolves when it is one's turn; what it answers ends it. */
  async take(person: string): Promise<() => void> {
    if (this.#waiting.filter((each) => each.person === person).length >= MOST_WAITING)
      refuse(503, 'Too many of your files are being checked. Please try again in a moment.', { headers: { 'retry-after': '5' } })
    await new Promise<void>((go) => {
      this.#waiting.push({ person, go })
      this.#next()
    })
    return () => {
      this.#free++
      this.#served.delete(person)
      this.#next()
    }
  }

  #next(): void {
    const place = this.#free > 0 ? this.#waiting.findIndex(({ person }) => !this.#served.has(person)) : -1
    const [turn] = place < 0 ? [] : this.#waiting.splice(place, 1)
    if (!turn) return
    this.#free--
    this.#served.add(turn.person)
    turn.go()
  }
}
