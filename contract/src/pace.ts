import { addDays, dubaiDate, startOf } from './dates.ts'
import type { UsualDays } from './ruleValues.ts'
import type { StageName } from './stages.ts'

/** A stage without a usual figure is late after so many working days. */
const LATE_DAYS = 10

export type Pace = 'on_time' | 'slow' | 'late'

const FRIDAY = 5
/** Monday to Friday, of a calendar date. */
const isWorkingDay = (date: string): boolean => {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return day >= 1 && day <= FRIDAY
}

/** The most that is usual. */
const slowAfter = (stage: StageName, usual: UsualDays): number | undefined => usual[stage]?.most ?? usual[stage]?.least
const lateAfter = (stage: StageName, usual: UsualDays): number => 2 * (slowAfter(stage, usual) ?? LATE_DAYS / 2)

/** The earliest Dubai date since which no more than `count` working days have passed by `today`; the first day does not count. */
function earliest(count: number, today: string): string {
  let date = today
  for (let passed = 0; passed < count || !isWorkingDay(date); date = addDays(date, -1)) if (isWorkingDay(date)) passed++
  return date
}

/** Cases that have stood in the stage since before this moment are late (more working days than twice the most that is usual). */
export const lateBefore = (stage: StageName, today: string, usual: UsualDays): Date =>
  new Date(startOf(earliest(lateAfter(stage, usual), today)))

/** How a case that has stood in the stage since a moment keeps to the usual working days. */
export function paceOf(stage: StageName, since: Date, today: string, usual: UsualDays): Pace {
  if (since < lateBefore(stage, today, usual)) return 'late'
  const days = slowAfter(stage, usual)
  return days !== undefined && dubaiDate(since) < earliest(days, today) ? 'slow' : 'on_time'
}

/** The Dubai date by which a case that has stood in the stage since a moment is usually done. */
export function usualUntil(stage: StageName, since: Date, usual: UsualDays): string | undefined {
  const days = slowAfter(stage, usual)
  if (days === undefined) return undefined
  let date = dubaiDate(since)
  for (let left = days; left > 0; ) {
    date = addDays(date, 1)
    if (isWorkingDay(date)) left--
  }
  return date
}
