import {
  DayRange,
  Fine,
  Holiday,
  Need,
  Notices,
  Percent,
  Period,
  RULES,
  type RuleConditions,
  type RuleKey,
  type RuleValue,
  Sentence,
  Span,
  STAGE_ITEMS,
  Wages,
  Week,
} from 'contract'
import type { Messages } from '../messages/messages.ts'

type Words = Messages['rules']
export interface ValueField {
  name: string
  label: keyof Words['fields']
  kind: 'number' | 'text' | 'list' | 'choice'
  choices?: readonly (keyof Words['choices'] | keyof Words['values'])[]
}

const number = (name: string, label = name): ValueField => ({ name, label: label as ValueField['label'], kind: 'number' })
const text = (name: 'en' | 'ar'): ValueField => ({ name, label: name, kind: 'text' })
const choice = (name: string, label: string, choices: NonNullable<ValueField['choices']>): ValueField => ({
  name,
  label: label as ValueField['label'],
  kind: 'choice',
  choices,
})

const FINE = [
  number('amount'),
  choice('every', 'every', ['once', 'day', 'month']),
  choice('months', 'months_counted', ['begun', 'completed']),
  number('after_days'),
  number('after_months'),
  number('cap'),
]
/** What is asked for each kind of value. */
const FIELDS = new Map<unknown, ValueField[]>([
  [Fine, FINE],
  [Period, [number('days'), number('months')]],
  [Need, [choice('need', 'need', ['required', 'optional', 'if']), text('en'), text('ar')]],
  [Span, [number('from_days'), number('to_days')]],
  [DayRange, [number('least'), number('most')]],
  [Sentence, [text('en'), text('ar')]],
  [Wages, [choice('due', 'due', ['after_payday', 'first_of_next_month']), number('paid_percent')]],
  [Percent, [number('percent')]],
  [Notices, [{ name: 'days', label: 'list', kind: 'list' }]],
  [Holiday, [number('days'), text('en'), text('ar')]],
  [Week, [choice('last_day', 'last_day', ['thursday', 'friday', 'saturday', 'sunday'])]],
])

export const fieldsOf = (key: RuleKey): ValueField[] => FIELDS.get(RULES[key].value) ?? []

/** What stands in the fields of a value. */
export const typedOf = (value: RuleValue | null): Record<string, string> =>
  Object.fromEntries(Object.entries(value ?? {}).map(([name, part]) => [name, Array.isArray(part) ? part.join(', ') : String(part)]))

/** The value that the fields say; what is left empty is absent, and what is no number stays as it is, to be refused. */
export function saidIn(key: RuleKey, typed: Record<string, string>): Record<string, unknown> {
  const said = fieldsOf(key).flatMap(({ name, kind }): [string, unknown][] => {
    const given = typed[name]?.trim() ?? ''
    if (given === '') return []
    if (kind === 'number') return [[name, numberOf(given)]]
    return [[name, kind === 'list' ? given.split(/[,،]/).map((part) => numberOf(part.trim())) : given]]
  })
  return Object.fromEntries(said)
}

const numberOf = (typed: string): number | string => (typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed)

/** What stands in the fields of conditions, and the conditions that they say. */
export function conditionsOf(typed: Record<string, string>): Record<string, unknown> {
  const said = Object.entries(typed).flatMap(([name, given]): [string, unknown][] => {
    if (given.trim() === '') return []
    if (name === 'nationalities') return [[name, given.toUpperCase().split(/[,،]\s*/)]]
    return [[name, name.startsWith('skill_') ? numberOf(given) : given.trim()]]
  })
  return Object.fromEntries(said)
}

export const CHOSEN = {
  emirate: ['abu_dhabi', 'dubai', 'sharjah', 'ajman', 'umm_al_quwain', 'ras_al_khaimah', 'fujairah'],
  jurisdiction: ['mainland', 'free_zone'],
  application_type: ['new', 'renewal'],
  item: STAGE_ITEMS,
  paper: ['passport', 'residence', 'emirates_id', 'work_permit', 'insurance', 'company_papers', 'tenancy'],
} as const satisfies Partial<{ [Name in keyof RuleConditions]: readonly NonNullable<RuleConditions[Name]>[] }>
