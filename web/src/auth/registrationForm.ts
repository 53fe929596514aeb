import { type CompanyCategory, Registration } from 'contract'
import { isTooShort, problemsOf } from '../ui/forms/formProblems.ts'

export type RegistrationValues = {
  company_name: string
  trade_license: string
  contact_person: string
  company_email: string
  company_phone: string
  company_category: CompanyCategory
  /** The account's name and e-mail copy the contact person and the company's e-mail. */
  same_as_contact: boolean
  user_full_name: string
  user_email: string
  user_password: string
  confirm_password: string
}

export type RegistrationField = Exclude<keyof RegistrationValues, 'same_as_contact'>

export const FIELD_ORDER: RegistrationField[] = [
  'company_name',
  'trade_license',
  'contact_person',
  'company_email',
  'company_phone',
  'company_category',
  'user_full_name',
  'user_email',
  'user_password',
  'confirm_password',
]

export const EMPTY: RegistrationValues = {
  company_name: '',
  trade_license: '',
  contact_person: '',
  company_email: '',
  company_phone: '',
  company_category: 'on_demand',
  same_as_contact: false,
  user_full_name: '',
  user_email: '',
  user_password: '',
  confirm_password: '',
}

/** The body of the call, with the copied name and e-mail. */
export function registrationOf(values: RegistrationValues) {
  const { same_as_contact, confirm_password: _confirmed, ...registration } = values
  return same_as_contact ? { ...registration, user_full_name: values.contact_person, user_email: values.company_email } : registration
}

/** §5: the first sentence about each field; errors of copied fields show at their source. */
export function problemsOfRegistration(
  values: RegistrationValues,
  labels: Record<RegistrationField, string>,
  words: { short: string; confirm: string; mismatch: string },
): Record<string, string> {
  const problems = problemsOf(Registration, registrationOf(values), labels)
  if (values.same_as_contact) {
    delete problems.user_full_name
    delete problems.user_email
  }
  if (isTooShort(values.user_password)) problems.user_password = words.short
  if (values.confirm_password === '') problems.confirm_password = words.confirm
  else if (values.confirm_password !== values.user_password) problems.confirm_password = words.mismatch
  return problems
}
