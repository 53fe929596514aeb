import { APPLICATION_SORTS, type ApplicationFilters, COMPANY_SORTS, EMPLOYEE_SORTS } from 'contract'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillReleased } from '../../test/crowd.ts'
import { emptyDatabase, type FreshDatabase } from '../../test/database.ts'
import { pagesRead } from '../../test/pagesRead.ts'
import { timingAt } from '../../test/timing.ts'
import { countFacetsOf } from '../src/applications/facets.queries.ts'
import { listApplications } from '../src/applications/list.queries.ts'
import { listCompanies } from '../src/companies/queries.ts'
import { getCharts } from '../src/dashboard/charts.queries.ts'
import { findAllMiscounted } from '../src/dashboard/countsProof.ts'
import { getAnalytics, getStats } from '../src/dashboard/queries.ts'
import { countWaiting, getToday } from '../src/dashboard/today.queries.ts'
import { type Db, openDb, openPool } from '../src/db/open.ts'
import { countEmployeeFacetsOf } from '../src/employees/facets.queries.ts'
import { listEmployees } from '../src/employees/queries.ts'
import type { Viewer } from '../src/http/session.ts'
import { listExpiringVisas } from '../src/persons/expiring.ts'
import { find } from '../src/search/queries.ts'
import { findBroken } from '../src/transactions/invariants.ts'
import { listTransactions } from '../src/transactions/list.queries.ts'
import { listUsers } from '../src/users/queries.ts'

let database: FreshDatabase
let pool: pg.Pool
let admin: Viewer
let customer: Viewer
beforeAll(async () => {
  database = await emptyDatabase()
  pool = openPool({ connectionString: database.url }, () => undefined)
  await fillReleased(pool, { applications: 3_000, companies: 150 }, async () => undefined)
  // The first company has a tenth of all applications.
  const { rows } = await pool.query(
    `select u.*, array[company_id] as company_ids from users u join companies c on c.id = company_id order by c.created_at limit 1`,
  )
  customer = rows[0]
  // Carried by somebody: a seventh of all.
  await pool.query('update visa_applications set assignee_id = $1 where get_byte(uuid_send(id), 15) % 7 = 0', [customer.id])
  await settle()
  admin = { ...customer, role: 'admin', company_id: null, active_company_id: null, company_ids: [] }
})

