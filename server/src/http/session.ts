import { hash, randomBytes } from 'node:crypto'
import type { Role, User } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** Who did something, as stored in history and ledger. */
export type Actor = Pick<User, 'id' | 'full_name'>

/** The user of the session, with what the visibility rules need (V3, V4). */
export interface Viewer extends User {
  role: Role
  employee_id: string | null
  email_verified: boolean
  /** REQUIRE_TWO_STEP is on and the user has not set it up yet. */
  must_set_up_two_step: boolean
  /** Of an employee whose every record is cancelled: the last day of reading (E7). */
  reads_until: string | null
  /** How often the rules had changed. */
  rules_version: number
}

/** Whom a session had when it was last read. */
export interface Guess {
  /** Of the user (`users.version`). */
  readonly version: number
  readonly viewer: Viewer
}

/** A new token of 256 bits; the database keeps only its hash (T1). */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (text: string): string => hash('sha256', text, 'base64url')

type CookieName = 'session' | 'device' | 'sign_in' | 'second_step'
const cookieName = (name: CookieName, settings: Settings): string => (settings.https ? `__Host-${name}` : name)

export const readCookie = (request: FastifyRequest, name: CookieName, settings: Settings): string | undefined =>
  request.cookies[cookieName(name, settings)]

declare module 'fastify' {
  interface FastifyRequest {
    sessionHash: string | undefined
  }
}

/** The hash of the request's session, made once. */
export function sessionHash(request: FastifyRequest, settings: Settings): string | undefined {
  const token = readCookie(request, 'session', settings)
  if (!token) return undefined
  request.sessionHash ??= hashOf(token)
  return request.sessionHash
}

/** `maxAge` is in seconds; 0 removes the cookie (P4). */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, maxAge: number, settings: Settings): void {
  reply.setCookie(cookieName(name, settings), value, { httpOnly: true, sameSite: 'lax', secure: settings.https, path: '/', maxAge })
}
