import { OUTLOOK_DAYS } from 'contract'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { deadlineFines, deadlines } from '../db/deadlines.table.ts'

const { fined_from, stopped_from, stopped_until, fines_id, certain } = deadlines

const running = (first: SQL, last: SQL): SQL => sql`running_days(${first}, ${last}, ${stopped_from}, ${stopped_until})`

/** Null where it stands still until further notice from its first day on. */
const firstDay = sql`case when ${stopped_from} <= ${fined_from} and coalesce(${stopped_until}, 'infinity'::date) >= ${fined_from}
  then ${stopped_until} + 1 else ${fined_from} end`

const isOf = (day: SQL): SQL => sql`f.in_force_from <= ${day} and (f.next_from is null or f.next_from > ${day})`

const monthAt = (number: SQL): SQL => sql`(${fined_from} + make_interval(months => ${number}))::date`

/** Months that count at the end of a day, of those whose first day is one of the rule. */
const months = (day: SQL): SQL => sql`(select count(*) from (
    select ${monthAt(sql`number`)} as first, ${monthAt(sql`number + 1`)} - 1 as last from generate_series(0, (${day} - ${fined_from}) / 28) number) month
  where month.first <= ${day} and ${isOf(sql`month.first`)} and case when f.months = 'begun' then ${running(sql`month.first`, sql`least(month.last, ${day})`)} > 0
    else month.last <= ${day} and ${running(sql`month.first`, sql`month.last`)} = month.last - month.first + 1 end)`

/** In fils what the clock of the row has cost by the end of a day: `accrued` of the contract. */
const costBy = (day: SQL): SQL => sql`(select least(coalesce(sum(f.amount * case f.every
    when 'day' then ${running(sql`greatest(f.in_force_from, ${fined_from})`, sql`least(coalesce(f.next_from - 1, ${day}), ${day})`)}
    when 'month' then ${months(day)}
    when 'once' then (select count(*) from (select ${firstDay} as day offset 0) begun where begun.day <= ${day} and ${isOf(sql`begun.day`)})
  end), 0), max(f.cap) filter (where ${isOf(day)}))::int8 from ${deadlineFines} f where f.id = ${fines_id})`

export interface CostColumns {
  accrued: SQL
  /** By the end of the outlook. */
  soon: SQL
  counted: SQL
}

type Day = string | SQLWrapper
const inOutlook = (today: Day): SQL => sql`(${today}::date + ${sql.raw(String(OUTLOOK_DAYS))})`

/** `costOf` of the contract in SQL, of the row of deadlines. */
export function costIn(today: Day): CostColumns {
  const [now, then] = [sql`${today}::date`, inOutlook(today)]
  return {
    accrued: costBy(now),
    soon: costBy(then),
    counted: sql`(${certain} and not exists (select from ${deadlineFines} f where f.id = ${fines_id} and not f.certain
      and f.in_force_from <= ${now} and (f.next_from is null or f.next_from > ${fined_from})))`,
  }
}

/** What costs something within the outlook has its last day before that. */
export const mayCost = (today: Day): SQL => sql`${fined_from} is not null and ${deadlines.due_on} < ${inOutlook(today)}`
