import { z } from 'zod'
import { call } from './call.ts'
import { APPLICATION_SLOTS, ApplicationSlot, DocumentInfo, DocumentOut, DocumentsQuery, DocumentValue } from './documents.ts'
import { ById, DateOnly, FreeText, Id, Line, OptionalEmail, PassportNumber, Timestamp } from './fields.ts'
import { keyed } from './keyed.ts'
import { type Fils, fils } from './money.ts'
import { ApplicationStatus, StageName, StageStatus } from './stages.ts'
import { TransactionStatus } from './transactions.ts'

export const ApplicationType = z.enum(['new', 'renewal'])
export type ApplicationType = z.infer<typeof ApplicationType>
export const VisaType = z.enum(['employee', 'investor'])
export const PRIORITIES = ['normal', 'fast_track'] as const
export const Priority = z.enum(PRIORITIES)
export type Priority = z.infer<typeof Priority>
export const EmployeeLocation = z.enum(['inside_uae', 'outside_uae'])
export type EmployeeLocation = z.infer<typeof EmployeeLocation>
export const AnnualLeaveType = z.enum(['working_days', 'calendar_days'])
export const TicketFrequency = z.enum(['annual', '2_years'])

/** The price of a visa by the place of the employee (§9). */
export const VISA_COST: Record<EmployeeLocation, Fils> = { inside_uae: fils(750_000), outside_uae: fils(650_000) }

export const RENEWAL_SLOTS = ['passport_front', 'existing_visa', 'eid'] as const satisfies readonly ApplicationSlot[]
export const NEW_EMPLOYEE_SLOTS = APPLICATION_SLOTS.slice(0, 5)

export const REQUIRED_FIELDS = {
  new: [
    'employee_name',
    'passport_number',
    'nationality',
    'visa_type',
    'priority',
    'employee_location',
    'mobile',
    'email',
    'salary_breakup',
    'notice_period',
    'probation_period',
  ],
  renewal: ['employee_name', 'nationality', 'designation', 'visa_expiry_date'],
} as const satisfies Record<ApplicationType, readonly string[]>

export const COMPANY_MISSING = 'Please ensure a company is selected. Contact support if this persists.'

const DocumentSlots = z.strictObject(keyed(APPLICATION_SLOTS, () => DocumentValue.nullish()))

const submissionFields = z.object({
  application_type: ApplicationType.optional(),
  company_id: z.uuid(COMPANY_MISSING).toLowerCase(),
  employee_id: Id.optional(),
  employee_name: Line.optional(),
  passport_number: PassportNumber.optional(),
  nationality: Line.optional(),
  designation: Line.optional(),
  email: OptionalEmail.optional(),
  mobile: Line.optional(),
  visa_type: VisaType.default('employee'),
  priority: Priority.default('normal'),
  employee_location: EmployeeLocation.optional(),
  salary_breakup: FreeText.optional(),
  notice_period: Line.optional(),
  probation_period: Line.optional(),
  annual_leave_type: AnnualLeaveType.default('working_days'),
  ticket_frequency: TicketFrequency.default('annual'),
  visa_expiry_date: z.union([z.literal(''), DateOnly]).optional(),
  documents: DocumentSlots.default({}),
})

/** A submission without a type is a renewal if it has a visa expiry date and no passport number (S5). */
export const applicationType = (given: {
  application_type?: ApplicationType | undefined
  visa_expiry_date?: string | undefined
  passport_number?: string | undefined
}): ApplicationType => given.application_type ?? (given.visa_expiry_date && !given.passport_number ? 'renewal' : 'new')

export const Submission = submissionFields.superRefine((given, context) => {
  const kind = applicationType(given)
  const missing = (path: string[]) => context.addIssue({ code: 'custom', path, params: { missing: true } })
  for (const field of REQUIRED_FIELDS[kind]) if (!given[field]) missing([field])
  if (kind === 'renewal') for (const slot of RENEWAL_SLOTS) if (!given.documents[slot]) missing(['documents', slot])
})
export type Submission = z.output<typeof Submission>

