import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { pagesRead } from '../../../test/pagesRead.ts'
import { startPortal } from '../../../test/portal.ts'
import { openPool } from '../db/open.ts'
import type { Viewer } from '../http/session.ts'
import { isReckoned } from './kept.ts'
import { listReadiness } from './list.queries.ts'
import { findReadinessFacts } from './queries.ts'

const portal = startPortal()
const make = given(portal)
const EMPLOYEES = 5_000
const QUOTA = 90_000
/** Of 8 KB, with what the first run reads of the catalogue. */
const FEW_PAGES = 120
const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
const reckoning = { rules: { version: 0, all: [] }, now: () => new Date('2026-11-22T06:00:00Z') } as never

it('who counts against a quota is kept, and is not read again', async () => {
  const company = await make.company()
  await portal.db.execute(sql`insert into establishments (company_id, quota_total, updated_at) values (${company.id}, ${QUOTA}, now())`)
  const person = (await make.employee(company, { status: 'cancelled' })).person_id
  await portal.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into employees (id, company_id, employee_name, passport_number, nationality, status, search_text, created_at, person_id)
      select gen_random_uuid(), ${company.id}, 'Sara Khan', 'K' || n, 'Indian', 'active', 'sara', now(), ${person} from generate_series(1, ${EMPLOYEES}) n`)
  })
  await portal.db.execute(sql`select recount_company(${company.id}::uuid)`)
  await portal.db.execute(sql`vacuum analyze employees`)
  const pool = openPool({ connectionString: portal.database_url }, () => undefined)
  expect((await findReadinessFacts(portal.db, admin, company.id))?.quota_used).toBe(EMPLOYEES)
  expect(await pagesRead(pool, (db) => findReadinessFacts(db, admin, company.id))).toBeLessThan(FEW_PAGES)
  await pool.end()
})

it('the companies that cannot work are found among those that can', async () => {
  await portal.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`with made as (
      insert into companies (id, name, trade_license, contact_person, email, phone, category, search_text, created_at)
        select gen_random_uuid(), 'Falcon', 'CN-' || n, 'Sara Khan', 'sara@falcon.example', '+971501234567', 'on_demand', 'falcon',
          timestamptz '2020-01-15 00:00:00Z' + n * interval '1 hour' from generate_series(1, 20000) n returning id, trade_license)
      insert into company_readiness (company_id, level, day)
        select id, case when trade_license in ('CN-1', 'CN-2', 'CN-3') then 'stops' else 'ready' end, 'infinity' from made`)
  })
  await portal.db.execute(sql`update company_readiness set day = 'infinity'`)
  await portal.db.execute(sql`vacuum analyze companies, company_readiness`)
  const pool = openPool({ connectionString: portal.database_url }, () => undefined)
  const asked = { limit: 50, level: 'stops' } as const
  expect((await listReadiness(portal.db, asked)).total).toBe(3)
  expect(await pagesRead(pool, (db) => listReadiness(db, asked))).toBeLessThan(FEW_PAGES)
  expect(await pagesRead(pool, (db) => isReckoned(db, reckoning))).toBeLessThan(FEW_PAGES)
  await pool.end()
})
