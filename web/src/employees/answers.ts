import { type Employee, type EmployeeFields, keyed } from 'contract'

/** The fields of a record in the order of the form. */
export const FIELDS = [
  'employee_name',
  'passport_number',
  'nationality',
  'designation',
  'visa_number',
  'visa_expiry_date',
  'eid_number',
  'eid_expiry_date',
  'skill_level',
  'outside_since',
  'mobile',
  'email',
] as const satisfies readonly (keyof EmployeeFields)[]
export type Field = (typeof FIELDS)[number]

/** The form's values; empty if not given. */
export type Answers = Record<Field, string> & { company_id: string }

export const EMPTY: Answers = { ...keyed(FIELDS, () => ''), company_id: '' }

export const answersFrom = (employee: Employee): Answers => ({
  ...keyed(FIELDS, (field) => String(employee[field] ?? '')),
  company_id: employee.company_id,
})

/** As the calls take them: a level is a number. */
export const sentFrom = <Given extends Partial<Answers>>({ skill_level, ...answers }: Given) => ({
  ...answers,
  ...(skill_level !== undefined && { skill_level: skill_level === '' ? ('' as const) : Number(skill_level) }),
})

/** The fields that differ from the record. Others are not sent, because somebody else may have changed them. */
export function changedFields(answers: Answers, before: Answers): Partial<Record<Field, string>> {
  return Object.fromEntries(FIELDS.filter((field) => answers[field] !== before[field]).map((field) => [field, answers[field]]))
}
