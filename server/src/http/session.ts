import { createHash, randomBytes } from 'node:crypto'
import type { Role, User } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** Who did something, as history and ledger keep it. */
export type Actor = Pick<User, 'id' | 'full_name'>

/** Who makes a call: the user of the session with what the visibility rules need (V3, V4). */
export interface Viewer extends User {
  role: Role
  employee_id: string | null
  email_verified: boolean
  /** REQUIRE_TWO_STEP demands of them what they have not set up yet. */
  must_set_up_two_step: boolean
}

/** A new opaque token of 256 bits; only its hash is ever stored (T1). */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

type CookieName = 'session' | 'device' | 'sign_in' | 'second_step'
const cookieName = (name: CookieName, settings: Settings): string => (settings.https ? `__Host-${name}` : name)

export const readCookie = (request: FastifyRequest, name: CookieName, settings: Settings): string | undefined =>
  request.cookies[cookieName(name, settings)]

/** Sets the cookie for that many seconds; 0 removes it (P4). */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, maxAge: number, settings: Settings): void {
  reply.setCookie(cookieName(name, settings), value, { httpOnly: true, sameSite: 'lax', secure: settings.https, path: '/', maxAge })
}
