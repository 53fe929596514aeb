import type { RuleConditions, RuleKey, RulesOfDay, RuleValueOf, UsualDays } from './ruleValues.ts'
import { STAGE_NAMES } from './stages.ts'

/** Of a rule what decides whether it holds. */
export interface RuleRow {
  key: RuleKey
  applies: RuleConditions
  value: unknown
  in_force_from: string
}

type Skill = 'skill_from' | 'skill_to'
/** What is known of a case; what is absent is not known. */
export type RuleFacts = { [Name in Exclude<keyof RuleConditions, Skill | 'nationalities'>]?: RuleConditions[Name] } & {
  skill_level?: number
  nationality?: string
}

/** Rules of one key with equal conditions follow each other in one line. */
export function conditionsKey(applies: RuleConditions): string {
  const given = Object.entries(applies).filter(([, condition]) => condition !== undefined)
  const ordered = given.map(([name, condition]) => [name, Array.isArray(condition) ? condition.toSorted() : condition])
  return JSON.stringify(Object.fromEntries(ordered.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))))
}
const lineOf = ({ key, applies }: RuleRow): string => `${key} ${conditionsKey(applies)}`

/** The rule of each line that holds on a Dubai day; a row without a value ends its line. */
export function inForceOn<Rule extends RuleRow>(rules: readonly Rule[], on: string): Rule[] {
  const last = new Map<string, Rule>()
  for (const rule of rules) {
    if (rule.in_force_from > on) continue
    const before = last.get(lineOf(rule))
    if (!before || before.in_force_from < rule.in_force_from) last.set(lineOf(rule), rule)
  }
  return [...last.values()].filter(({ value }) => value !== null)
}

type Fit = 'met' | 'unknown' | 'not met'

const fitOf = (fact: unknown, meets: boolean): Fit => {
  if (fact === undefined) return 'unknown'
  return meets ? 'met' : 'not met'
}

/** How each condition of a rule fits; the two ends of a range of levels are one. */
function fitsOf({ skill_from, skill_to, nationalities, ...plain }: RuleConditions, facts: RuleFacts): Fit[] {
  const { skill_level, nationality } = facts
  const fits = Object.entries(plain).map(([name, wanted]) => {
    const fact = facts[name as keyof typeof plain]
    return wanted === undefined ? undefined : fitOf(fact, fact === wanted)
  })
  if (skill_from !== undefined || skill_to !== undefined)
    fits.push(fitOf(skill_level, (skill_level ?? 0) >= (skill_from ?? 0) && (skill_level ?? 0) <= (skill_to ?? Number.POSITIVE_INFINITY)))
  if (nationalities) fits.push(fitOf(nationality, nationalities.includes(nationality ?? '')))
  return fits.filter((fit) => fit !== undefined)
}

export interface FoundRule<Rule> {
  rule: Rule
  /** A closer rule might apply if more were known, so that this one counts as unconfirmed. */
  assumed: boolean
}

type Typed<Rule, Key extends RuleKey> = Rule & { key: Key; value: RuleValueOf<Key> }

/** The rule of a key that holds on a Dubai day for what is known: the one with most conditions, then the latest. Without one there is no number. */
export function ruleFor<Rule extends RuleRow, Key extends RuleKey>(
  rules: readonly Rule[],
  key: Key,
  facts: RuleFacts,
  on: string,
): FoundRule<Typed<Rule, Key>> | undefined {
  const ofKey = rules.filter((rule): rule is Typed<Rule, Key> => rule.key === key)
  const fitting = inForceOn(ofKey, on).map((rule) => ({ rule, fits: fitsOf(rule.applies, facts) }))
  const found = fitting.filter(({ fits }) => fits.every((fit) => fit === 'met')).toSorted(closestFirst)[0]
  if (!found) return undefined
  const isOpen = (fits: Fit[]) => !fits.includes('not met') && fits.includes('unknown')
  return { rule: found.rule, assumed: fitting.some(({ fits }) => isOpen(fits) && fits.length > found.fits.length) }
}

type Fitting = { rule: RuleRow; fits: Fit[] }
const closestFirst = (one: Fitting, other: Fitting): number =>
  other.fits.length - one.fits.length ||
  byText(other.rule.in_force_from, one.rule.in_force_from) ||
  byText(lineOf(one.rule), lineOf(other.rule))

const byText = (one: string, other: string): number => Number(one > other) - Number(one < other)

const isLeveled = ({ skill_from, skill_to }: RuleConditions): boolean => skill_from !== undefined || skill_to !== undefined

const weightOf = ({ skill_from, skill_to, ...others }: RuleConditions): number =>
  Object.values(others).filter((condition) => condition !== undefined).length + Number(isLeveled({ skill_from, skill_to }))

/** Whether one case could meet both. */
function canMeet(one: RuleConditions, other: RuleConditions): boolean {
  const { skill_from, skill_to, nationalities, ...plain } = one
  const isSame = Object.entries(plain).every(([name, wanted]) => {
    const others = other[name as keyof typeof plain]
    return wanted === undefined || others === undefined || wanted === others
  })
  const overlap = Math.max(skill_from ?? 1, other.skill_from ?? 1) <= Math.min(skill_to ?? 9, other.skill_to ?? 9)
  return isSame && overlap && (!nationalities || !other.nationalities || nationalities.some((code) => other.nationalities?.includes(code)))
}

/** The rules that count as much as one on its day, or today where that has passed, for cases that could meet both. */
export function rivalsOf<Rule extends RuleRow>(rules: readonly Rule[], rule: RuleRow, today: string): Rule[] {
  const on = rule.in_force_from > today ? rule.in_force_from : today
  const holding = inForceOn(
    rules.filter(({ key }) => key === rule.key),
    on,
  )
  return holding.filter(
    (other) => lineOf(other) !== lineOf(rule) && weightOf(other.applies) === weightOf(rule.applies) && canMeet(rule.applies, other.applies),
  )
}

const usualDaysOf = (rules: readonly RuleRow[], on: string): UsualDays =>
  Object.fromEntries(
    STAGE_NAMES.flatMap((stage_name) => {
      const found = ruleFor(rules, 'stage_usual_days', { stage_name }, on)
      return found ? [[stage_name, found.rule.value]] : []
    }),
  )

/** What screens say by the rules of a Dubai day. */
export function rulesOfDay(rules: readonly RuleRow[], on: string): RulesOfDay {
  const notice_period = ruleFor(rules, 'notice_period', {}, on)?.rule.value
  const probation_max = ruleFor(rules, 'probation_max', {}, on)?.rule.value
  return { usual_days: usualDaysOf(rules, on), ...(notice_period && { notice_period }), ...(probation_max && { probation_max }) }
}
