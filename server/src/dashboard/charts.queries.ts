import {
  addDays,
  addMonths,
  CHART_COMPANIES,
  CHART_WEEKS,
  type Charts,
  type getCharts as call,
  dubaiDate,
  fils,
  STAGE_NAMES,
  type StageName,
  toAed,
} from 'contract'
import { and, between, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Cell, cellsOf, numberOf, tookIn } from '../applications/facetCells.ts'
import { companies } from '../db/companies.table.ts'
import { companyCounts } from '../db/counts.table.ts'
import type { Db } from '../db/open.ts'
import { stageDays, stageDayTotals } from '../db/stageDays.table.ts'
import type { Viewer } from '../http/session.ts'
import { keptNumbers, keptRows, keptSince, listedScope, type Scope } from '../visibility/counts.ts'

/** How many more open cases came to a stage than left it, in the seven days that ended so many weeks ago. */
interface Move {
  stage: StageName
  weeks_ago: number
  moved: number
}

/** The kept days of the window alone, however long the portal has existed. */
function movesIn(scope: Scope, after: string, today: string): SQL<Move[]> {
  const kept = scope === 'all' ? stageDayTotals : stageDays
  const within = typeof scope === 'object' ? eq(stageDays.company_id, scope.company_id) : scope === 'none' ? sql`false` : undefined
  return sql`(select coalesce(json_agg(move), '[]') from (
    select ${kept.stage}, (${today}::date - ${kept.day}) / 7 as weeks_ago, sum(${kept.moved})::int8 as moved
    from ${kept} where ${and(within, eq(kept.status, 'active'), gt(kept.day, after))} group by 1, 2) move)`
}

/** Completed cases by the month and by how many days they took. */
type Took = Record<string, number>

/** The days that half of them took at most. */
function medianOf(times: { days: number; number: number }[]): number | null {
  const all = numberOf(times)
  let passed = 0
  for (const { days, number } of times.toSorted((one, other) => one.days - other.days)) {
    passed += number
    if (passed >= all / 2) return days
  }
  return null
}

function completedIn(month: string, took: Took): Charts['completed'][number] {
  const times = tookIn(month, took)
  return { month, visas: numberOf(times), median_days: medianOf(times) }
}

interface Busy extends Pick<Charts['companies'][number], 'company_id' | 'company_name'> {
  cases: Record<string, number>
}

/** It reads a number of each company that has open cases, and the cases of those that are named. */
const busiest = sql<Busy[]>`(select coalesce(json_agg(busy order by number desc, company_id), '[]') from (
  select most.company_id, most.number, ${companies.name} as company_name, (select json_object_agg(value, number) from ${companyCounts} kept
    where kept.company_id = most.company_id and kept.kind = 'case' and kept.value like 'active|%') as cases
  from (select company_id, number from ${companyCounts} where kind = 'status' and value = 'active'
    order by number desc, company_id limit ${sql.raw(String(CHART_COMPANIES))}) most
  join ${companies} on ${companies.id} = most.company_id) busy)`
const NOBODY = sql<Busy[]>`'[]'::json`

const byStage = (cases: Cell[]): number[] => STAGE_NAMES.map((name) => numberOf(cases.filter(({ stage }) => stage === name)))

/** Fils by month, of all time: a month's balance is what moved up to its end. */
interface Moved {
  moved_in: Record<string, number>
  moved_out: Record<string, number>
}

const movedBefore = (month: string, moved: Record<string, number>): number =>
  Object.entries(moved).reduce((sum, [each, number]) => (each < month ? sum + number : sum), 0)

function moneyIn(month: string, { moved_in, moved_out }: Moved): Charts['money'][number] {
  const end = addMonths(month, 1)
  const [came, left] = [moved_in[month] ?? 0, moved_out[month] ?? 0]
  const balance = fils(movedBefore(end, moved_in) - movedBefore(end, moved_out))
  return { month, moved_in: toAed(fils(came)), moved_out: toAed(fils(left)), balance: toAed(balance) }
}

/** The days of a year of months, this one included. */
function expiringIn(scope: Scope, today: string): SQL<Charts['expiring']> {
  const last = addDays(`${addMonths(today.slice(0, 7), 12)}-01`, -1)
  return sql`(select coalesce(json_agg(day order by date), '[]') from (select value as date, sum(number)::int8 as visas
    ${keptRows(scope, (kept) => and(eq(kept.kind, 'expiry'), between(kept.value, today, last)))} group by value) day)`
}

/** What is open today is kept; the weeks before are that, less what the kept days since then have changed. */
export async function getCharts(db: Db, viewer: Viewer, { months, company_id }: z.output<typeof call.query>, now: Date): Promise<Charts> {
  const [scope, today, length] = [listedScope(viewer, company_id) ?? 'none', dubaiDate(now), CHART_WEEKS[months]]
  const first = addMonths(today.slice(0, 7), 1 - Number(months))
  const moves = movesIn(scope, addDays(today, -7 * length), today)
  const money = { moved_in: keptNumbers(scope, 'moved_in'), moved_out: keptNumbers(scope, 'moved_out') }
  const [found] = await db
    .select({
      cases: keptNumbers(scope, 'case'),
      moves,
      expiring: expiringIn(scope, today),
      took: keptSince(scope, 'took', first),
      ...money,
      busy: scope === 'all' ? busiest : NOBODY,
    })
    .from(sql`(select 1) one`)
  const monthly = Array.from({ length: Number(months) }, (_, place) => addMonths(first, place))
  const open = cellsOf(found?.cases ?? {}).filter(({ status }) => status === 'active')
  return {
    expiring: found?.expiring ?? [],
    companies: (found?.busy ?? []).map(({ company_id, company_name, cases }) => ({
      company_id,
      company_name,
      open: byStage(cellsOf(cases)),
    })),
    completed: monthly.map((month) => completedIn(month, found?.took ?? {})),
    money: monthly.map((month) => moneyIn(month, { moved_in: found?.moved_in ?? {}, moved_out: found?.moved_out ?? {} })),
    weeks: Array.from({ length: length + 1 }, (_, week) => addDays(today, 7 * (week - length))),
    stages: STAGE_NAMES.map((stage_name) => {
      const here = open.filter(({ stage }) => stage === stage_name)
      return {
        stage_name,
        open: weekly(
          numberOf(here),
          (found?.moves ?? []).filter(({ stage }) => stage === stage_name),
          length,
        ),
        refused: numberOf(here.filter(({ stage_status }) => stage_status === 'Rejected')),
      }
    }),
  }
}

/** From the oldest week to today. */
function weekly(today: number, moves: Move[], length: number): number[] {
  const numbers = [today]
  for (let week = 0; week < length; week++) {
    const moved = moves.find(({ weeks_ago }) => weeks_ago === week)?.moved ?? 0
    numbers.unshift((numbers[0] ?? 0) - moved)
  }
  return numbers
}
