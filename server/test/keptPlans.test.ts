import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { given } from '../../test/given.ts'
import { START, startPortal } from '../../test/portal.ts'
import { timingAt } from '../../test/timing.ts'
import { listApplications } from '../src/applications/list.queries.ts'
import { type Db, openDb, openPool } from '../src/db/open.ts'
import { listDeadlines } from '../src/deadlines/list.queries.ts'
import type { Viewer } from '../src/http/session.ts'
import { listPapers } from '../src/papers/list.queries.ts'
import { dayOf } from '../src/papers/shown.ts'

const portal = startPortal()
const make = given(portal)
/** Every tenth row is of one company, the others of so many. */
const [ROWS, SMALL] = [6_000, 100]
/** PostgreSQL tries so many plans before it decides whether to keep one. */
const TRIED = 5
const DAY = dayOf([], START)

/** Without triggers, which would take minutes. */
async function fill(company: string) {
  const rows = sql`(select n, case when n % 10 = 0 then ${company}::uuid else small[1 + n % ${SMALL}] end as company_id
    from generate_series(1, ${ROWS}) n, (select array_agg(gen_random_uuid()) as small from generate_series(1, ${SMALL})) companies) rows`
  await portal.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into visa_applications (id, application_type, company_id, employee_name, nationality, nationality_word, visa_type, priority,
        employee_location, annual_leave_type, ticket_frequency, current_stage, status, submitted_at, cost_fils, search_text, person_id, stage_since)
      select gen_random_uuid(), 'new', company_id, 'Sara Khan', 'Indian', 'indian', 'employee', 'normal', 'inside_uae', 'working_days', 'annual', 'Offer Letter',
        'active', now() - n * interval '1 minute', 650000, 'sara khan', gen_random_uuid(), now() from ${rows}`)
    await tx.execute(sql`insert into papers (id, company_id, person_id, kind, expires_on, state, created_at, updated_at, shelf, search_text)
      select gen_random_uuid(), company_id, gen_random_uuid(), 'passport', date '2027-01-01' + n % 400, 'held', now(), now(), 'held person passport', '' from ${rows}`)
    await tx.execute(sql`insert into deadlines (id, key, company_id, subject_id, counted_from, due_on, printed, who, certain, doubted, created_at)
      select gen_random_uuid(), 'tenancy', company_id, gen_random_uuid(), current_date, date '2026-11-01' + n % 400, false, 'company', true, false, now() from ${rows}`)
  })
  await portal.db.execute(sql`vacuum analyze`)
}

it('lists of a company are planned once for small and large ones', async () => {
  const { id: company } = await make.company()
  await fill(company)
  const pool = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
  try {
    const viewer = { role: 'company_admin', company_ids: [company], active_company_id: company } as Viewer
    const lists: Record<string, (db: Db) => Promise<unknown>> = {
      visa_applications: (db) => listApplications(db, viewer, { limit: 50 }, timingAt(START)),
      papers: (db) => listPapers(db, viewer, { limit: 50, state: 'held' }, DAY),
      deadlines: (db) => listDeadlines(db, viewer, { limit: 50 }, START),
    }
    for (const [table, list] of Object.entries(lists)) {
      const db = openDb(pool)
      for (let times = 0; times < 2 * TRIED + 2; times++) await list(db)
      const { rows } = await db.execute(
        sql`select custom_plans, generic_plans from pg_prepared_statements where statement like ${`%from "${table}"%`} order by prepare_time desc limit 1`,
      )
      expect(rows, table).toEqual([{ custom_plans: TRIED, generic_plans: TRIED + 1 }])
    }
  } finally {
    await pool.end()
  }
})
