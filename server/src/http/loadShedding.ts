import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { Refusal } from './errors.ts'
import { hashOf, readCookie } from './session.ts'

/** As many are answered within the fifth of a second that a person waits for a list. */
const MAX_CONCURRENT = 56
/** Screens that open together ask for more, for a moment. */
const MAX_BURST = 112
/** What one person may have of these places where others want them too. */
const FAIR_SHARE = MAX_CONCURRENT / 4
/** Sessions of which it is known whose they are; the ones used longest ago are forgotten. */
const MAX_KNOWN_SESSIONS = 10_000
/** All whose session is not known count as one person: addresses and tokens are for anybody to invent. */
const NOBODY = 'nobody'
const SHED_AFTER_MS = 500
/** Made once: it is thrown when there is no time to lose. */
const TOO_MANY = new Refusal(503, 'Many people use the portal right now. Please try again in a moment.', {
  headers: { 'retry-after': '1' },
})

/**
 * T59: the calls that read and are being answered. Where they stay too many, the next ones are told at once to come again: the web does so by
 * itself, and the others keep their time. Writes, uploads and streams do not count. A person's readings beyond a quarter of the places crowd
 * nobody else out: they are the first to be refused.
 */
export class LoadShedder {
  readonly #settings: Settings
  readonly #answering = new Map<string, number>()
  #all = 0
  /** As many as they would be if nobody had more than a quarter. */
  #fair = 0
  #crowdedSince: number | undefined
  /** The user of a session, by the hash of its token: an invented token is nobody's. */
  readonly #users = new Map<string, string>()
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Counts a read until its answer is ready or its reader gone; refuses 503 where there are too many. */
  enter(request: FastifyRequest, reply: FastifyReply): void {
    const person = this.#personOf(request)
    const own = this.#answering.get(person) ?? 0
    if (this.#fair >= MAX_CONCURRENT) this.#crowdedSince ??= performance.now()
    if (this.#all >= MAX_BURST || this.#isCrowdedFor(own) || (own >= FAIR_SHARE && this.#all >= MAX_CONCURRENT)) throw TOO_MANY
    this.#count(person, own + 1)
    let counted = true
    request.endRead = () => {
      if (counted) this.#leave(person)
      counted = false
    }
    reply.raw.once('close', request.endRead)
  }

  /** Keeps whose session it is, now that the database has told. */
  keepUser(request: FastifyRequest): void {
    const session = this.#sessionOf(request)
    if (!session || !request.viewer) return
    this.#users.delete(session)
    this.#users.set(session, request.viewer.id)
    if (this.#users.size > MAX_KNOWN_SESSIONS) this.#users.delete(this.#users.keys().next().value ?? '')
  }

  #personOf(request: FastifyRequest): string {
    return this.#users.get(this.#sessionOf(request) ?? '') ?? NOBODY
  }

  #sessionOf(request: FastifyRequest): string | undefined {
    const token = readCookie(request, 'session', this.#settings)
    return token && hashOf(token)
  }

  /** Who asks for nothing else yet finds some places more. */
  #isCrowdedFor(own: number): boolean {
    const most = own > 0 ? MAX_CONCURRENT : MAX_CONCURRENT + FAIR_SHARE
    return this.#crowdedSince !== undefined && this.#fair >= most && performance.now() - this.#crowdedSince > SHED_AFTER_MS
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
    // Not as soon as one more fits: then each moment of relief would let in hundreds.
    if (this.#fair < MAX_CONCURRENT / 2) this.#crowdedSince = undefined
  }
}
