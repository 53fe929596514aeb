import { beginTwoStep, confirmTwoStep, endTwoStep, getTwoStep, login, me, renewRecoveryCodes } from 'contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { endTwoStep as endByCommand } from '../auth/operator.ts'
import { history } from '../db/history.table.ts'
import { users } from '../db/people.table.ts'
import { loginFailures, recoveryCodes, twoSteps } from '../db/sessions.table.ts'

const portal = startPortal()
const server = startMailServer()
const { user } = given(portal)

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(loginFailures)
})

const later = (minutes: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + minutes * 60_000)
}
const now = (secret: string, steps = 0) => codeOf(secret, portal.clock.moment, steps)
const signIn = (email: string, password = PASSWORD) => as(portal).send(login, { body: { email, password } })
const actionsOf = async ({ id }: { id: string }) =>
  (await portal.db.select().from(history).where(eq(history.record_id, id)).orderBy(history.id)).map(({ action, actor_name }) => [
    action,
    actor_name,
  ])

describe('beginTwoStep', () => {
  it('asks for the own password, throttled as at the login (T10)', async () => {
    const layla = await user('employee')
    const session = as(portal, layla)
    const wrong = await session.send(beginTwoStep, { body: { password: 'wrong' } })
    expect([wrong.status, wrong.problem.errors]).toEqual([422, [{ field: 'password', detail: 'The current password is wrong' }]])
    for (let each = 0; each < 9; each += 1) await session.send(beginTwoStep, { body: { password: 'wrong' } })
    expect((await session.send(beginTwoStep, { body: { password: PASSWORD } })).status).toBe(429)
  })

  it('keeps the secret sealed, and nothing is on before a code confirms it', async () => {
    const layla = await user('employee')
    const { reply } = await as(portal, layla).send(beginTwoStep, { body: { password: PASSWORD } })
    const [kept] = await portal.db.select().from(twoSteps)
    expect(kept?.sealed_secret.toString('latin1')).not.toContain(reply.secret)
    expect(() => portal.vault.decrypt(kept?.sealed_secret ?? Buffer.alloc(0), 'two-step of somebody else')).toThrow()
    expect((await signIn(layla.email)).status).toBe(200)
  })

  it('is for accounts with a password, and while it is off', async () => {
    const omar = await user('employee', { password_hash: null })
    expect((await as(portal, omar).send(beginTwoStep, { body: { password: PASSWORD } })).status).toBe(409)
    const { session, secret } = await switchOn(portal, await user('employee'))
    const again = await session.send(beginTwoStep, { body: { password: PASSWORD } })
    expect([again.status, again.problem.detail]).toEqual([409, 'Two-step sign-in is on already'])
    expect((await session.send(renewRecoveryCodes, { body: { password: PASSWORD, code: now(secret) } })).status).toBe(200)
  })
})

describe('confirmTwoStep', () => {
  it('switches it on, ends all other sessions and answers ten recovery codes, kept hashed', async () => {
    const layla = await user('company_admin')
    const other = as(portal, layla)
    await other.send(me, {})
    const { session, recovery_codes } = await switchOn(portal, layla)
    expect([(await session.send(me, {})).status, (await other.send(me, {})).status]).toEqual([200, 401])
    expect(new Set(recovery_codes).size).toBe(10)
    expect(JSON.stringify(await portal.db.select().from(recoveryCodes))).not.toContain(recovery_codes[0])
    expect((await session.send(getTwoStep, {})).reply).toEqual({
      on_since: portal.clock.moment.toISOString(),
      recovery_codes_left: 10,
      required: false,
    })
    expect(await actionsOf(layla)).toEqual([['two_step_on', 'Layla Nasser']])
  })

  it('refuses a wrong code, and a right one of a secret that was replaced or is ten minutes old', async () => {
    const session = as(portal, await user('employee'))
    const begin = async () => (await session.send(beginTwoStep, { body: { password: PASSWORD } })).reply.secret
    const replaced = await begin()
    const secret = await begin()
    for (const code of ['000000', now(replaced), 'nonsense']) {
      const { status, problem } = await session.send(confirmTwoStep, { body: { code } })
      expect([status, problem.detail]).toEqual([422, 'This code is wrong. Enter the one that your app shows now.'])
    }
    later(10)
    expect((await session.send(confirmTwoStep, { body: { code: now(secret) } })).status).toBe(409)
  })

  it('is refused after ten wrong codes and passwords in five minutes, even with the right one (T10)', async () => {
    const layla = await user('employee')
    const session = as(portal, layla)
    const { secret } = (await session.send(beginTwoStep, { body: { password: PASSWORD } })).reply
    const confirm = (code: string) => session.send(confirmTwoStep, { body: { code } })
    await signIn(layla.email, 'wrong')
    const nine = await Promise.all(Array.from({ length: 9 }, () => confirm('000000')))
    expect(new Set(nine.map(({ status }) => status))).toEqual(new Set([422]))
    const { status, headers } = await confirm(now(secret))
    expect([status, headers['retry-after']]).toEqual([429, '300'])
    later(5)
    expect((await confirm(now(secret))).status).toBe(200)
  })

  it('takes the codes of 30 seconds before and after, and none further off: clocks differ', async () => {
    for (const [steps, status] of [-2, -1, 1, 2].map((each) => [each, Math.abs(each) === 1 ? 200 : 422] as const)) {
      const session = as(portal, await user('employee'))
      const { secret } = (await session.send(beginTwoStep, { body: { password: PASSWORD } })).reply
      expect([steps, (await session.send(confirmTwoStep, { body: { code: now(secret, steps) } })).status]).toEqual([steps, status])
    }
  })

  it('counts nothing where there is nothing to confirm', async () => {
    const session = as(portal, await user('employee'))
    const press = () => session.send(confirmTwoStep, { body: { code: '000000' } })
    for (let each = 0; each < 12; each += 1) expect((await press()).status).toBe(409)
    expect(await portal.db.select().from(loginFailures)).toEqual([])
  })

  it('switches it on once when it is pressed twice', async () => {
    const session = as(portal, await user('employee'))
    const { reply } = await session.send(beginTwoStep, { body: { password: PASSWORD } })
    const press = () => session.send(confirmTwoStep, { body: { code: now(reply.secret) } })
    expect((await Promise.all([press(), press()])).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await portal.db.select().from(recoveryCodes)).toHaveLength(10)
  })
})

