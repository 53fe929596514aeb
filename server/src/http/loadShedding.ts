import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { Refusal } from './errors.ts'
import { sessionHash } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    endRead: (() => void) | undefined
  }
}

/** As many reads as are answered within 200 ms. */
const MAX_CONCURRENT = 56
/** For a moment, when a screen opens with many calls. */
const MAX_BURST = 112
/** Places of one person when others want them too. */
const FAIR_SHARE = MAX_CONCURRENT / 4
/** Sessions whose user is known; the least recently used ones are forgotten. */
const MAX_KNOWN_SESSIONS = 10_000
/** All unknown sessions count as one person, because anybody can invent addresses and tokens. */
const NOBODY = 'nobody'
const SHED_AFTER_MS = 500
/** Created once, because refusals must be cheap. */
const TOO_MANY = new Refusal(503, 'Many people use the portal right now. Please try again in a moment.', {
  headers: { 'retry-after': '1' },
})

/**
 * Refuses reads past a limit with 503 (T59); the web repeats them. A person's reads beyond a quarter of the places are refused first.
 * Writes, uploads and streams do not count.
 */
export class LoadShedder {
  readonly #settings: Settings
  readonly #answering = new Map<string, number>()
  #all = 0
  /** The number of reads if nobody had more than FAIR_SHARE. */
  #fair = 0
  #crowdedSince: number | undefined
  /** User ids by the hash of the session token. */
  readonly #users = new Map<string, string>()
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Counts a read until `request.endRead`: its answer is ready, or the client is gone. Refuses 503 where there are too many. */
  enter(request: FastifyRequest): void {
    const person = this.#personOf(request)
    const own = this.#answering.get(person) ?? 0
    if (this.#fair >= MAX_CONCURRENT) this.#crowdedSince ??= performance.now()
    if (this.#all >= MAX_BURST || this.#isCrowdedFor(own) || (own >= FAIR_SHARE && this.#all >= MAX_CONCURRENT)) throw TOO_MANY
    this.#count(person, own + 1)
    let counted = true
    const endRead = () => {
      if (counted) this.#leave(person)
      counted = false
    }
    request.endRead = endRead
  }

  keepUser(request: FastifyRequest): void {
    const session = sessionHash(request, this.#settings)
    if (!session || !request.viewer) return
    this.#users.delete(session)
    this.#users.set(session, request.viewer.id)
    if (this.#users.size > MAX_KNOWN_SESSIONS) this.#users.delete(this.#users.keys().next().value ?? '')
  }

  #personOf(request: FastifyRequest): string {
    return this.#users.get(sessionHash(request, this.#settings) ?? '') ?? NOBODY
  }

  /** A person without a read under way gets some places more. */
  #isCrowdedFor(own: number): boolean {
    const limit = own > 0 ? MAX_CONCURRENT : MAX_CONCURRENT + FAIR_SHARE
    return this.#crowdedSince !== undefined && this.#fair >= limit && performance.now() - this.#crowdedSince > SHED_AFTER_MS
  }

  #count(person: string, own: number): void {
    const before = this.#answering.get(person) ?? 0
    this.#all += own - before
    this.#fair += Math.min(own, FAIR_SHARE) - Math.min(before, FAIR_SHARE)
    if (own > 0) this.#answering.set(person, own)
    else this.#answering.delete(person)
  }

  #leave(person: string): void {
    this.#count(person, (this.#answering.get(person) ?? 0) - 1)
    // Not at the first free place: that would let in hundreds of reads at each short pause.
    if (this.#fair < MAX_CONCURRENT / 2) this.#crowdedSince = undefined
  }
}
