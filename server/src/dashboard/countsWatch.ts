import { dubaiDate } from 'contract'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Proofs } from '../metrics/proofs.ts'
import { findMiscounted, findWrongTotals } from './countsProof.ts'

/** For one run; a company with more is compared alone. */
const MAX_ROWS_PER_RUN = 5_000
const MAX_COMPANIES_PER_RUN = 250
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Each run compares kept counts with rows: of the companies with the newest applications, and going round of the others. A difference alarms until a later run finds none. */
export function watchCounts(
  { log }: { log: FastifyBaseLogger },
  { db, proofs, now }: { db: Db; proofs: Proofs; now: () => Date },
  maxRows = MAX_ROWS_PER_RUN,
): () => Promise<void> {
  let place = NO_ID
  let miscounted: string[] = []
  let totals: string[] = []
  return async () => {
    await joinPastDays(db, dubaiDate(now()))
    const round = await nextCompanies(db, place, maxRows)
    place = round.length > 0 ? (round.at(-1) ?? NO_ID) : NO_ID
    const newest = await newestCompanies(db, maxRows)
    miscounted = await findMiscounted(db, [...new Set([...newest, ...round, ...miscounted])], now())
    if (round.length === 0 || totals.length > 0) totals = await findWrongTotals(db, now())
    const broken = [...miscounted, ...totals]
    proofs.counts = { broken, checked_at: new Date() }
    if (broken.length > 0) log.error({ broken }, 'the kept counts are not those of the rows')
  }
}

/** Companies by id whose rows come to about `maxRows` together. */
async function nextCompanies(db: Db, place: string, maxRows: number): Promise<string[]> {
  const { rows } = await db.execute<{ company_id: string }>(sql`
    select company_id from (
      select company_id, sum(number) over (order by company_id) - number as before from (
        select company_id, sum(number) as number from company_counts where company_id > ${place}::uuid and kind in ('status', 'employee', 'transaction')
        group by company_id order by company_id limit ${MAX_COMPANIES_PER_RUN}) sized) summed
    where before < ${maxRows} order by company_id`)
  return rows.map(({ company_id }) => company_id)
}

/** Those of the newest applications that come to about `maxRows` together, the first alone where it has more. */
async function newestCompanies(db: Db, maxRows: number): Promise<string[]> {
  const { rows } = await db.execute<{ company_id: string }>(sql`
    select company_id from (
      select company_id, sum(number) over (order by at desc) - number as before from (
        select newest.company_id, max(newest.submitted_at) as at,
          (select sum(c.number) from company_counts c where c.company_id = newest.company_id and c.kind in ('status', 'employee', 'transaction')) as number
        from (select company_id, submitted_at from visa_applications order by submitted_at desc, id desc limit 200) newest
        group by newest.company_id) sized) summed
    where before < ${maxRows}`)
  return rows.map(({ company_id }) => company_id)
}

/** Puts the days before today together, so that the number of expired visas stays a sum of few rows. */
async function joinPastDays(db: Db, today: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`with past as (
        delete from company_counts where kind = 'expiry' and value <> '' and value < ${today} returning company_id, number)
      insert into company_counts as kept (company_id, kind, value, number)
        select company_id, 'expiry', '', sum(number) from past group by company_id having sum(number) <> 0 order by company_id
        on conflict (company_id, kind, value) do update set number = kept.number + excluded.number`)
    await tx.execute(sql`with past as (
        delete from total_counts where kind = 'expiry' and value <> '' and value < ${today} returning slot, number)
      insert into total_counts as kept (kind, value, slot, number)
        select 'expiry', '', slot, sum(number) from past group by slot having sum(number) <> 0 order by slot
        on conflict (kind, value, slot) do update set number = kept.number + excluded.number`)
  })
}
