import { z } from 'zod'
import { Priority, VisaApplication } from './applications.ts'
import { call } from './call.ts'
import { DocumentsQuery } from './documents.ts'
import { Id, ListQuery, sortBy } from './fields.ts'
import { ApplicationStatus, StageName } from './stages.ts'

/** Where the current stage of an active application stands. `waiting`: not begun or submitted, so that the administrators act next. */
export const StageWork = z.enum(['waiting', 'not_begun', 'Submitted', 'In Process', 'Rejected'])
export type StageWork = z.infer<typeof StageWork>
/** The visa's date has passed, or comes within so many days. */
export const ExpiresIn = z.enum(['expired', '30', '60', '90'])
export type ExpiresIn = z.infer<typeof ExpiresIn>
const Late = z.enum(['late'])
const Unpaid = z.enum(['true'])

/** What a list of applications is narrowed to; each facet takes one value. */
export const ApplicationFilters = z.object({
  status: ApplicationStatus.optional(),
  company_id: Id.optional(),
  stage: StageName.optional(),
  stage_status: StageWork.optional(),
  priority: Priority.optional(),
  /** More than twice the usual working days in the current stage. */
  pace: Late.optional(),
  expires: ExpiresIn.optional(),
  /** Something is due for it; an employee sees no payment (V4), so to them nothing is. */
  unpaid: Unpaid.optional(),
})
export type ApplicationFilters = z.infer<typeof ApplicationFilters>

export const APPLICATION_SORTS = [
  'employee_name',
  'company_name',
  'passport_number',
  'nationality',
  'visa_type',
  'priority',
  'current_stage',
  'submitted_at',
] as const

export const ApplicationSort = sortBy(APPLICATION_SORTS)

const everyone = ['admin', 'company_admin', 'employee'] as const

export const listApplications = call('listApplications', 'GET /visa-applications', {
  access: everyone,
  summary: 'Applications in the scope of the viewer, newest first; q searches name, passport, visa type and company (§5)',
  query: ListQuery.extend({ ...ApplicationFilters.shape, sort: ApplicationSort, ...DocumentsQuery.shape }),
  reply: z.array(VisaApplication),
  answers: 'list',
  journal: 'application',
})

/** So far the values of a facet are counted beside others; without a filter, stages and statuses exactly. */
export const MAX_FACET_COUNT = 1_000

const counted = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.number().int(), more: z.boolean() }))

/** By facet, how many applications each of its values would leave beside the other filters; `more`: perhaps more than that. */
export const FacetCounts = z.object({
  status: counted(ApplicationStatus),
  stage: counted(StageName),
  stage_status: counted(StageWork),
  priority: counted(Priority),
  pace: counted(Late),
  expires: counted(ExpiresIn),
  unpaid: counted(Unpaid),
})
export type FacetCounts = z.infer<typeof FacetCounts>
export type Facet = keyof FacetCounts

export const countFacets = call('countFacets', 'GET /visa-applications/facets', {
  access: everyone,
  summary: 'How many applications each filter of the list would leave, at most 1,000 and of 3,000 that are read',
  query: ApplicationFilters.extend(ListQuery.pick({ q: true }).shape),
  reply: FacetCounts,
  extension: true,
})
