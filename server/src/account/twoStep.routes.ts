import { beginTwoStep, confirmTwoStep, endTwoStep, getTwoStep, type HistoryAction, renewRecoveryCodes } from 'contract'
import type { FastifyInstance } from 'fastify'
import * as accounts from '../auth/queries.ts'
import { countAttempt, reauthenticate, withCode } from '../auth/reauthentication.ts'
import { endSessions } from '../auth/sessions.ts'
import { newTotpSecret, setupOf, timeStepOf } from '../auth/totp.ts'
import * as queries from '../auth/twoStep.queries.ts'
import type { Context } from '../context.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseField } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { type Actor, readCookie } from '../http/session.ts'
import { queueMail } from '../mails/queue.ts'

const NOT_ON = 'Two-step sign-in is not on'
const ALREADY_ON = 'Two-step sign-in is on already'

export function twoStepRoutes(app: FastifyInstance, context: Context): void {
  const { db, vault, settings, now } = context
  const history = (user: Actor, action: HistoryAction) => ({ of: { user: user.id }, by: user, at: now().toISOString(), action })

  route(app, context, getTwoStep, async ({ viewer }) => {
    const on = await queries.findOn(db, viewer.id)
    const required = settings.require_two_step === 'admins' && viewer.role === 'admin'
    return { on_since: on?.on_since ?? null, recovery_codes_left: on?.recovery_codes_left ?? 0, required }
  })

  route(app, context, beginTwoStep, async ({ body, viewer, request }) => {
    if (await queries.findOn(db, viewer.id)) refuse(409, ALREADY_ON)
    await reauthenticate(context, { viewer, request }, { field: 'password', password: body.password })
    const secret = newTotpSecret()
    if (!(await queries.keepSecret(db, viewer.id, vault.encrypt(secret, queries.secretContext(viewer.id)), now()))) refuse(409, ALREADY_ON)
    const { product_name } = await context.provider()
    return setupOf(secret, { issuer: product_name, label: viewer.email })
  })

  route(app, context, confirmTwoStep, async ({ body, viewer, request }) => {
    const recovery_codes = await countAttempt(context, { request, email: viewer.email }, () =>
      db.transaction(async (tx) => {
        await accounts.lockAccount(tx, viewer.id)
        const encrypted = (await queries.findBegun(tx, viewer.id, now())) ?? refuse(409, 'Please begin again: there is nothing to confirm')
        const step = timeStepOf(vault.decrypt(encrypted, queries.secretContext(viewer.id)), body.code.replace(/[\s-]/g, ''), now())
        if (step === undefined) return undefined
        const at = now().toISOString()
        await queries.switchOn(tx, viewer.id, step, at)
        await endSessions(tx, viewer.id, readCookie(request, 'session', settings))
        await writeHistory(tx, history(viewer, 'two_step_on'))
        await queueMail(tx, { kind: 'two_step_on', user_id: viewer.id }, at)
        return queries.replaceRecoveryCodes(tx, viewer.id)
      }),
    )
    return { recovery_codes: recovery_codes ?? refuseField('code', 'This code is wrong. Enter the one that your app shows now.') }
  })

  route(app, context, endTwoStep, async ({ body, viewer, request }) => {
    if (!(await queries.findOn(db, viewer.id))) refuse(409, NOT_ON)
    await reauthenticate(context, { viewer, request }, { field: 'password', password: body.password })
    await withCode(context, { request, account: viewer, code: body.code }, async (tx) => {
      await queries.switchOff(tx, viewer.id)
      await endSessions(tx, viewer.id, readCookie(request, 'session', settings))
      await writeHistory(tx, history(viewer, 'two_step_off'))
      await queueMail(tx, { kind: 'two_step_off', user_id: viewer.id }, now().toISOString())
    })
  })

  route(app, context, renewRecoveryCodes, async ({ body, viewer, request }) => {
    if (!(await queries.findOn(db, viewer.id))) refuse(409, NOT_ON)
    await reauthenticate(context, { viewer, request }, { field: 'password', password: body.password })
    return withCode(context, { request, account: viewer, code: body.code }, async (tx) => {
      await writeHistory(tx, history(viewer, 'recovery_codes_renewed'))
      return { recovery_codes: await queries.replaceRecoveryCodes(tx, viewer.id) }
    })
  })
}
