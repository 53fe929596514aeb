import { z } from 'zod'
import { DateOnly, Id } from './fields.ts'
import type { RuleKey } from './ruleValues.ts'

/** The clocks about a person or a case, and about a company. */
export const PERSON_DEADLINES = [
  ...(['residence_expiry', 'work_permit_renewal', 'contract_after_entry', 'enter_by', 'finish_after_entry'] as const),
  ...(['emirates_id_renewal', 'passport_too_short', 'health_insurance', 'unemployment_insurance'] as const),
  ...(['medical_used_by', 'absence_abroad'] as const),
] as const
export const COMPANY_DEADLINES = ['trade_license', 'establishment_card', 'mohre_card', 'representative_card', 'tenancy'] as const

export const DEADLINE_KEYS = [...PERSON_DEADLINES, ...COMPANY_DEADLINES] as const
export const DeadlineKey = z.enum(DEADLINE_KEYS)
export type DeadlineKey = z.infer<typeof DeadlineKey>

/** Who has to act. */
export const DeadlineWho = z.enum(['company', 'employee', 'provider'])
export type DeadlineWho = z.infer<typeof DeadlineWho>

/** Whose rules say what being late costs; the other clocks cost nothing that a rule names. */
export const FINED_BY = {
  residence_expiry: 'residence_overstay',
  emirates_id_renewal: 'emirates_id_renewal',
  work_permit_renewal: 'work_permit_renewal',
  contract_after_entry: 'contract_after_entry',
  health_insurance: 'health_insurance',
  unemployment_insurance: 'unemployment_insurance',
  absence_abroad: 'absence_abroad',
  establishment_card: 'establishment_card',
  representative_card: 'representative_card',
} as const satisfies Partial<Record<DeadlineKey, RuleKey>>
export type FinedKey = keyof typeof FINED_BY

/** The cases in which an employer is not late although time goes by. */
export const STOP_REASONS = [
  ...(['abroad_over_six_months', 'deported', 'deceased_or_contagious', 'complaint_in_court'] as const),
  ...(['amnesty_departure', 'imprisoned', 'owner_died'] as const),
] as const
export const StopReason = z.enum(STOP_REASONS)
export type StopReason = z.infer<typeof StopReason>

const Aed = z.number().nonnegative()

/** A clock that runs about a person, a case or a company. */
export const Deadline = z.object({
  id: Id,
  key: DeadlineKey,
  company_id: Id,
  company_name: z.string(),
  /** Null for a clock of the company. */
  employee_id: Id.nullable(),
  employee_name: z.string().nullable(),
  application_id: Id.nullable(),
  paper_id: Id.nullable(),
  /** What it is counted by: the rule of what it costs or how long it lasts, and that of the time of grace. */
  rule_id: Id.nullable(),
  grace_rule_id: Id.nullable(),
  /** The last day in time. */
  due_on: DateOnly,
  /** Null: no rule says that it costs anything. */
  fined_from: DateOnly.nullable(),
  who: DeadlineWho,
  /** What is unconfirmed or taken for granted is shown, and in no sum. */
  counted: z.boolean(),
  stop: z.object({ reason: StopReason, from: DateOnly, until: DateOnly.nullable() }).nullable(),
  /** Up to today, and what the next 30 days add. Null for those whom the money does not concern, and where there is none. */
  accrued: Aed.nullable(),
  next_30_days: Aed.nullable(),
  cap: Aed.nullable(),
})
export type Deadline = z.infer<typeof Deadline>