describe('endTwoStep', () => {
  it('takes the password and a code, ends all other sessions and tells by mail, as switching on did', async () => {
    const layla = await user('company_admin', { language: 'ar', muted_mails: ['stage_decided'] })
    const { session, secret, recovery_codes } = await switchOn(portal, layla)
    const other = as(portal, layla)
    await other.send(me, {})
    const end = (password: string, code: string) => session.send(endTwoStep, { body: { password, code } })
    expect((await end('wrong', now(secret))).problem.errors?.[0]?.field).toBe('password')
    expect((await end(PASSWORD, '000000')).problem.errors?.[0]?.field).toBe('code')
    expect((await end(PASSWORD, recovery_codes[3] ?? '')).status).toBe(204)
    expect([(await session.send(me, {})).status, (await other.send(me, {})).status]).toEqual([200, 401])
    expect((await signIn(layla.email)).status).toBe(200)
    expect([await portal.db.select().from(twoSteps), await portal.db.select().from(recoveryCodes)]).toEqual([[], []])
    expect((await end(PASSWORD, now(secret))).status).toBe(409)
    await deliverDue(portal, server.url)
    expect(server.to(layla.email).map(({ subject }) => subject)).toEqual([
      'تم تفعيل تسجيل الدخول بخطوتين في حسابك',
      'تم إيقاف تسجيل الدخول بخطوتين في حسابك',
    ])
    expect((await actionsOf(layla)).map(([action]) => action)).toEqual(['two_step_on', 'two_step_off'])
  })

  it('refuses the code that switched it on (replay), and takes the next one', async () => {
    const { session, secret } = await switchOn(portal, await user('employee'))
    const end = (code: string) => session.send(endTwoStep, { body: { password: PASSWORD, code } })
    expect((await end(now(secret, -1))).status).toBe(422)
    expect((await end(now(secret))).status).toBe(204)
  })
})

describe('renewRecoveryCodes', () => {
  it('makes ten new ones, and the old ones are worth nothing', async () => {
    const layla = await user('employee')
    const { session, secret, recovery_codes } = await switchOn(portal, layla)
    const renew = (code: string) => session.send(renewRecoveryCodes, { body: { password: PASSWORD, code } })
    const fresh = (await renew(now(secret))).reply.recovery_codes
    expect(new Set([...fresh, ...recovery_codes]).size).toBe(20)
    expect((await renew(recovery_codes[0] ?? '')).status).toBe(422)
    expect((await renew(fresh[0] ?? '')).status).toBe(200)
    expect((await actionsOf(layla)).map(([action]) => action)).toEqual(['two_step_on', 'recovery_codes_renewed', 'recovery_codes_renewed'])
  })
})

describe.each([endTwoStep, renewRecoveryCodes])('$name', (call) => {
  it('counts a wrong password and a wrong code like those of the login (T10)', async () => {
    const { session, secret } = await switchOn(portal, await user('employee'))
    const send = (password: string, code: string) => session.send(call, { body: { password, code } })
    for (let each = 0; each < 5; each += 1) {
      expect((await send('wrong', now(secret))).status).toBe(422)
      expect((await send(PASSWORD, '000000')).status).toBe(422)
    }
    const { status, headers } = await send(PASSWORD, now(secret))
    expect([status, headers['retry-after']]).toEqual([429, '300'])
  })
})

describe('npm run portal -- account end-two-step', () => {
  it('switches it off for somebody who lost everything, ends the sessions and tells the person', async () => {
    const layla = await user('admin', { email: 'layla@falcon.example' })
    const { session } = await switchOn(portal, layla)
    await endByCommand(portal.db, ' LAYLA@falcon.example', portal.clock.moment)
    expect([(await session.send(me, {})).status, (await signIn(layla.email)).status]).toEqual([401, 200])
    expect(await actionsOf(layla)).toEqual([
      ['two_step_on', 'Layla Nasser'],
      ['two_step_off', null],
    ])
    await deliverDue(portal, server.url)
    expect(server.to(layla.email).map(({ subject }) => subject)).toContain('Two-step sign-in was switched off for your account')
    await expect(endByCommand(portal.db, layla.email, portal.clock.moment)).rejects.toThrow('has no two-step sign-in')
    await expect(endByCommand(portal.db, 'nobody@falcon.example', portal.clock.moment)).rejects.toThrow('There is no account')
  })
})
