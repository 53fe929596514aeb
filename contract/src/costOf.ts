import { accrued, addedSoon, fineOn, type Stop } from './accrued.ts'
import { areCertain, type RuledFine } from './deadlineRules.ts'
import type { Clock } from './deadlinesOf.ts'
import { type Fils, fils, fromAed } from './money.ts'

export interface Cost {
  /** Whether it is in the sums. */
  counted: boolean
  accrued: Fils
  /** Added within the next 30 days. */
  soon: Fils
  cap: Fils | null
}

/** What a clock costs on a Dubai day; null where no rule says that it costs anything. */
export function costOf(
  { fined_from, certain }: Pick<Clock, 'fined_from' | 'certain'>,
  fines: readonly RuledFine[],
  day: string,
  stops: readonly Stop[],
): Cost | null {
  if (fined_from === null) return null
  const cap = fineOn(fines, day)?.cap
  const now = accrued(fines, fined_from, day, stops)
  return {
    counted: certain && areCertain(fines, fined_from, day),
    accrued: now,
    soon: addedSoon(fines, fined_from, day, stops, now),
    cap: cap === undefined ? null : fils(fromAed(cap)),
  }
}

/** Whether it belongs into a sum, or among what no sum has. */
export const isAtRisk = (cost: Cost | null): cost is Cost => cost !== null && cost.accrued + cost.soon > 0
