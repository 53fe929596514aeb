import type { FineFrom } from './accrued.ts'
import { FINED_BY, type FinedKey } from './deadlineKeys.ts'
import type { DeadlineKey } from './deadlines.ts'
import { type FoundRule, type RuleFacts, type RuleRow, ruleFor } from './ruleFor.ts'
import type { RuleKey } from './ruleValues.ts'

/** Of a rule what clocks are counted by. */
export type ClockRule = RuleRow & { id: string; confirmed: boolean }

const sorted = new WeakMap<readonly ClockRule[], Map<RuleKey, ClockRule[]>>()
/** Sorted by key once for each list: thousands of clocks are counted by the same. */
function rulesOf(rules: readonly ClockRule[], key: RuleKey): readonly ClockRule[] {
  const found = sorted.get(rules) ?? Map.groupBy(rules, (rule) => rule.key)
  sorted.set(rules, found)
  return found.get(key) ?? []
}

/** A company that does not say where it is counts as one of the mainland, which is assumed. */
function ruleOn<Key extends RuleKey>(all: readonly ClockRule[], key: Key, facts: RuleFacts, on: string) {
  const rules = rulesOf(all, key)
  const known = ruleFor(rules, key, facts, on)
  if (facts.jurisdiction || (known && !known.assumed)) return known
  const taken = ruleFor(rules, key, { ...facts, jurisdiction: 'mainland' }, on)
  return taken && { ...taken, assumed: true }
}

const startsOf = (rules: readonly ClockRule[], key: RuleKey): string[] =>
  [...new Set(rulesOf(rules, key).map(({ in_force_from }) => in_force_from))].toSorted()

/** The rule of a day; where none holds on it, the first that comes. */
export function ruleBy<Key extends RuleKey>(rules: readonly ClockRule[], key: Key, facts: RuleFacts, on: string) {
  const days = [on, ...startsOf(rules, key).filter((day) => day > on)]
  return days.map((day) => ruleOn(rules, key, facts, day)).find((found) => found !== undefined)
}

/** Confirmed, and not taken for want of facts. */
export const isCertain = ({ rule, assumed }: FoundRule<ClockRule>): boolean => rule.confirmed && !assumed

/** A fine, and whether what it costs is counted. */
export interface RuledFine extends FineFrom {
  certain: boolean
}

const isFined = (key: DeadlineKey): key is FinedKey => key in FINED_BY

/** What a clock costs from which day on, in order. */
export function finesOf(rules: readonly ClockRule[], key: DeadlineKey, facts: RuleFacts): RuledFine[] {
  if (!isFined(key)) return []
  const rule = FINED_BY[key]
  return startsOf(rules, rule).map((in_force_from) => {
    const found = ruleOn(rules, rule, facts, in_force_from)
    return { in_force_from, value: found?.rule.value ?? null, certain: !found || isCertain(found) }
  })
}

/** Whether all fines that hold from one day to another are counted. */
export const areCertain = (fines: readonly RuledFine[], from: string, to: string): boolean =>
  fines.every(({ in_force_from, certain }, index) => {
    const next = fines[index + 1]
    return certain || in_force_from > to || (next !== undefined && next.in_force_from <= from)
  })
