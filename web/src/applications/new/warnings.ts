const PERIOD = /^(\d{1,4})\s*(days?|weeks?|months?)?$/i
const USUAL_NOTICE_DAYS = { min: 30, max: 90 }
/** The longest six months. */
const MAX_PROBATION_DAYS = 184

const DAYS = { day: 1, week: 7, month: 30 }
const UNITS = ['day', 'week', 'month'] as const

/** The days of a plainly written period; undefined for anything else. */
function daysOf(typed: string, unitless: keyof typeof DAYS | undefined): number | undefined {
  const [, amount, written] = PERIOD.exec(typed.trim()) ?? []
  const unit = UNITS.find((each) => written?.toLowerCase().startsWith(each)) ?? unitless
  return amount && unit ? Number(amount) * DAYS[unit] : undefined
}

/** Whether the law may object to the period; shown below the field, never refused (U42). */
export function isUnusualNotice(typed: string): boolean {
  const days = daysOf(typed, 'day')
  return days !== undefined && (days < USUAL_NOTICE_DAYS.min || days > USUAL_NOTICE_DAYS.max)
}

/** A number alone may mean days or months, so it brings no warning. */
export function isLongProbation(typed: string): boolean {
  return (daysOf(typed, undefined) ?? 0) > MAX_PROBATION_DAYS
}
