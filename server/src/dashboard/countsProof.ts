import { addDays, dubaiDate } from 'contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { findMisdated, findWrongDays } from './daysProof.ts'

export const NO_ID = '00000000-0000-0000-0000-000000000000'
const SLICE = 5_000

/** Tomorrow's visas may be among the past ones already, by the clock of another server. */
const dayOf = (now: Date): string => addDays(dubaiDate(now), 1)

/** The companies whose kept counts are not those of their rows; all in one statement, so in one state of the database. */
export async function findMiscounted(db: Db, company_ids: string[], now: Date): Promise<string[]> {
  const past = dayOf(now)
  const { rows } = await db.execute<{ company_id: string }>(sql`
    with kept as (
      select company_id, kind, value, number from company_counts where company_id = any(${sql.param(company_ids)}::uuid[])
      union all
      select company_id, kind, value, -number from counted_rows(${sql.param(company_ids)}::uuid[]))
    select distinct company_id from (
      select company_id from kept where company_id not in (select company_id from uncounted)
      group by company_id, kind, case when kind = 'expiry' and value < ${past} then '' else value end having sum(number) <> 0) differing
    order by company_id`)
  return rows.map(({ company_id }) => company_id)
}

/** The kinds whose totals are not the sum over the companies, or not the number of companies and users. */
export async function findWrongTotals(db: Db, now: Date): Promise<string[]> {
  const past = dayOf(now)
  const { rows } = await db.execute<{ kind: string }>(sql`
    with kept as (
      select kind, value, slot, number from total_counts
      union all select kind, value, slot_of(company_id), -number from company_counts
      union all select 'company', '', slot_of(id), -count(*) from companies group by 3
      union all select 'user', '', slot_of(id), -count(*) from users group by 3)
    select distinct kind from (
      select kind from kept group by kind, slot, case when kind = 'expiry' and value < ${past} then '' else value end having sum(number) <> 0) differing
    order by kind`)
  return rows.map(({ kind }) => kind)
}

/** Of so many companies behind the place those that are idle beside an active case, or not without one; and the last, where there are more. */
export async function findWrongIdle(db: Db, place: string, size: number): Promise<{ wrong: string[]; next: string | undefined }> {
  const { rows } = await db.execute<{ wrong: string[]; next: string | null }>(sql`
    with slice as materialized (select id, idle from companies where id > ${place}::uuid order by id limit ${size})
    select array(select id from slice where id not in (select company_id from uncounted) and idle = exists (select from company_counts kept
        where kept.company_id = slice.id and kept.kind = 'status' and kept.value = 'active') order by id) as wrong,
      (select id from slice order by id offset ${size - 1}) as next`)
  return { wrong: rows[0]?.wrong ?? [], next: rows[0]?.next ?? undefined }
}

/** Every company that has numbers, or should have. */
export async function listCounted(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string[] }>(
    sql`select array(select id from companies union select company_id from wallets union select company_id from company_counts) as ids`,
  )
  return rows[0]?.ids ?? []
}

async function findAllWrongIdle(db: Db): Promise<string[]> {
  const all: string[] = []
  for (let place: string | undefined = NO_ID; place; ) {
    const { wrong, next } = await findWrongIdle(db, place, SLICE)
    all.push(...wrong)
    place = next
  }
  return all
}

/** Every company, for the check command and after a restore. */
export async function findAllMiscounted(db: Db, now: Date): Promise<string[]> {
  const all = await listCounted(db)
  return [
    ...(await findMiscounted(db, all, now)).map((id) => `of company ${id}`),
    ...(await findAllWrongIdle(db)).map((id) => `whether company ${id} has cases`),
    ...(await findWrongTotals(db, now)).map((kind) => `total by ${kind}`),
    ...(await findMisdated(db, all)).map((id) => `days of company ${id}`),
    ...(await findWrongDays(db)).map((day) => `total of ${day}`),
  ]
}
