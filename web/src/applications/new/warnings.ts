import { DAY_MS, type Settings } from 'contract'

const PERIOD = /^(\d{1,4})\s*(days?|weeks?|months?)?$/i

const DAYS = { day: 1, week: 7, month: 30 }
const UNITS = ['day', 'week', 'month'] as const

/** The days of a plainly written period; undefined for anything else. */
function daysOf(typed: string, unitless: keyof typeof DAYS | undefined): number | undefined {
  const [, amount, written] = PERIOD.exec(typed.trim()) ?? []
  const unit = UNITS.find((each) => written?.toLowerCase().startsWith(each)) ?? unitless
  return amount && unit ? Number(amount) * DAYS[unit] : undefined
}

/** Whether the law may object to the period; shown below the field, never refused (U42). Without a rule nothing is remarked on. */
export function isUnusualNotice(typed: string, usual: Settings['notice_period']): boolean {
  const days = daysOf(typed, 'day')
  return days !== undefined && usual !== undefined && (days < usual.from_days || days > usual.to_days)
}

/** A number alone may mean days or months, so it brings no warning. */
export function isLongProbation(typed: string, longest: Settings['probation_max']): boolean {
  return longest !== undefined && (daysOf(typed, undefined) ?? 0) > (longest.days ?? longestOf(longest.months ?? 0))
}

/** The days of so many months, begun in that month of the year in which they are most. */
const longestOf = (months: number): number =>
  Math.max(...Array.from({ length: 12 }, (_, begun) => (Date.UTC(2023, begun + months) - Date.UTC(2023, begun)) / DAY_MS))
