import { approveUser, getUser, listUsers, login } from 'contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { companies } from '../db/companies.table.ts'
import { users } from '../db/people.table.ts'

const portal = startPortal()
const { company, user } = given(portal)
const UNKNOWN = '01980000-0000-7000-8000-000000000000'

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(companies)
})

const minute = (after: number) => new Date(Date.UTC(2026, 10, 20, 6, after)).toISOString()

describe('listUsers', () => {
  it('answers all users to an admin, newest first, with their first company', async () => {
    const falcon = await company()
    const boss = await user('admin', { created_at: minute(0) })
    const layla = await user('company_admin', { of: [falcon], approved: false, created_at: minute(1) })
    const { status, reply, headers } = await as(portal, boss).send(listUsers, {})
    expect(status).toBe(200)
    expect(reply.map(({ id }) => id)).toEqual([layla.id, boss.id])
    expect(reply[0]).toEqual({
      id: layla.id,
      full_name: 'Layla Nasser',
      email: layla.email,
      picture: null,
      role: 'company_admin',
      approved: false,
      company_id: falcon.id,
      active_company_id: falcon.id,
      company_ids: [falcon.id],
      company_name: 'Falcon Trading LLC',
      created_at: minute(1),
      trade_license_seen_before: false,
      licensed_before: null,
      invited: false,
      email_confirmed: false,
    })
    expect(reply[1]).toMatchObject({ company_name: null, company_ids: [] })
    expect([headers['x-total-count'], headers['x-unfiltered-count'], headers.link]).toEqual(['2', '2', undefined])
  })

  it('A2: flags to an admin who registered with a trade licence seen before, and names the company that has it', async () => {
    const falcon = await company({ created_at: minute(0) })
    const eagle = await company({ trade_license: 'cn-1001', created_at: minute(1) })
    const [first, second] = [await user('company_admin', { of: [falcon] }), await user('company_admin', { of: [eagle] })]
    const { reply } = await as(portal, await user('admin')).send(listUsers, {})
    const flagged = reply.filter((card) => card.trade_license_seen_before).map(({ id }) => id)
    expect(flagged).toEqual([second.id])
    expect(flagged).not.toContain(first.id)
    expect(reply.map((card) => card.licensed_before?.name)).toEqual([undefined, 'Falcon Trading LLC', undefined])
    expect(reply.find(({ id }) => id === second.id)?.licensed_before).toEqual({ id: falcon.id, name: 'Falcon Trading LLC' })
    const own = await as(portal, second).send(listUsers, {})
    expect(own.reply.map((card) => [card.trade_license_seen_before, card.licensed_before])).toEqual([[false, null]])
  })

  it('V3: answers the people of the active company to a company_admin, without admins, and no company they do not share', async () => {
    const [falcon, eagle, desert] = [await company(), await company({ name: 'Eagle' }), await company({ name: 'Desert' })]
    const viewer = await user('company_admin', { of: [falcon, eagle] })
    const both = await user('company_admin', { of: [desert, falcon, eagle] })
    await user('employee', { of: [eagle] })
    await user('admin', { of: [falcon] })
    const { reply, raw, headers } = await as(portal, viewer).send(listUsers, {})
    expect(reply.map(({ id }) => id)).toEqual([both.id, viewer.id])
    expect(reply[0]).toMatchObject({ company_id: null, active_company_id: null, company_name: 'Falcon Trading LLC' })
    expect(reply[0]?.company_ids).toEqual([falcon.id, eagle.id].sort())
    expect(raw.body).not.toContain(desert.id)
    expect(headers['x-unfiltered-count']).toBe('2')
    await portal.db.update(users).set({ active_company_id: eagle.id }).where(eq(users.id, viewer.id))
    expect((await as(portal, viewer).send(listUsers, {})).reply).toHaveLength(3)
  })

  it('searches names, e-mails and companies without case, and takes signs as they are', async () => {
    const falcon = await company({ name: 'Fälcon 100% Trading' })
    const boss = await user('admin', { full_name: 'Omar_Haddad', email: 'boss@portal.example' })
    const layla = await user('company_admin', { of: [falcon] })
    const found = async (q: string) => (await as(portal, boss).send(listUsers, { query: { q } })).reply.map(({ id }) => id)
    expect(await found('LAYLA')).toEqual([layla.id])
    expect(await found('Portal.Example')).toEqual([boss.id])
    expect(await found('falcon')).toEqual([layla.id])
    expect(await found('100%')).toEqual([layla.id])
    expect(await found('_')).toEqual([boss.id])
    expect(await found(`' or 1=1--`)).toEqual([])
    expect(await found('  ')).toHaveLength(2)
    const { headers } = await as(portal, boss).send(listUsers, { query: { q: 'layla' } })
    expect([headers['x-total-count'], headers['x-unfiltered-count']]).toEqual(['1', '2'])
  })

  it('comes page by page, each user once', async () => {
    const boss = await user('admin', { created_at: minute(9) })
    for (const after of [1, 1, 2, 3]) await user('employee', { created_at: minute(after) })
    const seen: string[] = []
    let query: { limit: number; cursor?: string } = { limit: 2 }
    for (let pages = 1; ; pages++) {
      const { reply, headers } = await as(portal, boss).send(listUsers, { query })
      seen.push(...reply.map(({ id }) => id))
      const next = /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]
      if (!next) {
        expect(pages).toBe(3)
        break
      }
      const cursor = new URL(next, 'http://portal').searchParams.get('cursor') ?? ''
      query = { limit: 2, cursor }
    }
    expect(new Set(seen).size).toBe(5)
  })

  it.each([{ limit: 0 }, { limit: 1001 }, { limit: 'many' as never }])('refuses %j', async (query) => {
    const { status, problem } = await as(portal, await user('admin')).send(listUsers, { query })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'limit'])
  })
})

