import { dubaiDate } from 'contract'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Proofs } from '../db/proofs.ts'
import { openRounds } from '../db/rounds.ts'
import { findMiscounted, findWrongIdle, findWrongTotals, NO_ID } from './countsProof.ts'
import { dayBefore, findMisdated, findWrongOfDays } from './daysProof.ts'
import { isCountedRight } from './largeProof.ts'

/** For one run, and for one statement about a company with more. */
const MAX_ROWS_PER_RUN = 5_000
const MAX_COMPANIES_PER_RUN = 250

type Sized = {
  company_id: string
  number: number
}

/** Each run compares kept counts with rows: of the companies with the newest applications, and going round of the others. A difference alarms until a later run finds none. */
export function watchCounts(
  { log }: { log: FastifyBaseLogger },
  { db, proofs, now }: { db: Db; proofs: Proofs; now: () => Date },
  maxRows = MAX_ROWS_PER_RUN,
): () => Promise<void> {
  let place = NO_ID
  let idlePlace = NO_ID
  let day = dubaiDate(now())
  let wrong: Sized[] = []
  let totals: string[] = []
  let days: string[] = []
  const rounds = openRounds(['companies', 'idle', 'days'])
  return async () => {
    const today = dubaiDate(now())
    await joinPastDays(db, today)
    const round = await nextCompanies(db, place, maxRows)
    place = round.at(-1)?.company_id ?? NO_ID
    const newest = await newestCompanies(db, maxRows)
    wrong = await findWrong(db, [...newest, ...round, ...wrong], { now: now(), maxRows })
    if (round.length === 0) rounds.end('companies')
    if (round.length === 0 || totals.length > 0) totals = await findWrongTotals(db, now())
    const idle = await findWrongIdle(db, idlePlace, maxRows)
    if (idle.wrong.length === 0) idlePlace = idle.next ?? NO_ID
    if (idle.wrong.length === 0 && !idle.next) rounds.end('idle')
    day = await dayBefore(db, day, today)
    if (day === today) rounds.end('days')
    days = await findWrongOfDays(db, [today, day, ...days])
    const broken = [...wrong.map(({ company_id }) => company_id), ...idle.wrong, ...totals, ...days]
    if (broken.length > 0) log.error({ broken }, 'the kept counts are not those of the rows')
    await proofs.keep('counts', { broken }, rounds.wholly_ms)
  }
}

async function findWrong(db: Db, companies: Sized[], { now, maxRows }: { now: Date; maxRows: number }): Promise<Sized[]> {
  const all = new Map(companies.map((company) => [company.company_id, company]))
  const isLarge = ({ number }: Sized) => number > maxRows
  const ids = [...all.values()].filter((each) => !isLarge(each)).map(({ company_id }) => company_id)
  const wrong = new Set([...(await findMiscounted(db, ids, now)), ...(await findMisdated(db, ids))])
  for (const { company_id } of [...all.values()].filter(isLarge))
    if (!(await isCountedRight(db, company_id, now, maxRows))) wrong.add(company_id)
  return [...all.values()].filter(({ company_id }) => wrong.has(company_id))
}

/** Companies by id whose rows come to about `maxRows` together; one with more is the last. */
async function nextCompanies(db: Db, place: string, maxRows: number): Promise<Sized[]> {
  const { rows } = await db.execute<Sized>(sql`
    select company_id, number from (
      select company_id, number, sum(number) over (order by company_id) - number as before from (
        select company_id, sum(number)::int8 as number from company_counts where company_id > ${place}::uuid and kind in ('status', 'employee', 'transaction')
        group by company_id order by company_id limit ${MAX_COMPANIES_PER_RUN}) sized) summed
    where before < ${maxRows} order by company_id`)
  return rows
}

/** Those of the newest applications that come to about `maxRows` together. One with more waits for its turn. */
async function newestCompanies(db: Db, maxRows: number): Promise<Sized[]> {
  const { rows } = await db.execute<Sized>(sql`
    select company_id, number from (
      select company_id, number, sum(number) over (order by at desc) - number as before from (
        select newest.company_id, max(newest.submitted_at) as at,
          (select sum(c.number)::int8 from company_counts c where c.company_id = newest.company_id and c.kind in ('status', 'employee', 'transaction')) as number
        from (select company_id, submitted_at from visa_applications order by submitted_at desc, id desc limit 200) newest
        group by newest.company_id) sized where number <= ${maxRows}) summed
    where before < ${maxRows}`)
  return rows
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
