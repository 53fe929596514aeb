import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { pagesRead } from '../../../test/pagesRead.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { openPool } from '../db/open.ts'
import type { Viewer } from '../http/session.ts'
import { listDeadlines } from './list.queries.ts'
import { findRisk } from './risk.ts'

const portal = startPortal()
const make = given(portal)
const CLOCKS = 12_000
/** Late, in each company. */
const LATE = 30
/**
 * Of 8 KB: 10,001 rows are counted along an index, those of a page lie apart, each with its fines, and the first run of a function reads the
 * catalogue. Whoever read each clock with its fines would touch 20 times as many.
 */
const FEW_PAGES = 2_000

let company: string
let pool: pg.Pool

beforeAll(async () => {
  company = (await make.company()).id
  const other = (await make.company()).id
  await portal.db.execute(
    sql`insert into deadline_fines (id, in_force_from, every, amount, cap, certain) values ('daily', '2020-01-01', 'day', 2000, 100000, true)`,
  )
  await portal.db.execute(sql`insert into deadlines (id, key, company_id, subject_id, fines_id, counted_from, due_on, printed, fined_from, who, certain, doubted, created_at)
    select gen_random_uuid(), case when n % 3 = 0 then 'tenancy' else 'establishment_card' end, (case when n % 2 = 0 then ${other} else ${company} end)::uuid,
      gen_random_uuid(), 'daily', due_on, due_on, false, due_on + 1, 'company', n % 10 > 0, n % 10 = 0, now()
    from (select n, date '2026-11-20' + case when n <= ${2 * LATE} then -20 else 60 + n / 20 end as due_on from generate_series(1, ${CLOCKS}) n) numbers`)
  await portal.db.execute(sql`vacuum analyze deadlines`)
  pool = openPool({ connectionString: portal.database_url }, () => undefined)
})

afterAll(() => pool.end())

const admin = { role: 'admin', company_ids: [] as string[] } as unknown as Viewer

it('what is late, of a kind or in no sum is read along an index of its own', async () => {
  for (const [query, total] of [
    [{ late: true }, 2 * LATE],
    [{ late: true, company_id: () => company }, LATE],
    [{ late: true, key: 'tenancy' }, (2 * LATE) / 3],
    [{ counted: false }, 6],
    [{ counted: true }, 54],
    [{ within: 60 }, 0],
  ] as const) {
    const { company_id, ...rest } = { company_id: undefined, ...query }
    const asked = { limit: 50, ...rest, ...(company_id && { company_id: company_id() }) }
    expect((await listDeadlines(portal.db, admin, asked, START)).total).toBe(total)
    expect(await pagesRead(pool, (db) => listDeadlines(db, admin, asked, START))).toBeLessThan(FEW_PAGES)
  }
})

it('money at risk is read from the rows of the companies once it is reckoned', async () => {
  expect(await findRisk(portal.db, 'all', undefined, START)).toMatchObject({ late: 60, accrued: 54 * 400, uncounted: 6 })
  expect(await pagesRead(pool, (db) => findRisk(db, 'all', 'key', START))).toBeLessThan(20)
  expect(await pagesRead(pool, (db) => findRisk(db, { company_id: company }, undefined, START))).toBeLessThan(10)
})