export const VisaApplication = z.object({
  id: Id,
  application_type: ApplicationType,
  company_id: Id,
  employee_id: Id.nullable(),
  employee_name: z.string(),
  passport_number: z.string().nullable(),
  nationality: z.string(),
  designation: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  visa_type: VisaType,
  priority: Priority,
  employee_location: EmployeeLocation,
  salary_breakup: z.string().nullable(),
  notice_period: z.string().nullable(),
  probation_period: z.string().nullable(),
  annual_leave_type: AnnualLeaveType,
  ticket_frequency: TicketFrequency,
  current_stage: StageName,
  /** Null while the current stage is not recorded. */
  stage_status: StageStatus.nullable(),
  /** Since when the current stage is the current one. */
  stage_since: Timestamp,
  status: ApplicationStatus,
  submitted_at: Timestamp,
  /** Of the visa held at submission (S8). */
  visa_expiry_date: DateOnly.nullable(),
  /** Of the new visa, set by an administrator (S8). */
  expiry_date: DateOnly.nullable(),
  /** In AED, fixed at submission (T45). */
  cost: z.number(),
  company_name: z.string(),
  documents: z.record(ApplicationSlot, DocumentOut),
})
export type VisaApplication = z.infer<typeof VisaApplication>

export const VisaApplicationRecord = VisaApplication.extend({
  document_details: z.record(ApplicationSlot, DocumentInfo.nullable()),
  /** When the company answered a refusal with documents; null once a stage has changed since. */
  answered_at: Timestamp.nullable(),
  /** In AED: `missing` in the wallet, `reversed` by corrections (W5). Null where nothing was charged (W12) or the viewer may not see it (V4). */
  payment: z
    .object({ transaction_id: Id, status: TransactionStatus, amount: z.number(), missing: z.number(), reversed: z.number() })
    .nullable(),
})
export type VisaApplicationRecord = z.infer<typeof VisaApplicationRecord>

const everyone = ['admin', 'company_admin', 'employee'] as const

export const getApplication = call('getApplication', 'GET /visa-applications/{id}', {
  access: everyone,
  summary: 'One application; its documents as data strings unless ?documents=link (D2)',
  params: ById,
  query: DocumentsQuery,
  reply: VisaApplicationRecord,
  answers: 'record',
  journal: 'application',
})

export const submitApplication = call('submitApplication', 'POST /visa-applications', {
  access: ['admin', 'company_admin'],
  summary: 'Submit an application of either kind (S5)',
  body: Submission,
  reply: VisaApplicationRecord,
  status: 201,
  carries_documents: true,
  idempotent: true,
  journal: 'application',
  touches: ['application', 'transaction'],
})

export const setExpiryDate = call('setExpiryDate', 'PUT /visa-applications/{id}', {
  access: ['admin'],
  summary: 'Set the resulting visa expiry date; empty clears it (P8)',
  params: ById,
  query: z.object({ expiry_date: z.union([z.literal(''), DateOnly]) }),
  reply: VisaApplicationRecord,
  answers: 'record',
  journal: 'application',
  touches: ['application', 'employee'],
  refuses: [409],
})

export const setApplicationDocuments = call('setApplicationDocuments', 'PUT /visa-applications/{id}/documents', {
  access: ['admin', 'company_admin'],
  summary: 'Hand in missing documents while the application is active (S7); an absent slot is unchanged',
  params: ById,
  body: z.strictObject({ documents: DocumentSlots }),
  reply: VisaApplicationRecord,
  answers: 'record',
  carries_documents: true,
  extension: true,
  journal: 'application',
  touches: ['application'],
  refuses: [409],
})

/** Stands in the payment that was not settled yet (S13). */
export const WITHDRAWN_NOTE = 'Application withdrawn'
export const WITHDRAWN = 'This application was withdrawn'

export const withdrawApplication = call('withdrawApplication', 'POST /visa-applications/{id}/withdrawal', {
  access: ['admin', 'company_admin'],
  summary: 'Withdraw an active application for good, and its payment with it (S13); a company can until the first stage is recorded',
  params: ById,
  body: z.object({
    reason: FreeText.min(1),
    /** Whether a settled payment goes back to the wallet once a stage is recorded; by default it stays. Before the first stage it always goes back. */
    reverse_payment: z.boolean().nullish(),
  }),
  reply: VisaApplicationRecord,
  extension: true,
  idempotent: true,
  journal: 'application',
  touches: ['application', 'transaction'],
})
