import type { z } from 'zod'
import { addDays, dayNumber } from './dates.ts'
import { type Fils, fils, fromAed, minus, plus } from './money.ts'
import type { Fine } from './ruleValues.ts'
import { DAY_MS } from './units.ts'

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
/** Days since 1970, both included: reckoned with thousands of times. */
type Days = { from: number; to: number }

/** No day comes after it. */
const LAST_DATE = '9999-12-31'

/** The days of a time on which the clock runs, in order. */
function runningDays(from: number, to: number, stops: readonly Stop[]): Days[] {
  if (stops.length === 0) return [{ from, to }]
  const running: Days[] = []
  let next = from
  for (const stop of stops.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const begins = dayNumber(stop.from)
    if (begins > next) running.push({ from: next, to: Math.min(to, begins - 1) })
    if (stop.until === null || stop.until === LAST_DATE) return running.filter((days) => days.from <= days.to)
    next = Math.max(next, dayNumber(stop.until) + 1)
  }
  return [...running, { from: next, to }].filter((days) => days.from <= days.to)
}

const numberOf = (days: readonly Days[], from: number, to: number): number =>
  days.reduce((total, each) => total + Math.max(0, Math.min(each.to, to) - Math.max(each.from, from) + 1), 0)

/** The fine that holds on a day. */
export const fineOn = (fines: readonly FineFrom[], day: string) =>
  fines.findLast(({ in_force_from }) => in_force_from <= day)?.value ?? null

interface Step {
  from: number
  value: FineFrom['value']
}
const stepOn = (steps: readonly Step[], day: number) => steps.findLast(({ from }) => from <= day)?.value ?? null

const amountOf = (fine: z.infer<typeof Fine>, times: number): Fils => fils(fromAed(fine.amount) * times)

/** Each day costs what the rule of that day says. */
function byDay(steps: readonly Step[], running: readonly Days[], day: number): Fils {
  return steps.reduce((total, { from, value }, index) => {
    const next = steps[index + 1]
    return value?.every === 'day' ? plus(total, amountOf(value, numberOf(running, from, next ? next.from - 1 : day))) : total
  }, fils(0))
}

/** The same day of later months, or their last one. */
function monthsAfter(date: string): (months: number) => number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return (months) => {
    const [first, next] = [Date.UTC(year, month - 1 + months), Date.UTC(year, month + months)]
    return first / DAY_MS + Math.min(day, (next - first) / DAY_MS) - 1
  }
}

/** Each month costs what the rule of its first day says. It has begun with its first running day, and is completed when all its days ran. */
function byMonth(steps: readonly Step[], running: readonly Days[], fined_from: string): Fils {
  if (!steps.some(({ value }) => value?.every === 'month')) return fils(0)
  const last = running.at(-1)?.to ?? Number.NEGATIVE_INFINITY
  const at = monthsAfter(fined_from)
  let total = fils(0)
  for (let month = 0, first = at(0); first <= last; first = at(++month)) {
    const fine = stepOn(steps, first)
    if (fine?.every !== 'month') continue
    const end = at(month + 1) - 1
    const ran = numberOf(running, first, end)
    if (fine.months === 'begun' ? ran > 0 : ran === end - first + 1) total = plus(total, amountOf(fine, 1))
  }
  return total
}

function atOnce(steps: readonly Step[], running: readonly Days[]): Fils {
  const fine = running[0] && stepOn(steps, running[0].from)
  return fine?.every === 'once' ? amountOf(fine, 1) : fils(0)
}

/** What a clock has cost by the end of a Dubai day. The fines stand in order; the cap is that of the day. */
export function accrued(fines: readonly FineFrom[], fined_from: string, day: string, stops: readonly Stop[]): Fils {
  const [from, to] = [dayNumber(fined_from), dayNumber(day)]
  if (from > to) return fils(0)
  const running = runningDays(from, to, stops)
  const steps = fines.map(({ in_force_from, value }) => ({ from: dayNumber(in_force_from), value }))
  const total = [byDay(steps, running, to), byMonth(steps, running, fined_from), atOnce(steps, running)].reduce(plus)
  const cap = fineOn(fines, day)?.cap
  return cap === undefined ? total : fils(Math.min(total, fromAed(cap)))
}

export const OUTLOOK_DAYS = 30

/** What is added within the next 30 days if nobody acts, to what it has cost by now. */
export function addedSoon(
  fines: readonly FineFrom[],
  fined_from: string,
  day: string,
  stops: readonly Stop[],
  now = accrued(fines, fined_from, day, stops),
): Fils {
  return fils(Math.max(0, minus(accrued(fines, fined_from, addDays(day, OUTLOOK_DAYS), stops), now)))
}
