import { z } from 'zod'
import { PRIORITIES, VisaApplication } from './applications.ts'
import { call } from './call.ts'
import { addMonths } from './dates.ts'
import { DocumentsQuery } from './documents.ts'
import { Id, ListQuery, Month, RequiredLine, sortBy } from './fields.ts'
import { APPLICATION_STATUSES, STAGE_NAMES } from './stages.ts'

/** The facets of a list of applications and their values, for screens that load no schema. */
export const FACET_VALUES = {
  stage: STAGE_NAMES,
  /** Where the current stage of an active application stands. `waiting`: not begun or submitted, so that the administrators act next. */
  stage_status: ['waiting', 'not_begun', 'Submitted', 'In Process', 'Rejected'],
  status: APPLICATION_STATUSES,
  priority: PRIORITIES,
  /** More than twice the usual working days in the current stage. */
  pace: ['late'],
  /** The visa's date has passed, or comes within so many days. */
  expires: ['expired', '30', '60', '90'],
  /** Something is due for it; an employee sees no payment (V4), so to them nothing is. */
  unpaid: ['true'],
} as const
export type Facet = keyof typeof FACET_VALUES

const facet = <Name extends Facet>(name: Name) => z.enum(FACET_VALUES[name])
export type StageWork = (typeof FACET_VALUES.stage_status)[number]
export type ExpiresIn = (typeof FACET_VALUES.expires)[number]

/** Who carries a case. `nobody`: active cases alone, because the others need nobody. */
export const ASSIGNEES = ['me', 'nobody'] as const
const Assignee = z.union([z.enum(ASSIGNEES), Id])
export const ONLY_ADMINISTRATORS_SEE = 'Only administrators see who carries a case'

/** The months of completion that a list offers: this one and those before it, the newest first. */
export const completionMonths = (today: string): string[] => Array.from({ length: 12 }, (_, ago) => addMonths(today.slice(0, 7), -ago))

/** What a list of applications is narrowed to; each facet takes one value. */
export const ApplicationFilters = z.object({
  status: facet('status').optional(),
  company_id: Id.optional(),
  stage: facet('stage').optional(),
  stage_status: facet('stage_status').optional(),
  priority: facet('priority').optional(),
  pace: facet('pace').optional(),
  expires: facet('expires').optional(),
  unpaid: facet('unpaid').optional(),
  /** The month of Asia/Dubai in which the case was completed. */
  completed: Month.optional(),
  /** In any of its words: all are found that say the same country. */
  nationality: RequiredLine.max(100).optional(),
  /** For administrators alone: themselves, nobody, or an administrator. */
  assignee: Assignee.optional(),
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

/** So many nationalities a facet names, the most frequent ones. */
export const MAX_NATIONALITIES = 100

/** So far the values of a facet are counted where no kept number answers it. */
export const MAX_FACET_COUNT = 1_000

/** How many rows each value of a facet would leave. */
export const counted = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.number().int(), more: z.boolean() }))

/**
 * By facet, how many applications each of its values would leave beside the other filters; `more`: perhaps more than that. Stage, its status, status
 * and priority are exact beside each other and the company, months of completion beside the company and the status.
 */
export const FacetCounts = z.object({
  status: counted(facet('status')),
  stage: counted(facet('stage')),
  stage_status: counted(facet('stage_status')),
  priority: counted(facet('priority')),
  pace: counted(facet('pace')),
  expires: counted(facet('expires')),
  unpaid: counted(facet('unpaid')),
  /** The last twelve months, and the one that is asked for. */
  completed: counted(Month),
  /** Most first; a word for each country, and those that nobody knows. */
  nationality: counted(z.string()),
  /** For administrators alone: `me`, `nobody`, and whoever else carries a case. */
  assignee: counted(z.string()),
})
export type FacetCounts = z.infer<typeof FacetCounts>

export const countFacets = call('countFacets', 'GET /visa-applications/facets', {
  access: everyone,
  summary: 'How many applications each filter of the list would leave: exact where numbers are kept, else of the first 1,000 that fit',
  query: ApplicationFilters.extend(ListQuery.pick({ q: true }).shape),
  reply: FacetCounts,
  extension: true,
})
