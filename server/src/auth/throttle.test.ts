import { login } from 'contract'
import { notLike } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { users } from '../db/people.table.ts'
import { loginFailures } from '../db/sessions.table.ts'
import { hashOf } from '../http/session.ts'
import { sweepFailures } from './throttle.ts'

const portal = startPortal({ TRUST_PROXY: 'loopback' })
const { user } = given(portal)

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(loginFailures)
})

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  as(portal).send(login, { body: { email, password } }, headers)
const statuses = async (times: number, send: () => ReturnType<typeof signIn>) => {
  const seen: number[] = []
  for (let each = 0; each < times; each++) seen.push((await send()).status)
  return seen
}
const later = (seconds: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + seconds * 1000)
}
/** Without longer counts, such as warnings sent to a person. */
const failures = () => portal.db.$count(loginFailures, notLike(loginFailures.subject, 'day:%'))

describe('login after failures (A10)', () => {
  it('refuses the eleventh try of an e-mail, even with the right password, and tells when to come back', async () => {
    const layla = await user('admin')
    expect(await statuses(10, () => signIn(layla.email, 'wrong'))).toEqual(Array(10).fill(401))
    const answer = await signIn(layla.email.toUpperCase(), PASSWORD)
    expect(answer.status).toBe(429)
    expect(answer.problem.detail).toBe('Too many failed attempts. Please try again in 5 minutes.')
    expect(answer.headers['retry-after']).toBe('300')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('lets one try again as soon as the oldest failure is five minutes old', async () => {
    const layla = await user('admin')
    await signIn(layla.email, 'wrong')
    later(30)
    await statuses(9, () => signIn(layla.email, 'wrong'))
    later(269)
    const refused = await signIn(layla.email, PASSWORD)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(refused.problem.detail).toBe('Too many failed attempts. Please try again in 1 minute.')
    later(1)
    expect((await signIn(layla.email, PASSWORD)).status).toBe(200)
  })

  it('counts the ways to write an e-mail together', async () => {
    const layla = await user('admin', { email: 'nidal@falcon.example' })
    expect(await statuses(10, () => signIn(layla.email, 'wrong'))).toEqual(Array(10).fill(401))
    for (const written of ['NIDAL@FALCON.EXAMPLE', ' nidal@falcon.example ']) expect((await signIn(written, PASSWORD)).status).toBe(429)
    // For PostgreSQL i is the lower case of İ; for us it is another e-mail.
    expect((await signIn('nİdal@falcon.example', PASSWORD)).status).toBe(401)
    expect((await signIn('nidal\u0000@falcon.example', PASSWORD)).status).toBe(422)
  })

  it('answers an unknown e-mail in the same way', async () => {
    const layla = await user('admin')
    const [known, unknown] = [layla.email, 'nobody@falcon.example'].map(async (email) => {
      await statuses(10, () => signIn(email, 'wrong'))
      const { status, problem, headers } = await signIn(email, 'wrong')
      return { status, problem, retry: headers['retry-after'] }
    })
    expect(await known).toEqual(await unknown)
  })

  it('admits ten of fifty wrong tries made at once', async () => {
    const layla = await user('admin')
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(layla.email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  it('admits forty right ones made at once: only failures count', async () => {
    const layla = await user('admin')
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(layla.email, PASSWORD)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await failures()).toBe(0)
  })

  it('counts the right password of an unapproved account for nothing', async () => {
    const pending = await user('company_admin', { approved: false })
    expect(await statuses(12, () => signIn(pending.email, PASSWORD))).toEqual(Array(12).fill(403))
    expect(await failures()).toBe(0)
  })

  it('counts a device known for the user apart, so that nobody can lock them out (T10)', async () => {
    const layla = await user('admin')
    const other = await user('admin')
    const cookieOf = async (email: string) =>
      `device=${(await signIn(email, PASSWORD)).raw.cookies.find(({ name }) => name === 'device')?.value}`
    const [own, foreign] = [await cookieOf(layla.email), await cookieOf(other.email)]
    await statuses(10, () => signIn(layla.email, 'wrong'))
    expect((await signIn(layla.email, PASSWORD, { cookie: foreign })).status).toBe(429)
    expect((await signIn(layla.email, PASSWORD, { cookie: own })).status).toBe(200)
    expect(await statuses(10, () => signIn(layla.email, 'wrong', { cookie: own }))).toEqual(Array(10).fill(401))
    expect((await signIn(layla.email, PASSWORD, { cookie: own })).status).toBe(429)
  })

  it('keeps the cookie of a known device, and replaces one that is not known for the user', async () => {
    const layla = await user('admin')
    const other = await user('admin')
    const deviceAfter = async (email: string, device: string) =>
      (await signIn(email, PASSWORD, { cookie: `device=${device}` })).raw.cookies.find(({ name }) => name === 'device')?.value ?? ''
    const first = await deviceAfter(layla.email, 'planted')
    expect(first).toHaveLength(43)
    expect(await deviceAfter(layla.email, first)).toBe(first)
    const shared = await deviceAfter(other.email, first)
    expect(shared).not.toBe(first)
    expect(await deviceAfter(layla.email, shared)).toBe(shared)
  })

  it('refuses an address after a hundred failures, and no other one', async () => {
    const layla = await user('admin')
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const failure = { subject: hashOf('address:192.0.2.1'), failed_at: START.toISOString() }
    await portal.db.insert(loginFailures).values(Array.from({ length: 99 }, () => ({ id: v7(), ...failure })))
    expect((await signIn('nobody@falcon.example', 'wrong', from('192.0.2.1'))).status).toBe(401)
    expect((await signIn(layla.email, PASSWORD, from('192.0.2.1'))).status).toBe(429)
    expect((await signIn(layla.email, PASSWORD, from('192.0.2.2'))).status).toBe(200)
  })

  it.each([
    ['2001:db8:1:2:a::1', '2001:DB8:1:2::b', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db8:0:0:ffff::', '2001:db8:0:1::1'],
    ['::ffff:192.0.2.7', '192.0.2.7', '::ffff:192.0.2.8'],
  ])('counts %s and %s as one address, which one customer has, and %s as another', async (one, same, another) => {
    const layla = await user('admin')
    const from = (address: string) => ({ 'x-forwarded-for': address })
    await signIn('nobody@falcon.example', 'wrong', from(one))
    const [failure] = (await portal.db.select().from(loginFailures)).filter((row) => row.subject !== hashOf('email:nobody@falcon.example'))
    const more = { subject: failure?.subject ?? '', failed_at: START.toISOString() }
    await portal.db.insert(loginFailures).values(Array.from({ length: 99 }, () => ({ id: v7(), ...more })))
    expect((await signIn(layla.email, PASSWORD, from(same))).status).toBe(429)
    expect((await signIn(layla.email, PASSWORD, from(another))).status).toBe(200)
  })

  it('lets twenty people of one office in at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => user('admin')))
    const answers = await Promise.all(people.map(({ email }) => signIn(email, PASSWORD)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('forgets failures that no longer count', async () => {
    await signIn('nobody@falcon.example', 'wrong')
    await sweepFailures(portal.db, START)
    expect(await failures()).toBe(2)
    later(301)
    await sweepFailures(portal.db, portal.clock.moment)
    expect(await failures()).toBe(0)
  })
})
