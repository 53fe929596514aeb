/** Reads a file in memory from start to end without copies. */
export class Reader {
  #rest: Buffer
  constructor(bytes: Buffer) {
    this.#rest = bytes
  }

  get rest(): Buffer {
    return this.#rest
  }

  /** The next bytes, or all that are left. */
  take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.skip(length)
    return taken
  }

  skip(length: number): void {
    this.#rest = this.#rest.subarray(length)
  }
}
