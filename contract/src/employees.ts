import { z } from 'zod'
import { counted } from './applicationList.ts'
import { VisaApplicationRecord } from './applications.ts'
import { call } from './call.ts'
import {
  ById,
  DateOnly,
  FreeText,
  Id,
  Line,
  ListQuery,
  Month,
  OptionalEmail,
  PassportNumber,
  RequiredLine,
  sortBy,
  Timestamp,
} from './fields.ts'

export const EMPLOYEE_STATUSES = ['active', 'cancelled', 'cancellation_requested', 'expired'] as const
export const EmployeeStatus = z.enum(EMPLOYEE_STATUSES)
export type EmployeeStatus = z.infer<typeof EmployeeStatus>
/** Expired people are active with a past date: their visa can be renewed or cancelled (E4, E6). */
export const isEmployed = (status: EmployeeStatus): boolean => status === 'active' || status === 'expired'

/** For so many days after the cancellation its person can still read (E7). */
export const READING_DAYS = 30

const SkillLevel = z.number().int().min(1).max(9)

export const Employee = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  employee_name: z.string(),
  passport_number: z.string(),
  nationality: z.string(),
  designation: z.string().nullable(),
  visa_number: z.string().nullable(),
  visa_expiry_date: DateOnly.nullable(),
  eid_number: z.string().nullable(),
  eid_expiry_date: DateOnly.nullable(),
  /** Of the work permit, by which the time of grace is told. */
  skill_level: SkillLevel.nullable(),
  /** The first day of an absence from the country that lasts. */
  outside_since: DateOnly.nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  /** `expired` is derived when read: active, with a visa date before today in Asia/Dubai (E4). */
  status: EmployeeStatus,
  cancellation: z
    .object({ reason: z.string(), notes: z.string().nullable(), requested_by_name: z.string().nullable(), requested_at: Timestamp })
    .nullable(),
  cancelled_at: Timestamp.nullable(),
  /** Of a cancelled visa: the day printed on the paper by which the person leaves or changes status. */
  leave_by: DateOnly.nullable(),
  renewal_application_id: Id.nullable(),
})
export type Employee = z.infer<typeof Employee>

export const EMPLOYEE_SORTS = ['employee_name', 'passport_number', 'nationality', 'visa_expiry_date', 'created_at'] as const
export const EmployeeSort = sortBy(EMPLOYEE_SORTS)

/** The facets of a list of employee records and their values, for screens that load no schema. */
export const EMPLOYEE_FACETS = {
  status: EMPLOYEE_STATUSES,
  /** The visa of an active record expires within so many days. */
  expires: ['30', '60', '90'],
  /** Whether a renewal of the person is under way. */
  renewal: ['running', 'none'],
} as const
export type EmployeeFacet = keyof typeof EMPLOYEE_FACETS

const facet = <Name extends EmployeeFacet>(name: Name) => z.enum(EMPLOYEE_FACETS[name])

/** What a list of employee records is narrowed to; each facet takes one value. */
export const EmployeeFilters = z.object({
  status: facet('status').optional(),
  company_id: Id.optional(),
  /** A month: from today on. */
  expires: z.union([facet('expires'), Month]).optional(),
  renewal: facet('renewal').optional(),
  /** In any of its words: all are found that say the same country. */
  nationality: RequiredLine.max(100).optional(),
})
export type EmployeeFilters = z.infer<typeof EmployeeFilters>

export const listEmployees = call('listEmployees', 'GET /employees', {
  access: ['admin', 'company_admin'],
  summary: 'Employee records: all for an admin, those of the active company for a company_admin (V3)',
  query: ListQuery.extend({ ...EmployeeFilters.shape, sort: EmployeeSort }),
  reply: z.array(Employee),
  answers: 'list',
  journal: 'employee',
})

/** By facet, how many records each of its values would leave beside the other filters; `more`: perhaps more than that. */
export const EmployeeFacetCounts = z.object({
  status: counted(facet('status')),
  expires: counted(facet('expires')),
  renewal: counted(facet('renewal')),
  /** Most first; a word for each country, and those that nobody knows. */
  nationality: counted(z.string()),
})
export type EmployeeFacetCounts = z.infer<typeof EmployeeFacetCounts>

