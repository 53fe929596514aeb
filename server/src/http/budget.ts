import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

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
