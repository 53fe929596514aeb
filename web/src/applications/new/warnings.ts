const PERIOD = /^(\d{1,4})\s*(days?|weeks?|months?)?$/i
const NOTICE_DAYS = { least: 30, most: 90 }
/** Six months, however long these are. */
const PROBATION_DAYS = 184

const DAYS = { day: 1, week: 7, month: 30 }
const UNITS = ['day', 'week', 'month'] as const

/** How many days a plainly written period means; undefined for anything else. */
function daysOf(typed: string, unitless: keyof typeof DAYS | undefined): number | undefined {
  const [, amount, written] = PERIOD.exec(typed.trim()) ?? []
  const unit = UNITS.find((each) => written?.toLowerCase().startsWith(each)) ?? unitless
  return amount && unit ? Number(amount) * DAYS[unit] : undefined
}

/** What the law asks of a contract; said below the field, never refused (U42). */
export function isUnusualNotice(typed: string): boolean {
  const days = daysOf(typed, 'day')
  return days !== undefined && (days < NOTICE_DAYS.least || days > NOTICE_DAYS.most)
}

/** A number alone may mean days or months, so nothing is said about it. */
export function isLongProbation(typed: string): boolean {
  return (daysOf(typed, undefined) ?? 0) > PROBATION_DAYS
}
