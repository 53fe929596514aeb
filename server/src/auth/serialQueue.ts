import { refuse } from '../http/errors.ts'

const BUSY = 'Many companies are registering right now. Please try again in a moment.'

/** Runs one task after the other and refuses 503 past a limit, so that strangers cannot use up processor and database. */
export class SerialQueue {
  readonly #maxWaiting: number
  readonly #waiting = new Map<string, number>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  /** The waiting tasks of a sender, with the running one. */
  waitingOf = (sender: string): number => this.#waiting.get(sender) ?? 0

  async take<Done>(sender: string, act: () => Promise<Done>): Promise<Done> {
    const all = [...this.#waiting.values()].reduce((sum, each) => sum + each, 0)
    if (all >= this.#maxWaiting) refuse(503, BUSY, { headers: { 'retry-after': '5' } })
    this.#waiting.set(sender, this.waitingOf(sender) + 1)
    const done = this.#last.then(act)
    this.#last = done.catch(() => undefined)
    try {
      return await done
    } finally {
      const left = this.waitingOf(sender) - 1
      if (left > 0) this.#waiting.set(sender, left)
      else this.#waiting.delete(sender)
    }
  }
}
