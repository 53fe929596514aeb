import { COMPANY_PAPERS, type PaperKind, PERSON_PAPERS } from 'contract'

/** Each kind as a sentence begins with it. */
const NAMED: Record<PaperKind, string> = {
  passport: 'A passport',
  residence: 'A residence',
  emirates_id: 'An Emirates ID',
  work_permit: 'A work permit',
  health_insurance: 'A health insurance',
  workers_protection: 'A workers’ protection insurance',
  unemployment_insurance: 'An unemployment insurance',
  medical_fitness: 'A medical fitness certificate',
  trade_license: 'A trade license',
  establishment_card: 'An establishment card',
  mohre_card: 'A MOHRE card',
  e_signature_card: 'An e-signature card',
  tenancy: 'A tenancy contract',
  representative_card: 'A representative’s card',
  other_paper: 'Another paper',
}

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** `3 May 2027`. */
export const written = (date: string): string => format.format(Date.parse(date))

export const isOnRecord = (kind: PaperKind, expires_on: string | null): string =>
  expires_on
    ? `${NAMED[kind]} is already on record, valid until ${written(expires_on)}. Renew it instead.`
    : `${NAMED[kind]} is already on record. Renew it instead.`

const isOneOf = (kinds: readonly PaperKind[], kind: PaperKind): boolean => kinds.includes(kind)

/** What is wrong where a kind of paper has another owner. */
export function wrongOwner(kind: PaperKind, owner: 'person' | 'company'): string | undefined {
  if (owner === 'company') return isOneOf(COMPANY_PAPERS, kind) ? undefined : `${NAMED[kind]} belongs to a person`
  return isOneOf(PERSON_PAPERS, kind) ? undefined : `${NAMED[kind]} belongs to a company`
}
