import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** As many are answered within the fifth of a second that a person waits for a list. */
const AT_ONCE = 56
/** Screens that open together ask for more, for a moment. */
const MOST = 112
const MOMENT_MS = 500
/** Made once: it is thrown when there is no time to lose. */
const TOO_MANY = new Refusal(503, 'Many people use the portal right now. Please try again in a moment.', {
  headers: { 'retry-after': '1' },
})

/**
 * T59: the calls that read and are being answered. Where they stay too many, the next ones are told at once to come again: the web does so by
 * itself, and the others keep their time. Writes, uploads and streams do not count.
 */
export class Reads {
  #answering = 0
  #crowdedSince: number | undefined

  /** Counts a read until its answer is ready or its reader gone; refuses 503 where there are too many. */
  enter(request: FastifyRequest, reply: FastifyReply): void {
    if (this.#answering >= AT_ONCE) this.#crowdedSince ??= performance.now()
    if (this.#answering >= MOST || this.#isCrowded()) throw TOO_MANY
    this.#answering++
    let counted = true
    request.leaveReads = () => {
      if (counted) this.#leave()
      counted = false
    }
    reply.raw.once('close', request.leaveReads)
  }

  #isCrowded = (): boolean =>
    this.#crowdedSince !== undefined && this.#answering >= AT_ONCE && performance.now() - this.#crowdedSince > MOMENT_MS

  #leave(): void {
    this.#answering--
    // Not as soon as one more fits: then each moment of relief would let in hundreds.
    if (this.#answering < AT_ONCE / 2) this.#crowdedSince = undefined
  }
}
