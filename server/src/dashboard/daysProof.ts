import { addDays } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { stageDays, stageDayTotals } from '../db/stageDays.table.ts'

/** The companies whose kept days are not those of the history; all in one statement, so in one state of the database. */
export async function findMisdated(db: Db, company_ids: string[]): Promise<string[]> {
  const given = sql`any(${sql.param(company_ids)}::uuid[])`
  const { rows } = await db.execute<{ company_id: string }>(sql`
    with compared as (
      select company_id, day, stage, status, moved from ${stageDays} where company_id = ${given}
      union all
      select a.company_id, m.day, m.stage, m.status, -m.moved
      from visa_applications a, stage_moves(a.id, a.submitted_at, held_stages(a.id)) m where a.company_id = ${given})
    select distinct company_id from (
      select company_id from compared group by company_id, day, stage, status having sum(moved) <> 0) differing
    order by company_id`)
  return rows.map(({ company_id }) => company_id)
}

/** The days whose totals are not the sum over the companies. */
async function findWrongDayTotals(db: Db, which: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    with compared as (
      select day, stage, status, slot, moved from ${stageDayTotals} where ${which}
      union all select day, stage, status, slot_of(company_id), -moved from ${stageDays} where ${which})
    select distinct day::text from (select day from compared group by day, stage, status, slot having sum(moved) <> 0) differing order by 1`)
  return rows.map(({ day }) => day)
}

export const findWrongDays = (db: Db): Promise<string[]> => findWrongDayTotals(db, sql`true`)
export const findWrongOfDays = (db: Db, days: string[]): Promise<string[]> =>
  findWrongDayTotals(db, sql`day = any(${sql.param(days)}::date[])`)

/** Going back day by day; behind the first one, today again. */
export async function dayBefore(db: Db, day: string, today: string): Promise<string> {
  const { rows } = await db.execute<{ first: string | null }>(sql`select min(day)::text as first from ${stageDayTotals}`)
  return rows[0]?.first && rows[0].first < day ? addDays(day, -1) : today
}
