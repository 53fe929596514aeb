import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

interface Sentences {
  /** To a person who has a place already. */
  own: string
  /** To anybody while all places are taken. */
  all: string
}

/** Places for long answers: one a person, so many on this server. */
export class Places {
  readonly #number: number
  readonly #sentences: Sentences
  readonly #taken = new Set<string>()
  constructor(number: number, sentences: Sentences) {
    this.#number = number
    this.#sentences = sentences
  }

  /** Takes a place until the answer has left or the client is gone; refuses 429 or 503 where there is none. HEAD only asks. */
  take({ id: person }: { id: string }, request: FastifyRequest, reply: FastifyReply): void {
    if (this.#taken.has(person)) refuse(429, this.#sentences.own, { headers: { 'retry-after': '10' } })
    if (this.#taken.size >= this.#number) refuse(503, this.#sentences.all, { headers: { 'retry-after': '30' } })
    if (request.method === 'HEAD' || reply.raw.closed) return
    this.#taken.add(person)
    reply.raw.once('close', () => this.#taken.delete(person))
  }
}
