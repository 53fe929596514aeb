import { tooBig } from 'contract'
import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

const MB = 1024 * 1024
/** What all bodies and replies with whole documents share (D3). */
export const DOCUMENT_MEMORY = 256 * MB

/** D3: a JSON body that carries up to seven documents as data strings. */
const sevenDocuments = (maxFileMb: number): number => Math.ceil((7 * maxFileMb * 4) / 3 + 1) * MB
/** What such a body may have: never more than there is to share, which no waiting would change. */
export const documentBodyLimit = (maxFileMb: number): number => Math.min(sevenDocuments(maxFileMb), DOCUMENT_MEMORY)
/** What a larger one is told. */
export const documentsTooLarge = (maxFileMb: number): string =>
  sevenDocuments(maxFileMb) > DOCUMENT_MEMORY
    ? 'These documents are too large for one request. Please upload them one by one.'
    : tooBig(maxFileMb)

/** Memory that all bodies and replies with whole documents share (D3), of which one person gets a part: past it 503 with Retry-After. */
export class Budget {
  /** The most that one person may hold, so that their slow connections leave the others room. */
  readonly share: number
  #left: number
  readonly #held = new Map<string, number>()
  constructor(total: number, share: number) {
    this.share = share
    this.#left = total
  }

  /** Takes that many bytes more for a request, until http/route.ts releases all it holds. */
  hold(request: FastifyRequest, bytes: number): void {
    const earlier = request.releaseMemory
    const release = this.#take(bytes, request.viewer?.id ?? request.ip)
    request.releaseMemory = () => {
      earlier?.()
      release()
    }
  }

  #take(bytes: number, person: string): () => void {
    if (bytes > this.#left || this.#heldBy(person) + bytes > this.share)
      refuse(503, 'The portal is busy with other documents. Please try again in a moment.', { headers: { 'retry-after': '5' } })
    const move = (moved: number) => {
      this.#left -= moved
      const held = this.#heldBy(person) + moved
      if (held > 0) this.#held.set(person, held)
      else this.#held.delete(person)
    }
    move(bytes)
    let held = true
    return () => {
      if (held) move(-bytes)
      held = false
    }
  }

  #heldBy(person: string): number {
    return this.#held.get(person) ?? 0
  }
}
