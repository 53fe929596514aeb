export const PERSON_PAPERS = [
  'passport',
  'residence',
  'emirates_id',
  'work_permit',
  'health_insurance',
  'workers_protection',
  'unemployment_insurance',
  'medical_fitness',
  'other_paper',
] as const
export const COMPANY_PAPERS = [
  'trade_license',
  'establishment_card',
  'mohre_card',
  'e_signature_card',
  'tenancy',
  'representative_card',
  'other_paper',
] as const

/** Of a person and a kind one is held, but for other papers; a renewed one was followed by another, a withdrawn one by none. */
export const PAPER_STATES = ['held', 'renewed', 'withdrawn'] as const

/** Why the portal withdraws a paper itself: number and date are gone from the employee record. */
export const EMPTIED = 'Emptied on the employee record'
