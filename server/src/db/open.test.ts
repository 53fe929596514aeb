import type { Socket } from 'node:net'
import {
  approveUser,
  createEmployee,
  deleteCompany,
  deleteEmployee,
  deleteUser,
  me,
  setExpiryDate,
  submitApplication,
  uploadDocument,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { as } from '../../../test/as.ts'
import { PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { recordStage } from '../applications/stages.ts'
import { lockOpen } from '../applications/withdrawal.ts'
import type { Viewer } from '../http/session.ts'
import { companies } from './companies.table.ts'
import { type Db, openDb, openPool } from './open.ts'
import { users } from './people.table.ts'

const portal = startPortal()
const make = given(portal)
const admin = async () => as(portal, await make.user('admin'))

const waiting = async () => {
  const { rows } = await portal.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Keeps a transaction open after `act` until `other` waits for it. */
async function meanwhile<Result>(act: (tx: Db) => Promise<unknown>, other: () => Promise<Result>): Promise<Result> {
  let answer: Promise<Result> | undefined
  await portal.db.transaction(async (tx) => {
    await act(tx)
    answer = other()
    await expect.poll(waiting).toBe(1)
  })
  return (await answer) as Result
}

describe('a transaction that meets another in a deadlock', () => {
  it('is done again', async () => {
    const [one, other] = [await make.company(), await make.company()]
    let begun = 0
    const touch = (first: string, second: string) =>
      portal.db.transaction(async (tx) => {
        await tx.update(companies).set({ phone: '1' }).where(eq(companies.id, first))
        begun++
        if (begun < 3) await expect.poll(() => begun).toBe(2)
        await tx.update(companies).set({ phone: '2' }).where(eq(companies.id, second))
      })
    await Promise.all([touch(one.id, other.id), touch(other.id, one.id)])
    expect(begun).toBe(3)
  })

  it('does not fail the call: a pending user, their company and their approval at once', async () => {
    const { send } = await admin()
    for (let round = 0; round < 3; round++) {
      const company = await make.company()
      const { id } = await make.user('company_admin', { of: [company], approved: false })
      const answers = await Promise.all([
        send(deleteUser, { params: { id } }),
        send(deleteCompany, { params: { id: company.id } }),
        send(approveUser, { params: { id } }),
      ])
      expect(answers.map((answer) => answer.status).filter((status) => ![200, 204, 404].includes(status))).toEqual([])
      expect(await portal.db.$count(companies, eq(companies.id, company.id))).toBe(0)
    }
  })

  it('does not fail the call: an expiry date while its employee is deleted', async () => {
    const company = await make.company()
    const { send } = await admin()
    const completed = { status: 'completed', current_stage: 'Visa Stamping', completed_at: portal.clock.moment.toISOString() } as const
    for (let round = 0; round < 3; round++) {
      const employee = await make.employee(company)
      const { id } = await make.application(company, { employee_id: employee.id, ...completed })
      const date = (expiry_date: string) => send(setExpiryDate, { params: { id }, query: { expiry_date } })
      const answers = await Promise.all([date('2028-01-01'), send(deleteEmployee, { params: { id: employee.id } }), date('2029-01-01')])
      expect(answers.map((answer) => answer.status)).toEqual([200, 204, 200])
    }
  })
})

describe('the completion of the last active application', () => {
  it('holds the company before the application, as the deletion of the company does', async () => {
    const company = await make.company()
    const { id } = await make.application(company, { passport_number: 'N8100' })
    const boss = await make.user('admin')
    const viewer = { ...boss, role: 'admin', company_ids: [] } as unknown as Viewer
    const by = { viewer, moment: portal.clock.moment.toISOString() }
    const stage = {
      stage_name: 'Visa Stamping',
      status: 'Approved',
      document: undefined,
      residence: {},
      passport_number: undefined,
    } as const
    let deletion: Promise<{ status: number }> | undefined
    await portal.db.transaction(async (tx) => {
      // Sooner than PostgreSQL looks for a deadlock, which one of the two would be repeated after.
      await tx.execute(sql`set local lock_timeout = '500ms'`)
      const application = await lockOpen(tx, viewer, id)
      if (!application) throw new Error('The application is not there')
      deletion = as(portal, boss).send(deleteCompany, { params: company })
      await expect.poll(waiting).toBe(1)
      await recordStage(tx, application, stage, by)
    })
    expect((await deletion)?.status).toBe(204)
    expect(await portal.db.$count(companies, eq(companies.id, company.id))).toBe(0)
  })
})

describe('a connection that is lost', () => {
  it('while a transaction begins is given back, so that the pool goes on and ends (T51, T54)', async () => {
    const pool = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    const db = openDb(pool)
    await db.execute(sql`select 1`)
    // As when PostgreSQL is killed at this moment.
    pool.once('acquire', (client) => (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy())
    await expect(db.transaction(async () => 'never')).rejects.toThrow()
    expect(await db.transaction(async () => 'again')).toBe('again')
    await pool.end()
  })

  it('in the midst of one does not come back into the pool', async () => {
    const pool = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    const db = openDb(pool)
    const cut = db.transaction(async (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
    await expect(cut).rejects.toThrow()
    expect(pool.totalCount).toBe(0)
    expect(await db.transaction(async () => 'again')).toBe('again')
    await pool.end()
  })
})

describe('a connection without work', () => {
  afterEach(() => void vi.useRealTimers())

  it('is kept for minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pool = openPool({ connectionString: portal.database_url }, () => undefined)
    const used = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    const first = await used()
    vi.advanceTimersByTime(4 * 60_000)
    expect(await used()).toBe(first)
    vi.advanceTimersByTime(6 * 60_000)
    expect(await used()).not.toBe(first)
    await pool.end()
  })
})

describe('a row whose owner is deleted while it is made', () => {
  const customer = async () => {
    const company = await make.company()
    const user = await make.user('company_admin', { of: [company] })
    return { company, user, ...as(portal, user) }
  }

  it('is refused like one that comes a moment later: the company', async () => {
    const { company, send } = await customer()
    const remove = (tx: Db) => tx.delete(companies).where(eq(companies.id, company.id))
    const answer = await meanwhile(remove, () => send(submitApplication, { body: newEmployee(company) }))
    expect([answer.status, answer.problem.detail]).toEqual([404, 'Company not found'])
  })

  it('is refused like one that comes a moment later: the company of an employee record', async () => {
    const { company } = await customer()
    const body = { company_id: company.id, employee_name: 'Sara', passport_number: 'N1', nationality: 'Indian', designation: 'Clerk' }
    const { send } = await admin()
    const answer = await meanwhile(
      (tx) => tx.delete(companies).where(eq(companies.id, company.id)),
      () => send(createEmployee, { body }),
    )
    expect(answer.status).toBe(404)
  })

  it('is refused like one that comes a moment later: the user', async () => {
    const { user, send } = await customer()
    await send(me, {})
    const remove = (tx: Db) => tx.delete(users).where(eq(users.id, user.id))
    const upload = () => send(uploadDocument, { body: PDF as never }, { 'content-type': 'application/pdf' })
    // The first file starts the inspection process.
    await upload()
    const answer = await meanwhile(remove, upload)
    expect([answer.status, answer.problem.detail]).toEqual([401, 'Please sign in'])
  })
})