export const countEmployeeFacets = call('countEmployeeFacets', 'GET /employees/facets', {
  access: ['admin', 'company_admin'],
  summary: 'How many records each filter of the list would leave, at most 1,000 and of 3,000 that are read',
  query: EmployeeFilters.extend(ListQuery.pick({ q: true }).shape),
  reply: EmployeeFacetCounts,
  extension: true,
})

export const getEmployee = call('getEmployee', 'GET /employees/{id}', {
  access: ['admin', 'company_admin'],
  summary: 'One employee record',
  params: ById,
  reply: Employee,
  answers: 'record',
  extension: true,
  journal: 'employee',
})

/** What an employee reads of the own record, and whom they ask (E7). */
export const OwnRecord = z.object({
  /** Null where the account has none. */
  record: Employee.pick({
    ...{ employee_name: true, passport_number: true, nationality: true, designation: true, status: true },
    ...{ visa_number: true, visa_expiry_date: true, eid_number: true, eid_expiry_date: true, cancelled_at: true, leave_by: true },
  }).nullable(),
  company: z.object({ name: z.string(), contact_person: z.string(), email: z.string() }).nullable(),
  /** The last Dubai day on which the account reads, once every record of it is cancelled; until then null. */
  reads_until: DateOnly.nullable(),
})
export type OwnRecord = z.infer<typeof OwnRecord>

export const getOwnRecord = call('getOwnRecord', 'GET /employees/own', {
  access: ['employee'],
  summary: 'The own employee record, and the contact person of the company (E7)',
  reply: OwnRecord,
  extension: true,
  journal: 'employee',
})

const optionalDate = z.union([z.literal(''), DateOnly]).nullish()

export const EmployeeFields = z.object({
  employee_name: RequiredLine,
  passport_number: PassportNumber.min(1),
  nationality: RequiredLine,
  designation: RequiredLine,
  visa_number: Line.nullish(),
  visa_expiry_date: optionalDate,
  eid_number: Line.nullish(),
  eid_expiry_date: optionalDate,
  skill_level: z.union([z.literal(''), SkillLevel]).nullish(),
  outside_since: optionalDate,
  mobile: Line.nullish(),
  email: OptionalEmail.nullish(),
})
export type EmployeeFields = z.output<typeof EmployeeFields>

export const NewEmployee = EmployeeFields.extend({ company_id: Id })
export type NewEmployee = z.input<typeof NewEmployee>

const employeeAdmins = ['admin', 'company_admin'] as const

export const createEmployee = call('createEmployee', 'POST /employees', {
  access: employeeAdmins,
  summary: 'Add an employee record to a company',
  body: NewEmployee,
  reply: Employee,
  answers: 'record',
  status: 201,
  idempotent: true,
  journal: 'employee',
  touches: ['employee'],
})

export const updateEmployee = call('updateEmployee', 'PUT /employees/{id}', {
  access: employeeAdmins,
  summary:
    'Change an employee record; what is absent stays; only an admin sets the status, to active or cancelled, and with cancelled the day to leave by (E3, E7)',
  params: ById,
  /** The status that was read is no change (P9). */
  body: EmployeeFields.partial().extend({ status: EmployeeStatus.optional(), leave_by: optionalDate, company_id: Id.optional() }),
  reply: Employee,
  answers: 'record',
  journal: 'employee',
  touches: ['employee'],
  refuses: [409],
})

export const deleteEmployee = call('deleteEmployee', 'DELETE /employees/{id}', {
  access: ['admin'],
  summary: 'Delete an employee record; the applications stay (E5)',
  params: ById,
  touches: ['employee', 'application', 'user'],
  refuses: [412],
})

export const renewEmployee = call('renewEmployee', 'POST /employees/renewal', {
  access: employeeAdmins,
  summary: 'Submit a renewal with the data and documents of the record (E2)',
  body: z.object({ employee_id: Id }),
  reply: VisaApplicationRecord,
  status: 201,
  idempotent: true,
  journal: 'application',
  touches: ['application', 'employee', 'transaction'],
  refuses: [413, 429],
})

export const requestCancellation = call('requestCancellation', 'POST /employees/cancellation', {
  access: employeeAdmins,
  summary: 'Ask for the cancellation of a visa (E3)',
  body: z.object({ employee_id: Id, reason: FreeText.min(1), notes: FreeText.nullish() }),
  reply: Employee,
  status: 201,
  idempotent: true,
  journal: 'employee',
  touches: ['employee'],
})
