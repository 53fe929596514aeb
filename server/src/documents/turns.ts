/** Lets so many things be done at a time, the others in the order in which they came. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Resolves when it is one's turn; what it answers ends it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((go) => this.#waiting.push(go))
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
