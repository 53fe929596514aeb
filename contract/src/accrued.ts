import type { z } from 'zod'
import { addDays, afterMonths, daysLeft } from './dates.ts'
import { type Fils, fils, fromAed, minus, plus } from './money.ts'
import type { Fine } from './ruleValues.ts'

/** What a clock costs from a Dubai day on, until the next of its rules; null: nothing. */
export interface FineFrom {
  in_force_from: string
  value: z.infer<typeof Fine> | null
}
/** Days on which a clock stands still, both included; null: until further notice. */
export interface Stop {
  from: string
  until: string | null
}
type Days = { from: string; to: string }

/** No day comes after it. */
const LAST_DATE = '9999-12-31'

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** The days of a time on which the clock runs, in order. */
function runningDays(from: string, to: string, stops: readonly Stop[]): Days[] {
  const running: Days[] = []
  let next = from
  for (const stop of stops.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    if (stop.from > next) running.push({ from: next, to: earlier(to, addDays(stop.from, -1)) })
    if (stop.until === null || stop.until === LAST_DATE) return running.filter((days) => days.from <= days.to)
    next = later(next, addDays(stop.until, 1))
  }
  return [...running, { from: next, to }].filter((days) => days.from <= days.to)
}

const numberOf = (days: readonly Days[], from: string, to: string): number =>
  days.reduce((total, each) => total + Math.max(0, daysLeft(earlier(each.to, to), later(each.from, from)) + 1), 0)

/** The fine that holds on a day. */
export const fineOn = (fines: readonly FineFrom[], day: string) =>
  fines.findLast(({ in_force_from }) => in_force_from <= day)?.value ?? null

const amountOf = (fine: z.infer<typeof Fine>, times: number): Fils => fils(fromAed(fine.amount) * times)

/** Each day costs what the rule of that day says. */
function byDay(fines: readonly FineFrom[], running: readonly Days[], day: string): Fils {
  return fines.reduce((total, { in_force_from, value }, index) => {
    const next = fines[index + 1]
    const to = next ? addDays(next.in_force_from, -1) : day
    return value?.every === 'day' ? plus(total, amountOf(value, numberOf(running, in_force_from, to))) : total
  }, fils(0))
}

/** Each month costs what the rule of its first day says. It has begun with its first running day, and is completed when all its days ran. */
function byMonth(fines: readonly FineFrom[], running: readonly Days[], from: string): Fils {
  const last = running.at(-1)?.to ?? ''
  let total = fils(0)
  for (let month = 0, first = from; first <= last; first = afterMonths(from, ++month)) {
    const fine = fineOn(fines, first)
    if (fine?.every !== 'month') continue
    const end = addDays(afterMonths(from, month + 1), -1)
    const ran = numberOf(running, first, end)
    const counts = fine.months === 'begun' ? ran > 0 : ran === daysLeft(end, first) + 1
    if (counts) total = plus(total, amountOf(fine, 1))
  }
  return total
}

function atOnce(fines: readonly FineFrom[], running: readonly Days[]): Fils {
  const fine = running[0] && fineOn(fines, running[0].from)
  return fine?.every === 'once' ? amountOf(fine, 1) : fils(0)
}

/** What a clock has cost by the end of a Dubai day. The fines stand in order; the cap is that of the day. */
export function accrued(fines: readonly FineFrom[], fined_from: string, day: string, stops: readonly Stop[]): Fils {
  const running = runningDays(fined_from, day, stops)
  const total = [byDay(fines, running, day), byMonth(fines, running, fined_from), atOnce(fines, running)].reduce(plus)
  const cap = fineOn(fines, day)?.cap
  return cap === undefined ? total : fils(Math.min(total, fromAed(cap)))
}

export const OUTLOOK_DAYS = 30

/** What is added within the next 30 days if nobody acts. */
export function addedSoon(fines: readonly FineFrom[], fined_from: string, day: string, stops: readonly Stop[]): Fils {
  const [now, then] = [day, addDays(day, OUTLOOK_DAYS)].map((on) => accrued(fines, fined_from, on, stops))
  return fils(Math.max(0, minus(then ?? fils(0), now ?? fils(0))))
}
