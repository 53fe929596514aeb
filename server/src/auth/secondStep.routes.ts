import { passSecondStep } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { writeHistory } from '../history/queries.ts'
import { noting, refuse } from '../http/errors.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import { readCookie, setCookie } from '../http/session.ts'
import { queueMail } from '../mails/queue.ts'
import { enter, sendTokens } from './enter.ts'
import * as accounts from './queries.ts'
import { withCode } from './reauthentication.ts'
import * as queries from './twoStep.queries.ts'

const WAITED_TOO_LONG = 'This sign-in took too long or was started elsewhere. Please sign in again.'

export function secondStepRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings, now } = context

  route(app, context, passSecondStep, async ({ body, request, reply }) => {
    const token = readCookie(request, 'second_step', settings) ?? ''
    const account = (await queries.findPendingSignIn(db, token, now())) ?? refuse(410, WAITED_TOO_LONG, { outcome: 'signed_out' })
    const signIn = async (tx: Db, used: 'app' | 'recovery') => {
      const user = await accounts.lockApproved(tx, account.id)
      if (!user || !(await queries.takePendingSignIn(tx, token, now()))) return refuse(410, WAITED_TOO_LONG)
      if (used === 'recovery') {
        const at = now().toISOString()
        await writeHistory(tx, { of: { user: user.id }, by: user, at, action: 'recovery_code_used' })
        const codes_left = (await queries.findOn(tx, user.id))?.recovery_codes_left ?? 0
        await queueMail(tx, { kind: 'recovery_code_used', user_id: user.id, codes_left }, at)
      }
      return { user, tokens: await enter(tx, context, request, user.id) }
    }
    const { user, tokens } = await noting({ outcome: 'signed_out', concerns: account.id }, () =>
      withCode(context, { request, account, code: body.code }, signIn),
    )
    setCookie(reply, 'second_step', '', 0, settings)
    sendTokens(reply, tokens, settings)
    return new Noted({ user }, { concerns: user.id })
  })
}