/** What is counted must not depend on whether the server has looked after a table yet: all are vacuumed and analysed now, and not again. */
async function settle(): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`select format('%I', relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  for (const { name } of rows) await pool.query(`alter table ${name} set (autovacuum_enabled = false)`)
  await pool.query('vacuum (analyze)')
}
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const page = { limit: 50 }
const now = new Date()
const at = timingAt(now)
const SORTS = APPLICATION_SORTS.flatMap((key) => [key, `-${key}`] as const)
const FACETS: ApplicationFilters[] = [
  { stage: 'Medical Test' },
  { stage_status: 'waiting' },
  { stage_status: 'Rejected' },
  { priority: 'fast_track' },
  { pace: 'late' },
  { expires: '30' },
  { unpaid: 'true' },
]
/** For administrators alone. */
const ASSIGNED: ApplicationFilters[] = [{ assignee: 'me' }, { assignee: 'nobody' }, { assignee: 'me', status: 'active' }]
const LISTS: Record<string, (db: Db, viewer: Viewer) => Promise<unknown>> = {
  applications: (db, viewer) => listApplications(db, viewer, page, at),
  'applications, searched': (db, viewer) => listApplications(db, viewer, { ...page, q: 'khan' }, at),
  'applications, pending': (db, viewer) => listApplications(db, viewer, { ...page, status: 'active' }, at),
  ...Object.fromEntries(
    SORTS.map((sort) => [`applications by ${sort}`, (db: Db, viewer: Viewer) => listApplications(db, viewer, { ...page, sort }, at)]),
  ),
  ...Object.fromEntries(
    FACETS.map((facet) => {
      const work = { ...page, ...facet, sort: 'priority' as const }
      return [`applications, ${Object.values(facet)}`, (db: Db, viewer: Viewer) => listApplications(db, viewer, work, at)]
    }),
  ),
  companies: (db, viewer) => listCompanies(db, viewer, page),
  ...Object.fromEntries(
    COMPANY_SORTS.flatMap((key) => [key, `-${key}`] as const).map((sort) => [
      `companies by ${sort}`,
      (db: Db, viewer: Viewer) => listCompanies(db, viewer, { ...page, sort }),
    ]),
  ),
  users: (db, viewer) => listUsers(db, viewer, page),
  'users by name': (db, viewer) => listUsers(db, viewer, { ...page, sort: 'full_name' }),
  'users by e-mail': (db, viewer) => listUsers(db, viewer, { ...page, sort: '-email' }),
  'users, waiting': (db, viewer) => listUsers(db, viewer, { ...page, approved: 'false' }),
  employees: (db, viewer) => listEmployees(db, viewer, page, now),
  ...Object.fromEntries(
    EMPLOYEE_SORTS.flatMap((key) => [key, `-${key}`] as const).map((sort) => [
      `employees by ${sort}`,
      (db: Db, viewer: Viewer) => listEmployees(db, viewer, { ...page, sort }, now),
    ]),
  ),
  'employees, expiring and not renewed': (db, viewer) => listEmployees(db, viewer, { ...page, expires: '30', renewal: 'none' }, now),
  'employees, being renewed': (db, viewer) => listEmployees(db, viewer, { ...page, renewal: 'running', sort: 'employee_name' }, now),
  'employees, facets': (db, viewer) => countEmployeeFacetsOf(db, viewer, { renewal: 'none' }, now),
  'employees, searched': (db, viewer) => listEmployees(db, viewer, { ...page, q: 'nasser' }, now),
  'employees, searched by company': (db, viewer) => listEmployees(db, viewer, { ...page, q: 'trading' }, now),
  'employees, searched by one company': (db, viewer) => listEmployees(db, viewer, { ...page, q: 'trading 7' }, now),
  transactions: (db, viewer) => listTransactions(db, viewer, page),
  'transactions, settled': (db, viewer) => listTransactions(db, viewer, { ...page, pending: 'false' }),
  'transactions, top-ups': (db, viewer) => listTransactions(db, viewer, { ...page, type: 'topup' }),
  'dashboard, numbers': (db, viewer) => getStats(db, viewer, now),
  'dashboard, analytics': getAnalytics,
  'dashboard, charts': (db, viewer) => getCharts(db, viewer, { months: '12' }, now),
  'dashboard, today': (db, viewer) => getToday(db, viewer, at),
  'dashboard, what waits': (db, viewer) => countWaiting(db, viewer, at),
  'dashboard, expiring visas': (db, viewer) => listExpiringVisas(db, viewer, page, now),
}

/** Of many people, of few, of nobody, a part of many passport numbers, digits of a reference, of companies. */
const SEARCHES = ['khan', 'a', 'ra', 'خان', 'nobody at all', 'n10', 'n1000001', 'abcd', 'trading', 'employee']

/** What facets are counted beside. */
const BESIDE: (ApplicationFilters & { q?: string })[] = [
  {},
  { status: 'active' },
  { status: 'completed' },
  ...FACETS,
  { stage: 'Medical Test', pace: 'late' },
  { status: 'active', expires: '90', unpaid: 'true' },
  { q: 'khan' },
  { q: 'khan', stage_status: 'waiting' },
]

describe('a portal of many rows (T56)', () => {
  it('has money that adds up, and counts that are those of the rows', async () => {
    expect(await findBroken(openDb(pool))).toEqual([])
    expect(await findAllMiscounted(openDb(pool), now)).toEqual([])
  })

  // Without the right indexes and queries some lists read twice as many pages or more.
  it.each(Object.entries(LISTS))('%s: one page of it reads few pages of the database', async (_, list) => {
    expect(await pagesRead(pool, (db) => list(db, admin))).toBeLessThan(4_000)
    expect(await pagesRead(pool, (db) => list(db, customer))).toBeLessThan(1_500)
  })
  it.each(ASSIGNED)('finds what is assigned, %j, and counts facets beside it from few pages', async (asked) => {
    for (const sort of SORTS)
      expect(await pagesRead(pool, (db) => listApplications(db, admin, { ...page, ...asked, sort }, at)), sort).toBeLessThan(5_000)
    expect(await pagesRead(pool, (db) => countFacetsOf(db, admin, asked, at))).toBeLessThan(1_500)
  })

  it.each(SEARCHES)('finds %j in all kinds of records from few pages', async (q) => {
    expect(await pagesRead(pool, (db) => find(db, admin, q))).toBeLessThan(1_500)
    expect(await pagesRead(pool, (db) => find(db, customer, q))).toBeLessThan(1_500)
  })

  it.each(BESIDE)('counts facets beside %j from few pages, however many rows fit', async (asked) => {
    for (const viewer of [admin, customer]) expect(await pagesRead(pool, (db) => countFacetsOf(db, viewer, asked, at))).toBeLessThan(1_500)
  })

  it('counts what is kept exactly, and other facets among the first 1,000 that fit', async () => {
    const db = openDb(pool)
    const all = await countFacetsOf(db, admin, {}, at)
    for (const facet of ['status', 'stage', 'priority'] as const) {
      expect(all[facet].reduce((sum, { count }) => sum + count, 0)).toBe(3_000)
      expect(all[facet].some(({ more }) => more)).toBe(false)
    }
    const completed = await countFacetsOf(db, admin, { status: 'completed' }, at)
    expect(completed.stage.find(({ value }) => value === 'Visa Stamping')?.count).toBe(
      all.status.find(({ value }) => value === 'completed')?.count,
    )
    expect(completed.expires.every(({ count, more }) => more && count <= 1_000)).toBe(true)
  })
})