describe('getUser', () => {
  it('answers the card as the list shows it', async () => {
    const of = await company()
    const { id } = await user('employee', { of: [of], full_name: 'Sara Khan' })
    const { send } = as(portal, await user('company_admin', { of: [of] }))
    const { reply } = await send(getUser, { params: { id } })
    expect(reply).toMatchObject({ full_name: 'Sara Khan', company_name: of.name })
    expect((await send(listUsers, {})).reply).toContainEqual(reply)
  })

  it('shows people of the active company alone, and no administrator of the portal (V3)', async () => {
    const [active, other] = [await company(), await company()]
    const [mate, elsewhere, admin] = [
      await user('employee', { of: [active] }),
      await user('employee', { of: [other] }),
      await user('admin'),
    ]
    const { send } = as(portal, await user('company_admin', { of: [active, other] }))
    const statuses = await Promise.all([mate, elsewhere, admin].map(async ({ id }) => (await send(getUser, { params: { id } })).status))
    expect(statuses).toEqual([200, 404, 404])
  })
})

describe('approveUser', () => {
  it('lets a pending user in', async () => {
    const pending = await user('company_admin', { of: [await company()], approved: false })
    const { status, reply } = await as(portal, await user('admin')).send(approveUser, { params: { id: pending.id } })
    expect(status).toBe(200)
    expect(reply).toMatchObject({ id: pending.id, approved: true, company_name: 'Falcon Trading LLC' })
    const signedIn = await as(portal).send(login, { body: { email: pending.email, password: PASSWORD } })
    expect(signedIn.status).toBe(200)
  })

  it('changes nothing for an approved one, however often it is pressed (A11)', async () => {
    const boss = await user('admin')
    const pending = await user('company_admin', { approved: false })
    const press = () => as(portal, boss).send(approveUser, { params: { id: pending.id } })
    const answers = await Promise.all([press(), press(), press()])
    expect(answers.map(({ status, reply }) => [status, reply.approved])).toEqual(Array(3).fill([200, true]))
  })

  it('answers 404 to an unknown id and to one of no form', async () => {
    const boss = as(portal, await user('admin'))
    for (const id of [UNKNOWN, 'x', `' or 1=1--`, 'a'.repeat(500)]) {
      const { status, problem } = await boss.send(approveUser, { params: { id } })
      expect([status, problem.detail]).toEqual([404, 'User not found'])
    }
  })

  it('is refused to others, and the user stays pending', async () => {
    const falcon = await company()
    const pending = await user('company_admin', { of: [falcon], approved: false })
    const { status } = await as(portal, await user('company_admin', { of: [falcon] })).send(approveUser, { params: { id: pending.id } })
    expect(status).toBe(403)
    const [stored] = await portal.db.select().from(users).where(eq(users.id, pending.id))
    expect(stored?.approved).toBe(false)
  })
})
