import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../http/session.ts'

/** A client that is further behind is disconnected; it connects again with its last place. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** The events of one reader, in turn. */
export class Stream {
  readonly request: FastifyRequest
  readonly out = new PassThrough()
  viewer: Viewer
  #last: Promise<void> = Promise.resolve()

  constructor(request: FastifyRequest, viewer: Viewer) {
    this.request = request
    this.viewer = viewer
    this.out.write('retry: 2000\n\n')
  }

  get isOpen(): boolean {
    return !this.out.writableEnded && !this.out.destroyed
  }

  /** A failure ends the stream. Nothing is lost: the client connects again. */
  inTurn(act: () => Promise<void> | void): Promise<void> {
    this.#last = this.#last.then(act).catch(() => {
      this.out.destroy()
    })
    return this.#last
  }

  send(text: string): void {
    if (!this.isOpen || text === '') return
    if (this.out.writableLength > MAX_BUFFERED_BYTES) this.out.destroy()
    else this.out.write(text)
  }

  end(last = ''): void {
    if (this.isOpen) this.out.end(last)
  }
}
