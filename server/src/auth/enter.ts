import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { readCookie, setCookie } from '../http/session.ts'
import type { Settings } from '../settings.ts'
import { DEVICE_SECONDS, rememberDevice } from './devices.ts'
import { endSession, startSession } from './sessions.ts'

interface Tokens {
  session: string
  device: string
}

/** Starts a session in place of the browser's earlier one, and knows the device from now on; `sendTokens` when that is committed. */
export async function enter(tx: Db, { settings, now }: Context, request: FastifyRequest, user_id: string): Promise<Tokens> {
  const earlier = readCookie(request, 'session', settings)
  if (earlier) await endSession(tx, earlier)
  const device = readCookie(request, 'device', settings)
  const session = await startSession(tx, user_id, now(), request.headers['user-agent'])
  return { session, device: await rememberDevice(tx, user_id, device, now()) }
}

export function sendTokens(reply: FastifyReply, { session, device }: Tokens, settings: Settings): void {
  setCookie(reply, 'session', session, settings.session_max_hours * 60 * 60, settings)
  setCookie(reply, 'device', device, DEVICE_SECONDS, settings)
}
