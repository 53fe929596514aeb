import { z } from 'zod'
import { RENEWAL_SLOTS, VisaApplication } from './applications.ts'
import { call } from './call.ts'
import { DocumentInfo } from './documents.ts'
import { ById, Id, Line, ListQuery, PassportNumber } from './fields.ts'
import { keyed } from './keyed.ts'

/** An application of a person, and where it stands. */
const Case = VisaApplication.pick({
  id: true,
  application_type: true,
  visa_type: true,
  employee_location: true,
  current_stage: true,
  stage_status: true,
  stage_since: true,
  status: true,
  submitted_at: true,
})

/** A person of a company's applications (S12); the facts are those of the newest one. */
export const Person = VisaApplication.pick({
  employee_name: true,
  passport_number: true,
  nationality: true,
  email: true,
  mobile: true,
}).extend({
  applications: z.array(Case),
})
export type Person = z.infer<typeof Person>

export const listPeople = call('listPeople', 'GET /companies/{id}/people', {
  access: ['admin', 'company_admin'],
  summary: 'The people behind the applications of a company, with the newest application first (B6)',
  params: ById,
  query: ListQuery.pick({ limit: true, cursor: true }),
  reply: z.array(Person),
  answers: 'list',
  extension: true,
  journal: 'company',
})

/** So many of a person's cases are shown beside the record; the list of applications has the others. */
export const MAX_CASES = 100

/** What is known of a person beside the employee record (S12). */
export const PersonOfRecord = z.object({
  /** The newest ones, newest first. */
  applications: z.array(Case.extend(VisaApplication.pick({ expiry_date: true }).shape)),
  /** The newest of each, which a renewal copies unless it is lost; null where there is none (E2). */
  held_documents: z.object(keyed(RENEWAL_SLOTS, () => DocumentInfo.nullable())),
  /** With which the person signs in; null where nobody was invited (A6). */
  account: z.object({ email: z.string(), standing: z.enum(['approved', 'pending', 'invited']) }).nullable(),
})
export type PersonOfRecord = z.infer<typeof PersonOfRecord>

export const getPerson = call('getPerson', 'GET /employees/{id}/person', {
  access: ['admin', 'company_admin'],
  summary: 'The person of an employee record: cases (S12), the documents that a renewal would copy (E2), and the account (A6)',
  params: ById,
  reply: PersonOfRecord,
  extension: true,
  journal: 'employee',
})

const DuplicateQuestion = z
  .object({
    company_id: Id,
    employee_id: Id.optional(),
    passport_number: PassportNumber.optional(),
    employee_name: Line.optional(),
    nationality: Line.optional(),
  })
  .superRefine(({ employee_id, passport_number, employee_name, nationality }, context) => {
    const missing = (field: string) => context.addIssue({ code: 'custom', path: [field], params: { missing: true } })
    if (employee_id || passport_number || (employee_name && nationality)) return
    if (employee_name) missing('nationality')
    else missing(nationality ? 'employee_name' : 'passport_number')
  })

/** S11. A POST, because proxies log addresses and the passport number must not be in one (T60). */
export const findDuplicate = call('findDuplicate', 'POST /visa-applications/duplicate', {
  access: ['admin', 'company_admin'],
  summary:
    'The newest active application of a person (S12), named by employee record, passport number, or name and nationality; null when there is none',
  body: DuplicateQuestion,
  reply: VisaApplication.pick({ id: true, employee_name: true }).nullable(),
  reads: true,
  extension: true,
  journal: 'application',
  touches: [],
})
