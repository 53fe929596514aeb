import { confirmEmail, listUsers, login, registerClient, setPassword } from 'contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { companies } from '../db/companies.table.ts'
import { mails } from '../db/mails.table.ts'
import { users } from '../db/people.table.ts'
import { loginFailures, oneTimeTokens } from '../db/sessions.table.ts'
import { insertLink } from './oneTimeTokens.ts'
import { sweepFailures } from './throttle.ts'

const portal = startPortal({ TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://portal.example' })
const { user } = given(portal)

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(companies)
  await portal.db.delete(loginFailures)
})

let number = 0
const register = (email = `omar.${++number}@falcon.example`, address = '192.0.2.1') =>
  as(portal).send(
    registerClient,
    {
      body: {
        ...{ company_name: 'Falcon Trading LLC', trade_license: 'CN-1001', contact_person: 'Omar Haddad' },
        ...{ company_email: 'office@falcon.example', company_phone: '+971 4 000 0001' },
        ...{ user_full_name: 'Omar Haddad', user_email: email, user_password: PASSWORD },
      },
    },
    { 'x-forwarded-for': address },
  )
const statuses = async (sent: Promise<{ status: number }>[]) => (await Promise.all(sent)).map(({ status }) => status).toSorted()
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const later = (minutes: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + minutes * 60_000)
}

describe('registerClient from one network', () => {
  it('is taken ten times in five minutes, and the eleventh tells when to come back', async () => {
    for (const _ of times(10)) expect((await register()).status).toBe(201)
    later(2)
    const refused = await register()
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '180'])
    expect(refused.problem.detail).toBe('Too many registrations from your network. Please try again in 3 minutes.')
    expect(await portal.db.$count(users)).toBe(10)
    later(3)
    expect((await register()).status).toBe(201)
  })

  it('is taken ten times of a hundred at once, which stand in nobody else’s way', async () => {
    const flood = times(100).map(() => register())
    expect((await register(undefined, '192.0.2.2')).status).toBe(201)
    expect(await statuses(flood)).toEqual([...Array(10).fill(201), ...Array(90).fill(429)])
  })

  it('is refused for a moment where very many networks register at once', async () => {
    const flood = times(150).map((index) => register(undefined, `198.51.100.${index}`))
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status === 503)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
    expect(refused.length).toBeGreaterThan(10)
    expect([refused[0]?.problem.detail, refused[0]?.headers['retry-after']]).toEqual([
      'Many companies are registering right now. Please try again in a moment.',
      '5',
    ])
  })

  it('counts what was refused for its e-mail too, and no other network', async () => {
    const taken = await user('employee')
    for (const _ of times(10)) expect((await register(taken.email)).status).toBe(409)
    expect((await register()).status).toBe(429)
    expect((await register(undefined, '192.0.2.2')).status).toBe(201)
  })

  it('counts the addresses of one customer as one', async () => {
    for (const index of times(10)) expect((await register(undefined, `2001:db8:1:2::${index}`)).status).toBe(201)
    expect((await register(undefined, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await register(undefined, '2001:db8:1:3::1')).status).toBe(201)
  })

  it('is forgotten when it no longer counts, the mailbox after a day', async () => {
    await register()
    await sweepFailures(portal.db, START)
    expect(await portal.db.$count(loginFailures)).toBe(2)
    later(6)
    await sweepFailures(portal.db, portal.clock.moment)
    expect(await portal.db.$count(loginFailures)).toBe(1)
    later(24 * 60)
    await sweepFailures(portal.db, portal.clock.moment)
    expect(await portal.db.$count(loginFailures)).toBe(0)
  })
})

describe('registerClient with one mailbox', () => {
  const tagged = (tag: string | number, network: number) => register(`Victim+${tag}@people.example`, `192.0.2.${network}`)

  it('writes to it three times in an hour, whatever stands behind the plus and wherever from', async () => {
    expect(await statuses(times(15).map((index) => tagged(index, index)))).toEqual([...Array(3).fill(201), ...Array(12).fill(429)])
    const refused = await register('victim@people.example', '192.0.2.99')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.problem.detail).toBe('Too many registrations with this e-mail. Please try again in 60 minutes.')
    expect([await portal.db.$count(users), await portal.db.$count(companies), await portal.db.$count(mails)]).toEqual([3, 3, 3])
    expect((await register('victims@people.example', '192.0.2.99')).status).toBe(201)
    later(60)
    expect((await tagged('later', 1)).status).toBe(201)
  })
})

describe('confirmEmail', () => {
  const confirm = (token: string) => as(portal).send(confirmEmail, { body: { token } })
  const GONE = 'This link was used before or has expired. If you confirmed your e-mail with it, all is well.'

  async function registered() {
    const { reply } = await register()
    const [mail] = await portal.db.select().from(mails).where(eq(mails.user_id, reply.user.id))
    const { link } = (mail?.facts ?? { link: '' }) as { link: string }
    expect(link).toMatch(/^http:\/\/portal\.example\/confirm-email#token=[\w-]{43}$/)
    return { id: reply.user.id, email: reply.user.email, token: link.split('#token=')[1] ?? '' }
  }
  const cardOf = async ({ id }: { id: string }) =>
    (await as(portal, await user('admin')).send(listUsers, {})).reply.find((card) => card.id === id)

  it('by the mailed link makes the administrator see that the address was confirmed, and approves nobody', async () => {
    const omar = await registered()
    expect(await cardOf(omar)).toMatchObject({ approved: false, email_confirmed: false })
    expect((await confirm(omar.token)).status).toBe(204)
    expect(await cardOf(omar)).toMatchObject({ approved: false, email_confirmed: true })
    const early = await as(portal).send(login, { body: { email: omar.email, password: PASSWORD } })
    expect([early.status, early.raw.cookies]).toEqual([403, []])
  })

  it('works once, however often it is pressed', async () => {
    const { token } = await registered()
    expect(await statuses(times(4).map(() => confirm(token)))).toEqual([204, 410, 410, 410])
    expect((await confirm(token)).problem.detail).toBe(GONE)
  })

  it('works for 72 hours', async () => {
    const [early, late] = [await registered(), await registered()]
    later(72 * 60 - 1)
    expect((await confirm(early.token)).status).toBe(204)
    later(1)
    expect((await confirm(late.token)).status).toBe(410)
    expect(await cardOf(late)).toMatchObject({ email_confirmed: false })
  })

  it('keeps the moment at which the address was confirmed first', async () => {
    const { id, token } = await registered()
    const before = '2026-11-01T00:00:00.000Z'
    await portal.db.update(users).set({ email_verified_at: before }).where(eq(users.id, id))
    await confirm(token)
    expect((await portal.db.select().from(users).where(eq(users.id, id)))[0]?.email_verified_at).toBe(before)
  })

  it('sets no password, and a link that sets one confirms by that alone', async () => {
    const { id, token } = await registered()
    expect((await as(portal).send(setPassword, { body: { token, password: 'another-2026' } })).status).toBe(410)
    const link = await insertLink(portal.db, { user_id: id, purpose: 'reset', public_url: '', moment: portal.clock.moment })
    expect((await confirm(link.split('#token=')[1] ?? '')).status).toBe(410)
    expect((await confirm('unknown')).problem.detail).toBe(GONE)
    expect((await confirm(token)).status).toBe(204)
  })

  it('keeps no token but in the mail that waits', async () => {
    const { token } = await registered()
    const links = await portal.db.select().from(oneTimeTokens)
    expect(links.map(({ purpose }) => purpose)).toEqual(['confirm'])
    expect(JSON.stringify(links)).not.toContain(token)
  })
})
