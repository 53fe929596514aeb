import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { fillMany } from '../../../test/manyRows.ts'
import { pagesRead } from '../../../test/pagesRead.ts'
import { startPortal } from '../../../test/portal.ts'
import { openPool } from '../db/open.ts'
import type { Viewer } from '../http/session.ts'
import { countCompanyFacetsOf } from './facets.queries.ts'
import { listCompanies } from './queries.ts'

const portal = startPortal()
const COMPANIES = 20_000
/** Without an active case, older than all others. */
const IDLE = 20
/** Of 8 KB: the rows of a page lie apart, each with its counts, and what the first run of a function reads of the catalogue. */
const FEW_PAGES = 600

it('the companies without an active case are read along their index', async () => {
  await fillMany(portal.db, ['companies'], async (tx) => {
    await tx.execute(sql`insert into companies (id, name, trade_license, contact_person, email, phone, category, search_text, created_at, idle)
      select gen_random_uuid(), 'Falcon ' || n, 'CN-' || n, 'Sara Khan', 'sara@falcon.example', '+971501234567', 'on_demand', 'falcon ' || n,
        timestamptz '2020-01-15 00:00:00Z' + n * interval '1 hour', n < ${IDLE} from generate_series(0, ${COMPANIES - 1}) n`)
  })
  await portal.db.execute(sql`vacuum analyze companies`)
  const pool = openPool({ connectionString: portal.database_url }, () => undefined)
  const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
  for (const sort of ['-created_at', 'created_at', 'name'] as const) {
    const page = { limit: 50, cases: 'none', sort } as const
    expect((await listCompanies(portal.db, admin, page)).total).toBe(IDLE)
    expect(await pagesRead(pool, (db) => listCompanies(db, admin, page))).toBeLessThan(FEW_PAGES)
  }
  const counts = (await countCompanyFacetsOf(portal.db, admin, {})).cases
  expect(counts.map(({ count, more }) => [count, more])).toEqual([
    [1_000, true],
    [IDLE, false],
  ])
  expect(await pagesRead(pool, (db) => countCompanyFacetsOf(db, admin, { cases: 'none' }))).toBeLessThan(FEW_PAGES)
  await pool.end()
})
