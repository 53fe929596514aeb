import { SECOND_STEP_MINUTES, type User } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { refuse } from '../http/errors.ts'
import { Noted } from '../http/note.ts'
import { readCookie, setCookie } from '../http/session.ts'
import { queueMail } from '../mails/queue.ts'
import type { Settings } from '../settings.ts'
import { DEVICE_SECONDS, rememberDevice } from './devices.ts'
import { countWarning } from './limits.ts'
import { endSession, startSession } from './sessions.ts'
import { findOn, insertPendingSignIn } from './twoStep.queries.ts'
import { eventOf } from './userAgent.ts'

interface Tokens {
  session: string
  device: string
}

type Opened = { user: User } & ({ tokens: Tokens } | { waiting: string })

/** Call `answerOpened` after the commit. */
export async function openSession(tx: Db, context: Context, request: FastifyRequest, user: User): Promise<Opened> {
  if (await findOn(tx, user.id)) return { user, waiting: await insertPendingSignIn(tx, user.id, context.now()) }
  return { user, tokens: await enter(tx, context, request, user.id) }
}

/** Answers the user with session cookies, or refuses and asks for passSecondStep in the same browser. */
export function answerOpened(reply: FastifyReply, opened: Opened, settings: Settings): Noted<{ user: User }> {
  const { user } = opened
  if ('waiting' in opened) {
    setCookie(reply, 'second_step', opened.waiting, SECOND_STEP_MINUTES * 60, settings)
    return refuse(401, 'Please enter the code from your authenticator app', {
      second_step: true,
      outcome: 'code_asked',
      concerns: user.id,
    })
  }
  sendTokens(reply, opened.tokens, settings)
  return new Noted({ user }, { concerns: user.id })
}

/** Replaces the earlier session and warns of a new device by mail, but not of the first. Call `sendTokens` after the commit. */
export async function enter(tx: Db, { settings, now }: Context, request: FastifyRequest, user_id: string): Promise<Tokens> {
  const earlier = readCookie(request, 'session', settings)
  if (earlier) await endSession(tx, earlier)
  const device = readCookie(request, 'device', settings)
  const session = await startSession(tx, user_id, now(), request.headers['user-agent'])
  const { token, is_new } = await rememberDevice(tx, user_id, device, now())
  const at = now().toISOString()
  if (is_new && (await countWarning(tx, user_id, now()))) await queueMail(tx, { kind: 'new_device', user_id, ...eventOf(request, at) }, at)
  return { session, device: token }
}

export function sendTokens(reply: FastifyReply, { session, device }: Tokens, settings: Settings): void {
  setCookie(reply, 'session', session, settings.session_max_hours * 60 * 60, settings)
  setCookie(reply, 'device', device, DEVICE_SECONDS, settings)
}
