import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { fillMany } from '../../../test/manyRows.ts'
import { startPortal } from '../../../test/portal.ts'
import { timingAt } from '../../../test/timing.ts'
import { countsOfAdmin, todayOfAdmin } from './todayOfAdmin.queries.ts'
import { countsOfCompany, todayOfCompany } from './todayOfCompany.queries.ts'

const portal = startPortal()
const make = given(portal)

const TODAY = '2026-11-20'
const AT = timingAt(new Date(`${TODAY}T08:00:00Z`))
const DAY = sql.raw(`'${TODAY}'`)
const MANY = 5_000
/** Of 8 KB. */
const FEW_PAGES = 400
/**
 * Deeper indexes, and the rows that are counted, up to 1,001 of a group and 101 of a day, lie further apart in a larger table; by what ANALYZE
 * has sampled it reads 4,300 to 7,700 of either. Reading all that waits would take 13,000 more.
 */
const FURTHER_PAGES = 6_000

const FILLED = ['persons', 'visa_applications', 'stages', 'employees', 'users', 'transactions']

/** Nothing here is searched, and to fill the indexes of grams takes half of the time. */
const DROP_SEARCHED = sql`do $$ declare searched text; begin
  for searched in select indexname from pg_indexes where indexdef like '%USING gin%' and tablename in ('visa_applications', 'employees', 'users') loop
    execute format('drop index %I', searched);
  end loop; end $$`

let company: string
let other: string

/** So many more of everything that waits, nearly all of one company. */
async function fill(count: number): Promise<void> {
  const owner = sql`(case when n % 50 = 0 then ${other} else ${company} end)::uuid`
  await fillMany(portal.db, FILLED, async (tx) => {
    const run = (statement: SQL) => tx.execute(statement)
    await run(
      sql`create temp table case_of on commit drop as select gen_random_uuid() as id, n, date ${DAY} - (n % 60) as since from generate_series(1, ${sql.raw(String(count))}) n`,
    )
    await run(
      sql`insert into persons (id, company_id, application_id, applied_at, expires_on) select id, ${owner}, id, since, date ${DAY} + n % 30 from case_of`,
    )
    await run(sql`insert into visa_applications (id, application_type, company_id, employee_name, nationality, visa_type, priority, employee_location, annual_leave_type,
        ticket_frequency, current_stage, status, submitted_at, cost_fils, search_text, person_id, stage_since, stage_status, refused)
      select id, 'new', ${owner}, 'Sara Khan', 'Indian', 'employee', 'normal', 'inside_uae', 'working_days', 'annual',
        (array['Offer Letter', 'Labor Fees', 'Medical Test'])[1 + n % 3], 'active', since, 650000, 'sara khan', id, since,
        case when n % 4 = 0 then 'Rejected' when n % 4 = 1 then 'In Process' end, n % 4 = 0 from case_of`)
    await run(sql`insert into stages (id, application_id, stage_name, status, notes, created_at, updated_at)
      select gen_random_uuid(), id, 'Labor Fees', 'Rejected', 'Again', since, since from case_of where n % 4 = 0`)
    await run(sql`insert into employees (id, company_id, employee_name, passport_number, nationality, visa_expiry_date, status, search_text, created_at, person_id,
        cancellation_reason, cancellation_requested_at)
      select id, ${owner}, 'Sara Khan', id::text, 'Indian', date ${DAY} - 1 - n % 300, case when n % 10 = 0 then 'cancellation_requested' else 'active' end,
        'sara khan', since, id, case when n % 10 = 0 then 'Left' end, case when n % 10 = 0 then since end from case_of`)
    await run(sql`insert into users (id, full_name, email, role, approved, company_id, created_at)
      select id, 'Layla', id || '@people.example', 'company_admin', false, ${owner}, since from case_of`)
    await run(sql`insert into transactions (id, company_id, type, status, amount_fils, direction, created_at, charged_fils)
      select gen_random_uuid(), ${owner}, kind, 'pending', 100, 'credit', since, case kind when 'visa_payment' then 100 end
      from case_of, (values ('topup'), ('visa_payment')) of(kind) where kind = 'visa_payment' or n <= 2000`)
  })
  await portal.db.execute(sql`vacuum analyze`)
}

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

async function pagesOf(statement: SQL): Promise<number> {
  const { rows } = await portal.db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(sql`explain (analyze, buffers, format json) ${statement}`)
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  return plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN
}

const READS: Record<string, () => SQL> = {
  'an administrator': () => todayOfAdmin(AT),
  "an administrator's counts": () => countsOfAdmin(AT),
  'a company': () => todayOfCompany(TODAY, { company_ids: [company], user_id: company, isOfAll: false }),
  'all own companies': () => todayOfCompany(TODAY, { company_ids: [company, other], user_id: company, isOfAll: true }),
  "a company's counts": () => countsOfCompany(TODAY, company, [company]),
}
const few = new Map<string, number>()

beforeAll(async () => {
  company = (await make.company()).id
  other = (await make.company()).id
  await portal.db.execute(DROP_SEARCHED)
  await fill(MANY)
  for (const [who, read] of Object.entries(READS)) {
    await pagesOf(read())
    few.set(who, await pagesOf(read()))
  }
  await fill(3 * MANY)
})

it.each(Object.entries(READS))('what waits for %s is read no longer with four times as much of it', async (who, read) => {
  await pagesOf(read())
  expect(await pagesOf(read())).toBeLessThan((few.get(who) ?? 0) + FURTHER_PAGES)
})

it('counts of an administrator read few pages of the database', () => {
  expect(few.get("an administrator's counts")).toBeLessThan(FEW_PAGES)
})
