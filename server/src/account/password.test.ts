import { changePassword, forgotPassword, login, me, setPassword } from 'contract'
import { and, count, desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { sweepTokens } from '../auth/oneTimeTokens.ts'
import { mails } from '../db/mails.table.ts'
import { users } from '../db/people.table.ts'
import { loginFailures, oneTimeTokens, type sessions } from '../db/sessions.table.ts'

const portal = startPortal({ PUBLIC_URL: 'http://portal.example' })
const { user } = given(portal)
const NEW = 'a new password'
const GONE = 'This link was used, has expired or was replaced. Ask for a new one.'

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(loginFailures)
})

const later = (minutes: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + minutes * 60_000)
}
const forgot = (email: string) => as(portal).send(forgotPassword, { body: { email } })
const set = (token: string, password = NEW) => as(portal).send(setPassword, { body: { token, password } })
const signIn = (account: { email: string }, password: string) => as(portal).send(login, { body: { email: account.email, password } })
const countOf = async (table: typeof mails | typeof oneTimeTokens | typeof sessions) =>
  (await portal.db.select({ rows: count() }).from(table))[0]?.rows

/** The token of the newest link mailed to a person. */
async function mailedToken(reader: { id: string }): Promise<string> {
  const [mail] = await portal.db
    .select({ facts: mails.facts })
    .from(mails)
    .where(and(eq(mails.user_id, reader.id), eq(mails.kind, 'password_reset')))
    .orderBy(desc(mails.id))
  const { link } = (mail?.facts ?? {}) as { link?: string }
  expect(link).toMatch(/^http:\/\/portal\.example\/set-password#token=[\w-]{43}$/)
  return link?.split('token=')[1] ?? ''
}

describe('forgotPassword (A7)', () => {
  it('mails a link that works once, whatever the case of the e-mail', async () => {
    const layla = await user('company_admin', { email: 'layla@falcon.example' })
    expect((await forgot(' LAYLA@falcon.example')).status).toBe(204)
    const token = await mailedToken(layla)
    expect((await set(token)).status).toBe(204)
    expect((await signIn(layla, PASSWORD)).status).toBe(401)
    expect((await signIn(layla, NEW)).status).toBe(200)
    const again = await set(token, 'another password')
    expect([again.status, again.problem.detail]).toEqual([410, GONE])
    expect((await signIn(layla, NEW)).status).toBe(200)
  })

  it('mails the address of the settings, whatever host the request claims (T29)', async () => {
    const layla = await user('company_admin')
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    expect((await as(portal).send(forgotPassword, { body: { email: layla.email } }, forged)).status).toBe(204)
    expect((await set(await mailedToken(layla))).status).toBe(204)
  })

  it('keeps no token but in the mail that waits', async () => {
    const layla = await user('admin')
    await forgot(layla.email)
    const token = await mailedToken(layla)
    const links = await portal.db.select().from(oneTimeTokens)
    expect(links).toHaveLength(1)
    expect(JSON.stringify(links)).not.toContain(token)
  })

  it('answers a known, an unknown, a pending and an often asked e-mail alike, however soon it knows (T3)', async () => {
    const known = await user('admin')
    const pending = await user('company_admin', { approved: false })
    const spent: number[] = []
    const answers = []
    for (const email of [known.email, 'nobody@falcon.example', pending.email, known.email, known.email, known.email]) {
      const from = performance.now()
      const { status, raw } = await forgot(email)
      spent.push(performance.now() - from)
      answers.push([status, raw.body, raw.headers['content-length']])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(Math.min(...spent)).toBeGreaterThanOrEqual(245)
  })

  it('mails three times in five minutes at most and five links an hour, without telling', async () => {
    const layla = await user('admin')
    for (let each = 0; each < 4; each += 1) expect((await forgot(layla.email)).status).toBe(204)
    expect(await countOf(mails)).toBe(3)
    later(6)
    for (let each = 0; each < 3; each += 1) await forgot(layla.email)
    expect(await countOf(mails)).toBe(5)
    later(61)
    await forgot(layla.email)
    expect(await countOf(mails)).toBe(6)
  })

  it('does not stand in the way of a login, nor failed logins in the way of it', async () => {
    const layla = await user('admin')
    for (let each = 0; each < 10; each += 1) await forgot(layla.email)
    expect((await signIn(layla, PASSWORD)).status).toBe(200)
    for (let each = 0; each < 10; each += 1) await signIn(layla, 'wrong')
    const omar = await user('admin')
    await forgot(omar.email)
    await mailedToken(omar)
  })

  it('refuses what is no e-mail', async () => {
    const answer = await forgot('layla')
    expect([answer.status, answer.problem.detail]).toEqual([422, 'Email is not a valid e-mail address'])
  })
})

describe('setPassword (A6, A7)', () => {
  const tokenFor = async (account: { id: string; email: string }) => {
    await forgot(account.email)
    return mailedToken(account)
  }

  it('confirms the address and ends all sessions and all other links of the user', async () => {
    const layla = await user('company_admin')
    const session = as(portal, layla)
    expect((await session.send(me, {})).status).toBe(200)
    const omar = as(portal, await user('admin'))
    await omar.send(me, {})
    const first = await tokenFor(layla)
    const second = await tokenFor(layla)
    expect((await set(first)).status).toBe(204)
    expect((await session.send(me, {})).status).toBe(401)
    expect((await set(second)).status).toBe(410)
    expect((await omar.send(me, {})).status).toBe(200)
    const [stored] = await portal.db.select().from(users).where(eq(users.id, layla.id))
    expect(stored?.email_verified_at).toBe(portal.clock.moment.toISOString())
  })

  it('keeps the moment at which the address was confirmed first', async () => {
    const layla = await user('admin', { email_verified_at: '2026-11-01T00:00:00.000Z' })
    await set(await tokenFor(layla))
    const [stored] = await portal.db.select().from(users).where(eq(users.id, layla.id))
    expect(stored?.email_verified_at).toBe('2026-11-01T00:00:00.000Z')
  })

  it('works for an hour, and is swept afterwards', async () => {
    const layla = await user('company_admin')
    const [early, late] = [await tokenFor(layla), await tokenFor(layla)]
    later(59)
    await sweepTokens(portal.db, portal.clock.moment)
    expect(await countOf(oneTimeTokens)).toBe(2)
    later(1)
    expect((await set(early)).problem.detail).toBe(GONE)
    await sweepTokens(portal.db, portal.clock.moment)
    expect(await countOf(oneTimeTokens)).toBe(0)
    expect((await set(late)).status).toBe(410)
  })

  it('answers an unknown token like a used one, whatever it is made of', async () => {
    for (const token of ['x', `' or 1=1--`, 'x'.repeat(200)]) {
      const { status, problem } = await set(token)
      expect([status, problem.detail]).toEqual([410, GONE])
    }
  })

  it('takes no link of another purpose', async () => {
    const layla = await user('company_admin')
    const token = await tokenFor(layla)
    await portal.db.update(oneTimeTokens).set({ purpose: 'session' })
    expect((await set(token)).status).toBe(410)
  })

  it('lets one of two win that come at once', async () => {
    const layla = await user('company_admin')
    const token = await tokenFor(layla)
    const words = Array.from({ length: 6 }, (_, index) => `password number ${index}`)
    const statuses = (await Promise.all(words.map((password) => set(token, password)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 410, 410, 410, 410, 410])
    expect((await signIn(layla, words[statuses.indexOf(204)] ?? '')).status).toBe(200)
  })

  it('refuses a short password and leaves the link as it is; an administrator needs twelve characters (A10)', async () => {
    const layla = await user('company_admin')
    const token = await tokenFor(layla)
    const short = await set(token, 'short')
    expect([short.status, short.problem.detail]).toEqual([422, 'Password must be at least 6 characters'])
    expect((await set(token, 'sixsix')).status).toBe(204)
    const admin = await user('admin')
    const tokenOfAdmin = await tokenFor(admin)
    const refused = await set(tokenOfAdmin, 'eleven char')
    expect(refused.problem.errors).toEqual([{ field: 'password', detail: 'Password of an administrator must be at least 12 characters' }])
    expect((await set(tokenOfAdmin, 'twelve chars')).status).toBe(204)
  })

  it('lets nobody in who waits for approval: the login says so', async () => {
    const pending = await user('company_admin', { approved: false })
    expect((await set(await tokenFor(pending))).status).toBe(204)
    const answer = await signIn(pending, NEW)
    expect([answer.status, answer.problem.detail]).toEqual([403, 'Your account is pending admin approval'])
  })
})

describe('changePassword (A7)', () => {
  const change = (sender: ReturnType<typeof as>, current_password: string, new_password = NEW) =>
    sender.send(changePassword, { body: { current_password, new_password } })

  it('changes the own password and ends all other sessions and links', async () => {
    const layla = await user('company_admin')
    const [here, there] = [as(portal, layla), as(portal, layla)]
    await there.send(me, {})
    await forgot(layla.email)
    expect((await change(here, PASSWORD)).status).toBe(204)
    expect((await here.send(me, {})).status).toBe(200)
    expect((await there.send(me, {})).status).toBe(401)
    expect(await countOf(oneTimeTokens)).toBe(0)
    expect([(await signIn(layla, PASSWORD)).status, (await signIn(layla, NEW)).status]).toEqual([401, 200])
  })

  it('refuses a wrong current password at its field, and after ten of them even the right one', async () => {
    const layla = await user('company_admin')
    const here = as(portal, layla)
    const first = await change(here, 'wrong')
    expect([first.status, first.problem.errors]).toEqual([422, [{ field: 'current_password', detail: 'The current password is wrong' }]])
    for (let each = 0; each < 9; each += 1) await change(here, 'wrong')
    const answer = await change(here, PASSWORD)
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '300'])
    expect((await signIn(layla, PASSWORD)).status).toBe(429)
  })

  it('refuses a short one, and asks of an administrator for twelve characters', async () => {
    const layla = as(portal, await user('company_admin'))
    expect((await change(layla, PASSWORD, 'short')).problem.detail).toBe('Password must be at least 6 characters')
    const admin = as(portal, await user('admin'))
    const answer = await change(admin, PASSWORD, 'eleven char')
    expect(answer.problem.errors).toEqual([
      { field: 'new_password', detail: 'Password of an administrator must be at least 12 characters' },
    ])
  })

  it('tells who has no password how to get one', async () => {
    const linked = await user('company_admin', { password_hash: null, oidc_issuer: 'https://id.example', oidc_subject: '1' })
    const answer = await change(as(portal, linked), 'anything')
    expect([answer.status, answer.problem.detail]).toEqual([409, 'This account has no password yet. Ask for a link under Forgot password.'])
  })

  it('lets one of two win that come at once', async () => {
    const layla = await user('company_admin')
    const here = as(portal, layla)
    await here.send(me, {})
    const answers = await Promise.all(['first password', 'second password'].map((password) => change(here, PASSWORD, password)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    const kept = statuses[0] === 204 ? 'first password' : 'second password'
    expect((await signIn(layla, kept)).status).toBe(200)
  })

  it('of two sessions at once is done by one, and the other one ends', async () => {
    const layla = await user('company_admin')
    const sessions = [as(portal, layla), as(portal, layla)]
    for (const { send } of sessions) await send(me, {})
    const answers = await Promise.all(sessions.map((session, index) => change(session, PASSWORD, `password number ${index}`)))
    const done = answers.findIndex(({ status }) => status === 204)
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = await Promise.all(sessions.map(async ({ send }) => (await send(me, {})).status))
    expect(left).toEqual(done === 0 ? [200, 401] : [401, 200])
    expect((await signIn(layla, `password number ${done}`)).status).toBe(200)
  })
})
