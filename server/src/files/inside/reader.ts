export class Reader {
  #rest: Buffer
  constructor(bytes: Buffer) {
    this.#rest = bytes
  }

  get rest(): Buffer {
    return this.#rest
  }

  take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.skip(length)
    return taken
  }

  skip(length: number): void {
    this.#rest = this.#rest.subarray(length)
  }
}
