import { type Call, calls, endTwoStep, login, me, passSecondStep, setPassword } from 'contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { history } from '../db/history.table.ts'
import { mails } from '../db/mails.table.ts'
import { users } from '../db/people.table.ts'
import { loginFailures, oneTimeTokens, sessions } from '../db/sessions.table.ts'
import { insertLink, sweepTokens } from './oneTimeTokens.ts'
import { resetPassword } from './operator.ts'
import { sweepFailures } from './throttle.ts'

const portal = startPortal()
const { user } = given(portal)
const WRONG = 'This code is wrong or was used before'
const GONE = 'This sign-in took too long or was started elsewhere. Please sign in again.'

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(loginFailures)
})

const later = (seconds: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + seconds * 1_000)
}
const signIn = (email: string, password = PASSWORD) => as(portal).send(login, { body: { email, password } })
/** The cookies of an answer, as a browser sends them back. */
const cookiesOf = ({ raw }: { raw: { cookies: { name: string; value: string }[] } }) =>
  raw.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
/** A sign-in that waits for its code in its own browser. */
async function waitingFor(email: string) {
  const answer = await signIn(email)
  const cookie = cookiesOf(answer)
  return { answer, cookie, give: (code: string) => as(portal).send(passSecondStep, { body: { code } }, { cookie }) }
}
const sessionsOf = ({ id }: { id: string }) => portal.db.select().from(sessions).where(eq(sessions.user_id, id))

describe('login of an account with two-step sign-in', () => {
  it('opens no session and says that a code is needed, in a cookie that no script reads', async () => {
    const layla = await user('company_admin')
    await switchOn(portal, layla)
    const before = await sessionsOf(layla)
    const { answer } = await waitingFor(layla.email)
    expect([answer.status, answer.problem]).toEqual([
      401,
      expect.objectContaining({ detail: 'Please enter the code from your authenticator app', second_step: true }),
    ])
    expect(answer.raw.cookies).toMatchObject([{ name: 'second_step', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 }])
    expect(await sessionsOf(layla)).toEqual(before)
    const [kept] = await portal.db.select().from(oneTimeTokens)
    expect(JSON.stringify(kept)).not.toContain(answer.raw.cookies[0]?.value)
  })

  it('gives what waits no access to anything, in whichever cookie it comes', async () => {
    const layla = await user('admin')
    await switchOn(portal, layla)
    const { cookie } = await waitingFor(layla.email)
    for (const each of [cookie, cookie.replace('second_step', 'session'), cookie.replace('second_step', '__Host-session')]) {
      const open: string[] = []
      for (const [name, call] of Object.entries<Call>(calls)) {
        if (call.access === 'public') continue
        const params = { id: layla.id, company_id: layla.id, kind: 'new' }
        if ((await as(portal).send<Call>(call, { params } as never, { cookie: each })).status !== 401) open.push(name)
      }
      expect(open).toEqual([])
    }
  })

  it('asks for the code also after a new password by link', async () => {
    const layla = await user('company_admin')
    const { secret } = await switchOn(portal, layla)
    const { public_url } = portal.settings
    const link = await insertLink(portal.db, { user_id: layla.id, purpose: 'reset', public_url, moment: portal.clock.moment })
    const password = 'another-falcon-2027'
    const token = new URL(link).hash.replace('#token=', '')
    expect((await as(portal).send(setPassword, { body: { token, password } })).status).toBe(204)
    const answer = await signIn(layla.email, password)
    expect([answer.status, answer.problem.second_step]).toEqual([401, true])
    const code = codeOf(secret, portal.clock.moment)
    expect((await as(portal).send(passSecondStep, { body: { code } }, { cookie: cookiesOf(answer) })).status).toBe(200)
  })

  it('tells a wrong password nothing of it, nor changes what others are answered', async () => {
    const [layla, omar] = [await user('admin'), await user('admin')]
    await switchOn(portal, layla)
    const [wrong, unknown] = [await signIn(layla.email, 'wrong'), await signIn('nobody@falcon.example', 'wrong')]
    expect([wrong.status, wrong.problem, wrong.raw.cookies]).toEqual([401, unknown.problem, []])
    const answer = await signIn(omar.email)
    expect([answer.status, Object.keys(answer.reply)]).toEqual([200, ['user']])
  })
})

