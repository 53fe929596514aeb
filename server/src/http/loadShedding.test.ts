import { createEmployee, listApplications } from 'contract'
import { afterEach, expect, it, vi } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { openPool } from '../db/open.ts'

const portal = startPortal()
const make = given(portal)
afterEach(() => vi.restoreAllMocks())

/** Requests lists while the table is locked, until `free` is called, which answers their results. */
async function waiting(count: number, send: (place: number) => Promise<{ status: number }>) {
  const pool = openPool({ connectionString: portal.database_url }, () => undefined)
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query('lock table visa_applications in access exclusive mode')
  const answers = Array.from({ length: count }, (_, place) => send(place))
  const held = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(held)).rows[0].count, { timeout: 10_000 }).toBeGreaterThan(10)
  return {
    async free() {
      await lock.query('rollback')
      lock.release()
      await pool.end()
      return (await Promise.all(answers)).map(({ status }) => status)
    },
  }
}

/** Requests lists as many people in turn, who have all sent a request before. */
async function people(count: number) {
  const users = await Promise.all(Array.from({ length: count }, async () => make.user('company_admin', { of: [await make.company()] })))
  const senders = users.map((user) => as(portal, user))
  const list = (place: number) => (senders[place % count] as (typeof senders)[number]).send(listApplications, {})
  await Promise.all(senders.map((_, place) => list(place)))
  return list
}

const inAMoment = () => {
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + 600)
}

it('refuses reads at once where too many stay unanswered, and none of those before them (T59)', async () => {
  const company = await make.company()
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  const list = await people(8)
  const crowd = await waiting(65, list)
  inAMoment()
  const { status, problem, headers } = await list(0)
  expect([status, problem.detail, headers['retry-after']]).toEqual([
    503,
    'Many people use the portal right now. Please try again in a moment.',
    '1',
  ])
  const employee = { company_id: company.id, employee_name: 'Ali', passport_number: 'A1', nationality: 'Indian', designation: 'Cook' }
  const write = send(createEmployee, { body: employee })
  expect(new Set(await crowd.free())).toEqual(new Set([200]))
  expect((await write).status).toBe(201)
  expect((await list(0)).status).toBe(200)
})

it('refuses first who has more than a quarter of the places, however they ask', async () => {
  const company = await make.company()
  const greedy = await make.user('company_admin', { of: [company] })
  const [one, other] = [as(portal, greedy), as(portal, greedy)]
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  for (const each of [one.send, other.send, send]) await each(listApplications, {})
  const crowd = await waiting(100, (place) => (place % 2 ? one : other).send(listApplications, {}))
  inAMoment()
  expect((await one.send(listApplications, {})).status).toBe(503)
  const others = Array.from({ length: 14 }, () => send(listApplications, {}))
  const strangers = Array.from({ length: 40 }, (_, place) => send(listApplications, {}, { cookie: `session=made-up-${place}` }))
  const statuses = await crowd.free()
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 503).length]).toEqual([56, 44])
  expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set((await Promise.all(strangers)).map(({ status }) => status))).toEqual(new Set([401, 503]))
})

it('lets as many in as a screenful of people asks for in a moment', async () => {
  const list = await people(10)
  const crowd = await waiting(110, list)
  expect(new Set(await crowd.free())).toEqual(new Set([200]))
})

it('forgets the crowd once half of it is answered', async () => {
  const list = await people(10)
  await (await waiting(100, list)).free()
  inAMoment()
  const again = await waiting(70, list)
  expect(new Set(await again.free())).toEqual(new Set([200]))
})
