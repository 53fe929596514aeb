import { COMPANY_SLOTS, login, logout, me, registerClient } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { inSlots } from '../documents/delivery.ts'
import { refuse } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { readCookie, setCookie } from '../http/session.ts'
import { mailRegistration } from '../mails/triggers.ts'
import { hasEnded } from '../visibility/employees.ts'
import { answerOpened, openSession } from './enter.ts'
import { ipPrefixOf } from './ipPrefix.ts'
import { countRegistered, countRegistration, refuseNetwork } from './limits.ts'
import { insertLink } from './oneTimeTokens.ts'
import { hashPassword, isPassword } from './password.ts'
import * as queries from './queries.ts'
import { SerialQueue } from './serialQueue.ts'
import { endSession } from './sessions.ts'
import { admitTry } from './throttle.ts'

/** Each needs a password hash; in a longer queue browsers would time out. */
const MAX_QUEUED_REGISTRATIONS = 60

const RECORD_ENDED = 'Your employer has ended this record. Ask them for your papers.'

const refuseLogin = (account?: { id: string }): never => refuse(401, 'Invalid email or password', { concerns: account?.id })

export function authRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings, now } = context
  const registering = new SerialQueue(MAX_QUEUED_REGISTRATIONS)

  route(app, context, login, async ({ body, request, reply }) => {
    const device = readCookie(request, 'device', settings)
    const attempt = await admitTry(db, { email: body.email, address: request.ip, device }, now)
    const account = await queries.findAccount(db, body.email)
    if (!(await isPassword(body.password, account?.password_hash)) || !account) {
      await attempt.failed()
      return refuseLogin(account)
    }
    await attempt.passed()
    if (!account.approved) refuse(403, 'Your account is pending admin approval', { concerns: account.id })
    if (hasEnded(account, now())) refuse(403, RECORD_ENDED, { concerns: account.id })
    const opened = await db.transaction(async (tx) =>
      openSession(tx, context, request, (await queries.lockUnchanged(tx, account)) ?? refuseLogin(account)),
    )
    return answerOpened(reply, opened, settings)
  })

  route(app, context, logout, async ({ request, reply }) => {
    const token = readCookie(request, 'session', settings)
    if (token) await endSession(db, token)
    setCookie(reply, 'session', '', 0, settings)
  })

  route(app, context, me, async ({ viewer }) => viewer)

  route(app, context, registerClient, async ({ body, request }) => {
    const network = ipPrefixOf(request.ip)
    const max = settings.registrations_per_address
    // Those in the queue count: past the limit this one would be refused at its turn.
    if (registering.waitingOf(network) >= max) refuseNetwork()
    const { user, company } = await registering.take(network, async () => {
      await countRegistration(db, network, max, now())
      const password_hash = await hashPassword(body.user_password)
      return db.transaction(async (tx) => {
        const moment = now()
        const registered = await queries.insertRegistration(tx, body, password_hash, moment)
        await countRegistered(tx, body.user_email, moment)
        const link = await insertLink(tx, { user_id: registered.user.id, purpose: 'confirm', public_url: settings.public_url, moment })
        await mailRegistration(tx, { ...registered, link }, moment.toISOString())
        return registered
      })
    })
    return { user, company: { ...company, ...inSlots(COMPANY_SLOTS), trade_license_seen_before: false } }
  })
}
