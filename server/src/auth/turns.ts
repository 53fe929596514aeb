import { refuse } from '../http/errors.ts'

const BUSY = 'Many companies register right now. Please try again in a moment.'

/** One after the other; past so many that wait, 503. What strangers ask for must not take the processor and the database from others. */
export class Turns {
  readonly #most: number
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(most: number) {
    this.#most = most
  }

  async take<Done>(act: () => Promise<Done>): Promise<Done> {
    if (this.#waiting >= this.#most) refuse(503, BUSY, { headers: { 'retry-after': '5' } })
    this.#waiting++
    const done = this.#last.then(act)
    this.#last = done.catch(() => undefined)
    try {
      return await done
    } finally {
      this.#waiting--
    }
  }
}
