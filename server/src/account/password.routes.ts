import { setTimeout as sleep } from 'node:timers/promises'
import { changePassword, confirmEmail, forgotPassword, setPassword } from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countReset, countWarning } from '../auth/limits.ts'
import * as links from '../auth/oneTimeTokens.ts'
import { hashPassword, shortfallOf } from '../auth/password.ts'
import * as queries from '../auth/queries.ts'
import { reauthenticate } from '../auth/reauthentication.ts'
import { endSessions } from '../auth/sessions.ts'
import { eventOf } from '../auth/userAgent.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { refuse, refuseField } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { readCookie } from '../http/session.ts'
import { queueMail } from '../mails/queue.ts'

/** The least time of an answer, so that it does not tell whether an account exists (T3). */
const CONSTANT_TIME_MS = 250
/** So that nobody can fill another person's mailbox; the older links still work. */
const MAX_RESET_LINKS = 5
const LINK_GONE = 'This link was used, has expired or was replaced. Ask for a new one.'
const CONFIRMATION_GONE = 'This link was used before or has expired. If you confirmed your e-mail with it, all is well.'

export function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings, now } = context

  route(app, context, forgotPassword, async ({ body, request }) => {
    await Promise.all([sleep(CONSTANT_TIME_MS), sendReset(context, body.email, request.ip)])
  })

  route(app, context, setPassword, async ({ body, request }) => {
    const owner = (await links.findTokenOwner(db, body.token, links.TO_A_PASSWORD, now())) ?? refuse(410, LINK_GONE)
    refuseShort('password', body.password, owner.role)
    const password_hash = await hashPassword(body.password)
    await db.transaction(async (tx) => {
      // The user is locked first, as in every change of a user, so that no deadlock arises.
      const user = (await queries.lockAccount(tx, owner.id)) ?? refuse(410, LINK_GONE)
      if (!(await links.takeToken(tx, body.token, links.TO_A_PASSWORD, now()))) refuse(410, LINK_GONE)
      // Opening a mailed link proves access to the mailbox; a copied one does not.
      await queries.setPassword(tx, user.id, { password_hash, ...(!owner.copied && { confirmed_at: now().toISOString() }) })
      await links.revokeTokens(tx, user.id)
      await endSessions(tx, user.id)
      // The first password of an invitation needs no warning.
      if (owner.purpose === 'reset') await mailChange(tx, user.id, request)
    })
  })

  route(app, context, confirmEmail, async ({ body }) => {
    await db.transaction(async (tx) => {
      const owner = (await links.findTokenOwner(tx, body.token, ['confirm'], now())) ?? refuse(410, CONFIRMATION_GONE)
      const user = (await queries.lockAccount(tx, owner.id)) ?? refuse(410, CONFIRMATION_GONE)
      if (!(await links.takeToken(tx, body.token, ['confirm'], now()))) refuse(410, CONFIRMATION_GONE)
      await queries.confirmEmail(tx, user.id, now().toISOString())
    })
  })

  route(app, context, changePassword, async ({ body, viewer, request }) => {
    const account = await reauthenticate(context, { viewer, request }, { field: 'current_password', password: body.current_password })
    refuseShort('new_password', body.new_password, viewer.role)
    const password_hash = await hashPassword(body.new_password)
    await db.transaction(async (tx) => {
      if (!(await queries.exchangePassword(tx, account, password_hash))) refuse(409, 'The password was changed in the meantime')
      await links.revokeTokens(tx, account.id)
      await endSessions(tx, account.id, readCookie(request, 'session', settings))
      await mailChange(tx, account.id, request)
    })
  })

  async function mailChange(tx: Db, user_id: string, request: FastifyRequest): Promise<void> {
    if (!(await countWarning(tx, user_id, now()))) return
    const at = now().toISOString()
    await queueMail(tx, { kind: 'password_changed', user_id, ...eventOf(request, at) }, at)
  }
}

function refuseShort(field: string, password: string, role: Parameters<typeof shortfallOf>[1]): void {
  const shortfall = shortfallOf(password, role)
  if (shortfall) refuseField(field, shortfall)
}

/** Mails a link. The answer does not tell whether the account is missing or the limit reached. */
async function sendReset({ db, settings, now }: Context, email: string, address: string): Promise<void> {
  if (!(await countReset(db, { email, address }, now()))) return
  const account = await queries.findAccount(db, email)
  if (!account) return
  await db.transaction(async (tx) => {
    const user = await queries.lockAccount(tx, account.id)
    if (!user || (await links.countResets(tx, user.id, now())) >= MAX_RESET_LINKS) return
    const link = await links.insertLink(tx, { user_id: user.id, purpose: 'reset', public_url: settings.public_url, moment: now() })
    await queueMail(tx, { kind: 'password_reset', user_id: user.id, link }, now().toISOString())
  })
}
