import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { fillMany } from '../../../test/manyRows.ts'
import { pagesRead } from '../../../test/pagesRead.ts'
import { startPortal } from '../../../test/portal.ts'
import { openPool } from '../db/open.ts'
import type { Viewer } from '../http/session.ts'
import { listEmployees } from './queries.ts'

const portal = startPortal()
const make = given(portal)
const RECORDS = 12_000
/** Of another nationality, older than all others. */
const RARE = 60
/** Of 8 KB: the rows of a page lie apart, and what the first run of a function reads of the catalogue. */
const FEW_PAGES = 250

let company: string
let pool: pg.Pool

beforeAll(async () => {
  company = (await make.company()).id
  const other = (await make.company()).id
  await fillMany(portal.db, ['employees'], async (tx) => {
    await tx.execute(sql`insert into employees (id, company_id, employee_name, passport_number, nationality, nationality_word, status, search_text, created_at, person_id)
      select gen_random_uuid(), (case when n % 2 = 0 then ${other} else ${company} end)::uuid, 'Sara Khan', 'N' || n, 'Indian',
        case when n < ${RARE} then 'nepali' else 'indian' end, 'active', 'sara khan', timestamptz '2020-01-15 00:00:00Z' + n * interval '1 hour', gen_random_uuid()
      from generate_series(0, ${RECORDS - 1}) n`)
  })
  await portal.db.execute(sql`vacuum analyze employees`)
  pool = openPool({ connectionString: portal.database_url }, () => undefined)
})

afterAll(() => pool.end())

it('the records of a nationality are read along its index', async () => {
  const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
  for (const [of, number] of [
    [{}, RARE],
    [{ company_id: company }, RARE / 2],
  ] as const) {
    const page = { limit: 50, nationality: 'Nepal', ...of }
    expect((await listEmployees(portal.db, admin, page, new Date())).total).toBe(number)
    for (const sort of ['-created_at', 'employee_name', 'nationality'] as const)
      expect(await pagesRead(pool, (db) => listEmployees(db, admin, { ...page, sort }, new Date()))).toBeLessThan(RARE + FEW_PAGES)
  }
})