describe('passSecondStep', () => {
  it('opens a new session with the code of the app, once', async () => {
    const layla = await user('company_admin')
    const { secret } = await switchOn(portal, layla)
    const { cookie, give } = await waitingFor(layla.email)
    const code = codeOf(secret, portal.clock.moment)
    const answer = await give(`${code.slice(0, 3)} ${code.slice(3)}`)
    expect([answer.status, answer.reply.user.email]).toEqual([200, layla.email])
    expect(answer.raw.cookies.map(({ name, value }) => [name, value !== ''])).toEqual([
      ['second_step', false],
      ['session', true],
      ['device', true],
    ])
    expect((await as(portal).send(me, {}, { cookie: cookiesOf(answer) })).status).toBe(200)
    const again = await as(portal).send(passSecondStep, { body: { code: codeOf(secret, portal.clock.moment, 1) } }, { cookie })
    expect([again.status, again.problem.detail]).toEqual([410, GONE])
  })

  it('refuses a code that was used before, and those before it', async () => {
    const layla = await user('admin')
    const { secret } = await switchOn(portal, layla)
    const code = codeOf(secret, portal.clock.moment)
    expect((await (await waitingFor(layla.email)).give(code)).status).toBe(200)
    const { give } = await waitingFor(layla.email)
    for (const old of [code, codeOf(secret, portal.clock.moment, -1)]) {
      const answer = await give(old)
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field: 'code', detail: WRONG }]])
    }
    later(30)
    expect((await give(codeOf(secret, portal.clock.moment))).status).toBe(200)
  })

  it('takes one of two that give the same code at once', async () => {
    const layla = await user('admin')
    const { secret, recovery_codes } = await switchOn(portal, layla)
    for (const code of [codeOf(secret, portal.clock.moment), recovery_codes[0] ?? '']) {
      const both = [await waitingFor(layla.email), await waitingFor(layla.email)]
      const statuses = (await Promise.all(both.map(({ give }) => give(code)))).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 422])
    }
  })

  it('takes each recovery code once, tells the person by mail and keeps it in the history', async () => {
    const layla = await user('company_admin')
    const { recovery_codes } = await switchOn(portal, layla)
    const [first = '', second = ''] = recovery_codes
    expect((await (await waitingFor(layla.email)).give(first.toUpperCase())).status).toBe(200)
    const { give } = await waitingFor(layla.email)
    expect((await give(first)).problem.detail).toBe(WRONG)
    expect((await give(second)).status).toBe(200)
    const told = await portal.db.select().from(mails).where(eq(mails.kind, 'recovery_code_used'))
    expect(told.map(({ user_id, facts }) => [user_id, facts])).toEqual([
      [layla.id, { codes_left: 9 }],
      [layla.id, { codes_left: 8 }],
    ])
    const kept = await portal.db.select().from(history).where(eq(history.record_id, layla.id)).orderBy(history.id)
    expect(kept.map(({ action }) => action)).toEqual(['two_step_on', 'recovery_code_used', 'recovery_code_used'])
  })

  it('takes neither the code of another user nor one of a sign-in elsewhere', async () => {
    const [layla, omar] = [await user('admin'), await user('admin')]
    const [hers, his] = [await switchOn(portal, layla), await switchOn(portal, omar)]
    const { give } = await waitingFor(layla.email)
    for (const code of [codeOf(his.secret, portal.clock.moment), his.recovery_codes[0] ?? '', 'nonsense']) {
      expect((await give(code)).status).toBe(422)
    }
    const elsewhere = await as(portal).send(passSecondStep, { body: { code: codeOf(hers.secret, portal.clock.moment) } })
    expect([elsewhere.status, elsewhere.problem.detail]).toEqual([410, GONE])
    expect((await give(codeOf(hers.secret, portal.clock.moment))).status).toBe(200)
  })

  it('waits ten minutes, and what waited longer is swept', async () => {
    const layla = await user('admin')
    const { secret } = await switchOn(portal, layla)
    const [early, late] = [await waitingFor(layla.email), await waitingFor(layla.email)]
    later(599)
    expect((await early.give(codeOf(secret, portal.clock.moment))).status).toBe(200)
    later(1)
    expect((await late.give(codeOf(secret, portal.clock.moment, 1))).status).toBe(410)
    await sweepTokens(portal.db, portal.clock.moment)
    expect(await portal.db.select().from(oneTimeTokens)).toEqual([])
  })

  it('is refused after ten wrong codes and passwords in five minutes, even with the right one (T10)', async () => {
    const layla = await user('admin')
    const { secret } = await switchOn(portal, layla)
    const { give } = await waitingFor(layla.email)
    for (let each = 0; each < 2; each += 1) await signIn(layla.email, 'wrong')
    for (let each = 0; each < 8; each += 1) expect((await give('000000')).status).toBe(422)
    const answer = await give(codeOf(secret, portal.clock.moment))
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '300'])
    expect((await signIn(layla.email)).status).toBe(429)
    later(300)
    expect((await give(codeOf(secret, portal.clock.moment))).status).toBe(200)
  })

  it.each([
    ['any browser that is new', false],
    ['one that is known, counted apart', true],
  ])('is refused after thirty wrong codes in a day from %s', async (_, isKnown) => {
    const layla = await user('admin')
    const known = cookiesOf(await signIn(layla.email))
    const { secret } = await switchOn(portal, layla)
    const give = async (code: string, from: boolean) => {
      const { cookie } = await waitingFor(layla.email)
      return as(portal).send(passSecondStep, { body: { code } }, { cookie: from ? `${known}; ${cookie}` : cookie })
    }
    for (let round = 0; round < 3; round += 1) {
      const tries = await Promise.all(Array.from({ length: 10 }, () => give('000000', isKnown)))
      expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([422]))
      later(301)
    }
    await sweepFailures(portal.db, portal.clock.moment)
    const now = () => codeOf(secret, portal.clock.moment)
    const { status, headers } = await give(now(), isKnown)
    expect([status, headers['retry-after']]).toEqual([429, String(24 * 60 * 60 - 903)])
    expect((await give(now(), !isKnown)).status).toBe(200)
    later(24 * 60 * 60 - 903)
    expect((await give(now(), isKnown)).status).toBe(200)
    // The warning of a new device counts for a day too.
    later(24 * 60 * 60)
    await sweepFailures(portal.db, portal.clock.moment)
    expect(await portal.db.$count(loginFailures)).toBe(0)
  })

  it.each<[string, (account: { id: string; email: string }, secret: string) => Promise<unknown>]>([
    ['the password was changed', ({ email }) => resetPassword(portal.db, email, 'another-falcon-2027')],
    ['the account was un-approved', ({ id }) => portal.db.update(users).set({ approved: false }).where(eq(users.id, id))],
    ['the account was deleted', ({ id }) => portal.db.delete(users).where(eq(users.id, id))],
    [
      'two-step sign-in was switched off',
      (account, secret) =>
        as(portal, account).send(endTwoStep, { body: { password: PASSWORD, code: codeOf(secret, portal.clock.moment) } }),
    ],
  ])('opens nothing once %s', async (_, change) => {
    const layla = await user('company_admin')
    const { secret } = await switchOn(portal, layla)
    const { give } = await waitingFor(layla.email)
    await change(layla, secret)
    const answer = await give(codeOf(secret, portal.clock.moment, 1))
    expect([answer.status, answer.raw.cookies]).toEqual([410, []])
  })
})
