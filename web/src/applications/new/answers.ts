import {
  type ApplicationSlot,
  type ApplicationType,
  type DocumentInfo,
  type Employee,
  type EmployeeLocation,
  type Input,
  NEW_EMPLOYEE_SLOTS,
  RENEWAL_SLOTS,
  REQUIRED_FIELDS,
  type submitApplication,
  VISA_COST,
} from 'contract'

type Body = Input<typeof submitApplication>['body']

/** The values of both kinds of form. Each kind asks for its own part; shared values survive a change of the type (U35). */
export interface Answers {
  company_id: string
  employee_id: string
  employee_name: string
  passport_number: string
  nationality: string
  designation: string
  email: string
  mobile: string
  visa_type: NonNullable<Body['visa_type']>
  priority: NonNullable<Body['priority']>
  employee_location: EmployeeLocation
  salary_breakup: string
  notice_period: string
  probation_period: string
  annual_leave_type: NonNullable<Body['annual_leave_type']>
  ticket_frequency: NonNullable<Body['ticket_frequency']>
  visa_expiry_date: string
  documents: Partial<Record<ApplicationSlot, DocumentInfo>>
}

/** The defaults of §9. */
export const EMPTY: Answers = {
  company_id: '',
  employee_id: '',
  employee_name: '',
  passport_number: '',
  nationality: '',
  designation: '',
  email: '',
  mobile: '',
  visa_type: 'employee',
  priority: 'normal',
  employee_location: 'outside_uae',
  salary_breakup: '',
  notice_period: '',
  probation_period: '',
  annual_leave_type: 'working_days',
  ticket_frequency: 'annual',
  visa_expiry_date: '',
  documents: {},
}

/** The fields of each kind in the order of its form. */
export const FIELDS = {
  new: [
    'employee_name',
    'passport_number',
    'nationality',
    'mobile',
    'email',
    'employee_location',
    'visa_type',
    'priority',
    'designation',
    'salary_breakup',
    'notice_period',
    'probation_period',
    'annual_leave_type',
    'ticket_frequency',
  ],
  renewal: ['employee_id', 'employee_name', 'passport_number', 'nationality', 'designation', 'visa_expiry_date'],
} as const satisfies Record<ApplicationType, readonly (keyof Answers)[]>

export const slotsOf = (kind: ApplicationType): readonly ApplicationSlot[] => (kind === 'renewal' ? RENEWAL_SLOTS : NEW_EMPLOYEE_SLOTS)

const documentField = (slot: ApplicationSlot): string => `documents.${slot}`

/** Every field of a kind by the name that errors use, in the order of the form. */
export const orderOf = (kind: ApplicationType): string[] => ['company_id', ...FIELDS[kind], ...slotsOf(kind).map(documentField)]

/** The required fields of a kind that are still blank, in the order of the form (§5). */
export function missingOf(kind: ApplicationType, answers: Answers): string[] {
  const blank: string[] = REQUIRED_FIELDS[kind].filter((field) => answers[field].trim() === '')
  const files = kind === 'renewal' ? RENEWAL_SLOTS.filter((slot) => !answers.documents[slot]).map(documentField) : []
  const company = answers.company_id === '' ? ['company_id'] : []
  const missing = new Set([...company, ...blank, ...files])
  return orderOf(kind).filter((field) => missing.has(field))
}

/** The links of the files that the form of a kind asks for. */
export const linksOf = (kind: ApplicationType, { documents }: Answers): Partial<Record<ApplicationSlot, string>> =>
  Object.fromEntries(
    slotsOf(kind).flatMap((slot) => {
      const file = documents[slot]
      return file ? [[slot, file.url]] : []
    }),
  )

/** The body of the call: the fields of the kind, files as links. */
export function submissionOf(kind: ApplicationType, answers: Answers): Body {
  const given = Object.fromEntries(FIELDS[kind].map((field) => [field, answers[field]])) as Partial<Answers>
  const { employee_id, ...fields } = given
  return {
    application_type: kind,
    company_id: answers.company_id,
    ...fields,
    ...(employee_id ? { employee_id } : {}),
    documents: linksOf(kind, answers),
  } as Body
}

/** The answers that an employee's record gives; fields that it lacks stay unchanged. */
export const answersFrom = (record: Employee): Partial<Answers> => ({
  employee_id: record.id,
  employee_name: record.employee_name,
  passport_number: record.passport_number,
  nationality: record.nationality,
  ...(record.designation ? { designation: record.designation } : {}),
  ...(record.visa_expiry_date ? { visa_expiry_date: record.visa_expiry_date } : {}),
})

/** A renewal costs as much as an application inside the UAE (§9). */
export const costOf = (kind: ApplicationType, { employee_location }: Answers) =>
  VISA_COST[kind === 'renewal' ? 'inside_uae' : employee_location]
