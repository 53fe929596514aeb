import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { fillMany } from '../../../test/manyRows.ts'
import { pagesRead } from '../../../test/pagesRead.ts'
import { startPortal } from '../../../test/portal.ts'
import { timingAt } from '../../../test/timing.ts'
import { openPool } from '../db/open.ts'
import type { Viewer } from '../http/session.ts'
import { countFacetsOf } from './facets.queries.ts'
import { listApplications } from './list.queries.ts'

const portal = startPortal()
const make = given(portal)
const [MONTHS, IN_MONTH] = [30, 400]
/** Of another nationality, older than all others. */
const RARE = 60
/** Every eighth is of a nationality, another eighth is urgent, none both. */
const SHARE = 8
const AT = timingAt(new Date())
/** Of 8 KB: the rows of a page lie apart, and what the first run of a function reads of the catalogue. */
const FEW_PAGES = 250

let company: string
let pool: pg.Pool

/** Cases completed in the months from January 2020 on. */
beforeAll(async () => {
  company = (await make.company()).id
  const other = (await make.company()).id
  await fillMany(portal.db, ['visa_applications'], async (tx) => {
    await tx.execute(sql`insert into visa_applications (id, application_type, company_id, employee_name, nationality, nationality_word, visa_type, priority, employee_location,
        annual_leave_type, ticket_frequency, current_stage, status, submitted_at, completed_at, cost_fils, search_text, person_id, stage_since)
      select gen_random_uuid(), 'new', (case when n % 2 = 0 then ${other} else ${company} end)::uuid, 'Sara Khan', 'Indian',
        case when n < ${RARE} then 'nepali' when n % ${SHARE} = 1 then 'filipino' else 'indian' end, 'employee',
        case when n % ${SHARE} = 0 then 'fast_track' else 'normal' end, 'inside_uae',
        'working_days', 'annual', 'Visa Stamping', 'completed', day - interval '40 days', day, 650000, 'sara khan', gen_random_uuid(), day
      from (select n, timestamptz '2020-01-15 00:00:00Z' + (n / ${IN_MONTH}::int) * interval '1 month' as day from generate_series(0, ${MONTHS * IN_MONTH - 1}) n) cases`)
  })
  await portal.db.execute(sql`vacuum analyze visa_applications`)
  pool = openPool({ connectionString: portal.database_url }, () => undefined)
})

afterAll(() => pool.end())

it.each(['2020-02', '2021-07'])('the cases completed in a month (%s) are read along its index', async (completed) => {
  const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
  for (const asked of [{}, { company_id: company }]) {
    const page = { documents: 'link', limit: 50, completed, ...asked } as const
    expect((await listApplications(portal.db, admin, page, AT)).rows).toHaveLength(50)
    expect(await pagesRead(pool, (db) => listApplications(db, admin, page, AT))).toBeLessThan(FEW_PAGES)
    expect(await pagesRead(pool, (db) => listApplications(db, admin, { ...page, sort: 'employee_name' }, AT))).toBeLessThan(
      IN_MONTH + FEW_PAGES,
    )
    expect(await pagesRead(pool, (db) => countFacetsOf(db, admin, { completed, ...asked }, AT))).toBeLessThan(IN_MONTH + FEW_PAGES)
  }
})

it('the cases of a nationality are read along its index', async () => {
  const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
  for (const [of, number] of [
    [{}, RARE],
    [{ company_id: company }, RARE / 2],
  ] as const) {
    const page = { documents: 'link', limit: 50, nationality: 'Nepal', ...of } as const
    expect((await listApplications(portal.db, admin, page, AT)).total).toBe(number)
    for (const sort of ['-submitted_at', 'employee_name', 'nationality'] as const)
      expect(await pagesRead(pool, (db) => listApplications(db, admin, { ...page, sort }, AT))).toBeLessThan(RARE + FEW_PAGES)
    expect(await pagesRead(pool, (db) => countFacetsOf(db, admin, { nationality: 'Nepal', ...of }, AT))).toBeLessThan(1_000 + FEW_PAGES)
  }
})

it('the urgent cases of a common nationality are read along one index, where there are none', async () => {
  const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
  const asked = { nationality: 'Philippines', priority: 'fast_track' } as const
  for (const of of [{}, { company_id: company }])
    for (const sort of ['-submitted_at', 'priority'] as const) {
      const page = { limit: 50, ...asked, ...of, sort }
      expect(await pagesRead(pool, (db) => listApplications(db, admin, page, AT)), sort).toBeLessThan(FEW_PAGES)
    }
})
