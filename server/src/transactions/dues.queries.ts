import { addDays, DUE_AGES, type Dues, dubaiDate, fils, MOST_DUE, toAed } from 'contract'
import { sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { wallets } from '../db/wallet.table.ts'
import { keptNumber, keptSince } from '../visibility/counts.ts'

/** Along the index; their sums are in fils. */
const mostDue = sql<
  Dues['companies']
>`(select coalesce(json_agg(json_build_object('company_id', c.id, 'company_name', c.name, 'due', most.due_fils)
    order by most.due_fils desc, most.company_id desc), '[]')
  from (select company_id, due_fils from ${wallets} where due_fils > 0 order by due_fils desc, company_id desc limit ${sql.raw(String(MOST_DUE))}) most
  join ${companies} c on c.id = most.company_id)`

/** Reads the days of the last ages alone: what is older is all without them. */
export async function findDues(db: Db, now: Date): Promise<Dues> {
  const today = dubaiDate(now)
  const first = addDays(today, -(DUE_AGES.at(-2)?.to_days ?? 0))
  const [found] = await db
    .select({
      due: keptNumber('all', 'due', ''),
      unpaid: keptNumber('all', 'unpaid', ''),
      dues: keptSince('all', 'due', first),
      payments: keptSince('all', 'unpaid', first),
      companies: mostDue,
    })
    .from(sql`(select 1) one`)
  const dues = byAge(today, found?.dues ?? {}, found?.due ?? 0)
  const cases = byAge(today, found?.payments ?? {}, found?.unpaid ?? 0)
  return {
    ages: DUE_AGES.map((age, place) => ({ ...age, due: toAed(fils(dues[place] ?? 0)), cases: cases[place] ?? 0 })),
    companies: (found?.companies ?? []).map((company) => ({ ...company, due: toAed(fils(company.due)) })),
  }
}

/** A number for each age: all that is not older than it, less what is younger. */
function byAge(today: string, days: Record<string, number>, all: number): number[] {
  const upTo = DUE_AGES.map(({ to_days }) => (to_days === null ? all : sumSince(addDays(today, -to_days), days)))
  return upTo.map((number, place) => number - (upTo[place - 1] ?? 0))
}

const sumSince = (first: string, days: Record<string, number>): number =>
  Object.entries(days).reduce((sum, [day, number]) => (day >= first ? sum + number : sum), 0)
