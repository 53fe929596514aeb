import { MB, tooBig } from 'contract'
import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

/** What all bodies and replies with whole documents share (D3). */
const TOTAL_MEMORY = 256 * MB
/** What a single body or reply may have of it: a quarter stays free for others. */
const MAX_SINGLE = (TOTAL_MEMORY * 3) / 4

/** D3: a JSON body that carries up to seven documents as data strings. */
const sevenDocuments = (maxFileMb: number): number => Math.ceil((7 * maxFileMb * 4) / 3 + 1) * MB
/** What such a body may have: never more than there is to share, which no waiting would change. */
export const documentBodyLimit = (maxFileMb: number): number => Math.min(sevenDocuments(maxFileMb), MAX_SINGLE)
/** What a larger one is told. */
export const documentsTooLarge = (maxFileMb: number): string =>
  sevenDocuments(maxFileMb) > MAX_SINGLE
    ? 'These documents are too large for one request. Please upload them one by one.'
    : tooBig(maxFileMb)

/** The longest data string of a file that is small enough. */
export const longestDataString = (maxFileMb: number): number => 'data:;base64,'.length + 200 + Math.ceil((maxFileMb * MB) / 3) * 4

interface Held {
  person: string
  bytes: number
}

/** What one person may hold, so that their slow connections leave the others room. */
const MAX_PER_PERSON = TOTAL_MEMORY / 4
/** A single body or reply may be larger than a share, as long as its person holds little besides and a quarter stays free for others. */
const MAX_BESIDES = MAX_PER_PERSON / 4

/** Memory that all bodies and replies with whole documents share (D3), of which one person gets a part: past it 503 with Retry-After. */
export class MemoryBudget {
  /** The most that one reply may hold. */
  readonly largest: number
  #left = TOTAL_MEMORY
  readonly #persons = new Map<string, number>()
  readonly #requests = new WeakMap<FastifyRequest, Held>()
  constructor(maxFileMb: number) {
    this.largest = Math.max(MAX_PER_PERSON, documentBodyLimit(maxFileMb))
  }

  /** Refuses a request for which so many bytes more are not free now. */
  check(request: FastifyRequest, bytes: number): void {
    const all = this.#heldBy(personOf(request))
    const besides = all - (this.#requests.get(request)?.bytes ?? 0)
    if (bytes > this.#left || (all + bytes > MAX_PER_PERSON && (besides > MAX_BESIDES || this.#left - bytes < TOTAL_MEMORY - MAX_SINGLE)))
      refuse(503, 'The portal is busy with other documents. Please try again in a moment.', { headers: { 'retry-after': '5' } })
  }

  /** Takes that many bytes more for a request, until http/route.ts releases all it holds. */
  hold(request: FastifyRequest, bytes: number): void {
    this.check(request, bytes)
    const held = this.#requests.get(request) ?? this.#begin(request)
    this.#move(held, bytes)
  }

  #begin(request: FastifyRequest): Held {
    const held = { person: personOf(request), bytes: 0 }
    this.#requests.set(request, held)
    request.releaseMemory = () => this.#move(held, -held.bytes)
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
