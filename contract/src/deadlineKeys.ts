/** The clocks about a person or a case, and about a company. */
export const PERSON_DEADLINES = [
  ...(['residence_expiry', 'work_permit_renewal', 'contract_after_entry', 'enter_by', 'finish_after_entry'] as const),
  ...(['emirates_id_renewal', 'passport_too_short', 'health_insurance', 'unemployment_insurance'] as const),
  ...(['medical_used_by', 'absence_abroad'] as const),
] as const
export const COMPANY_DEADLINES = ['trade_license', 'establishment_card', 'mohre_card', 'representative_card', 'tenancy'] as const

export const DEADLINE_KEYS = [...PERSON_DEADLINES, ...COMPANY_DEADLINES] as const
type Key = (typeof DEADLINE_KEYS)[number]

/** Who has to act. */
export const DEADLINE_WHO = ['company', 'employee', 'provider'] as const

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
} as const satisfies Partial<Record<Key, string>>
export type FinedKey = keyof typeof FINED_BY

/** The cases in which an employer is not late although time goes by. */
export const STOP_REASONS = [
  ...(['abroad_over_six_months', 'deported', 'deceased_or_contagious', 'complaint_in_court'] as const),
  ...(['amnesty_departure', 'imprisoned', 'owner_died'] as const),
] as const
type Reason = (typeof STOP_REASONS)[number]

/** Of which clocks a rule says that they stand still, and for which reasons (`late_stops`, `emirates_id_stops`). */
export const STOPPED_BY: Partial<Record<Key, readonly Reason[]>> = {
  work_permit_renewal: STOP_REASONS,
  contract_after_entry: STOP_REASONS,
  emirates_id_renewal: ['abroad_over_six_months'],
}

/** The clock that is the employee's own: what it costs is no money of the company. */
export const OWN_OF_EMPLOYEE: Key = 'unemployment_insurance'
