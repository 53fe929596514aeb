/** A file in memory, read from its beginning to its end without copies. */
export class Reader {
  #rest: Buffer
  constructor(bytes: Buffer) {
    this.#rest = bytes
  }

  /** All that is left. */
  get rest(): Buffer {
    return this.#rest
  }

  /** The next so many bytes, or all that are left. */
  take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.skip(length)
    return taken
  }

  /** Goes on by so many bytes, or to the end. */
  skip(length: number): void {
    this.#rest = this.#rest.subarray(length)
  }
}
