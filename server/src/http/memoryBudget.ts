import { MB, tooBig } from 'contract'
import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

/** Shared by all bodies and replies with whole documents (D3). */
const TOTAL_MEMORY = 256 * MB
/** For a single body or reply: a quarter stays free for others. */
const MAX_SINGLE = (TOTAL_MEMORY * 3) / 4

const sevenDocuments = (maxFileMb: number): number => Math.ceil((7 * maxFileMb * 4) / 3 + 1) * MB
/** Never more than MAX_SINGLE, because waiting could not free more. */
export const documentBodyLimit = (maxFileMb: number): number => Math.min(sevenDocuments(maxFileMb), MAX_SINGLE)
/** The body of a call with many rows. */
export const MANY_ROWS_LIMIT = 6 * MB

export const documentsTooLarge = (maxFileMb: number): string =>
  sevenDocuments(maxFileMb) > MAX_SINGLE
    ? 'These documents are too large for one request. Please upload them one by one.'
    : tooBig(maxFileMb)

export const longestDataString = (maxFileMb: number): number => 'data:;base64,'.length + 200 + Math.ceil((maxFileMb * MB) / 3) * 4

interface Held {
  person: string
  bytes: number
}

/** For one person, so that their slow connections do not block others. */
const MAX_PER_PERSON = TOTAL_MEMORY / 4
/** A person may pass MAX_PER_PERSON for one large body or reply if they hold at most this besides. */
const MAX_BESIDES = MAX_PER_PERSON / 4

/** Memory shared by all bodies and replies with whole documents (D3); past it, 503 with Retry-After. */
export class MemoryBudget {
  readonly largest: number
  #left = TOTAL_MEMORY
  readonly #persons = new Map<string, number>()
  readonly #requests = new WeakMap<FastifyRequest, Held>()
  constructor(maxFileMb: number) {
    this.largest = Math.max(MAX_PER_PERSON, documentBodyLimit(maxFileMb))
  }

  check(request: FastifyRequest, bytes: number): void {
    const all = this.#heldBy(personOf(request))
    const besides = all - (this.#requests.get(request)?.bytes ?? 0)
    if (bytes > this.#left || (all + bytes > MAX_PER_PERSON && (besides > MAX_BESIDES || this.#left - bytes < TOTAL_MEMORY - MAX_SINGLE)))
      refuse(503, 'The portal is busy with other documents. Please try again in a moment.', { headers: { 'retry-after': '5' } })
  }

  /** Takes more bytes for a request; http/route.ts releases all of them at its end. */
  hold(request: FastifyRequest, bytes: number): void {
    this.check(request, bytes)
    const held = this.#requests.get(request) ?? this.#begin(request)
    this.#move(held, bytes)
  }

  #begin(request: FastifyRequest): Held {
    const held = { person: personOf(request), bytes: 0 }
    this.#requests.set(request, held)
    const releaseMemory = () => this.#move(held, -held.bytes)
    request.releaseMemory = releaseMemory
    return held
  }

  #move(held: Held, bytes: number): void {
    held.bytes += bytes
    this.#left -= bytes
    const all = this.#heldBy(held.person) + bytes
    if (all > 0) this.#persons.set(held.person, all)
    else this.#persons.delete(held.person)
  }

  #heldBy(person: string): number {
    return this.#persons.get(person) ?? 0
  }
}

const personOf = (request: FastifyRequest): string => request.viewer?.id ?? request.ip
