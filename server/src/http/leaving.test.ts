import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Call,
  countEmployeeFacets,
  countFacets,
  createEmployee,
  listApplications,
  listEmployees,
  listExpiringVisas,
  listTransactions,
  pathOf,
  search,
} from 'contract'
import type pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { startSession } from '../auth/sessions.ts'
import { openPool } from '../db/open.ts'

const portal = startPortal()
const make = given(portal)
beforeAll(() => portal.app.listen({ port: 0, host: '127.0.0.1' }))

let customer: { cookie: string; company_id: string }
beforeAll(async () => {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  customer = { cookie: `session=${await startSession(portal.db, user.id, portal.clock.moment)}`, company_id: company.id }
})

function send(call: Call, { body, signal }: { body?: unknown; signal?: AbortSignal } = {}) {
  const { port } = portal.app.server.address() as AddressInfo
  const headers = { cookie: customer.cookie, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const given = { ...(body !== undefined && { body: JSON.stringify(body) }), ...(signal && { signal }) }
  return fetch(`http://127.0.0.1:${port}/api${pathOf(call)}`, { method: call.method, headers, ...given })
}

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** While a table is locked. */
async function whileLocked(locked: string, act: (waiting: () => Promise<number | null>) => Promise<void>): Promise<void> {
  const pool = openPool({ connectionString: portal.database_url, max: 2 }, () => undefined)
  const lock: pg.PoolClient = await pool.connect()
  await lock.query('begin')
  await lock.query(`lock table ${locked} mode`)
  try {
    await act(async () => (await pool.query(WAITING)).rowCount)
  } finally {
    await lock.query('rollback')
    lock.release()
    await pool.end()
  }
}

const READS: [Call, string, unknown?][] = [
  [listApplications, 'visa_applications'],
  [countFacets, 'visa_applications'],
  [listEmployees, 'employees'],
  [countEmployeeFacets, 'employees'],
  [listTransactions, 'transactions'],
  [listExpiringVisas, 'persons'],
  [search, 'visa_applications', { q: 'sara' }],
]

it.each(READS)('$name is ended in the database once its reader has left', async (call, table, body) => {
  // Then the session is known, and the list is read behind it.
  for (const known of [false, true]) {
    await whileLocked(`${table} in access exclusive`, async (waiting) => {
      const leaving = new AbortController()
      const answer = send(call, { body, signal: leaving.signal })
      await expect.poll(waiting, { interval: 5 }).toBe(1)
      leaving.abort()
      await expect(answer).rejects.toThrow('aborted')
      await expect.poll(waiting, { interval: 5, timeout: 5_000 }).toBe(0)
    })
    expect([known, (await send(call, { body })).status]).toEqual([known, 200])
  }
})

it('the address of who has left stays known, for the access journal', async () => {
  const { port } = portal.app.server.address() as AddressInfo
  const [[peer], client] = await Promise.all([once(portal.app.server, 'connection') as Promise<[Socket]>, connect(port, '127.0.0.1')])
  client.destroy()
  await once(peer, 'close')
  expect(peer.remoteAddress).toBe('127.0.0.1')
})

it('what is written is written, though who sent it has left', async () => {
  const fields = { employee_name: 'Sara Khan', passport_number: 'L1', nationality: 'Indian', designation: 'Cook' }
  await whileLocked('employees in share', async (waiting) => {
    const leaving = new AbortController()
    const answer = send(createEmployee, { body: { ...fields, company_id: customer.company_id }, signal: leaving.signal })
    await expect.poll(waiting, { interval: 5 }).toBe(1)
    leaving.abort()
    await expect(answer).rejects.toThrow('aborted')
    await sleep(300)
    expect(await waiting()).toBe(1)
  })
  const names = async () =>
    ((await (await send(listEmployees)).json()) as { passport_number: string }[]).map((each) => each.passport_number)
  await expect.poll(names).toContain('L1')
})
