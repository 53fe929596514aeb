import {
  type ApplicationFilters,
  activeCompanyId,
  addDays,
  type ExpiresIn,
  lateBefore,
  ONLY_ADMINISTRATORS_SEE,
  PRIORITIES,
  STAGE_NAMES,
  type StageName,
  type StageWork,
} from 'contract'
import { and, eq, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { applications, STAGES } from '../db/applications.table.ts'
import { isNationalOf } from '../db/nationality.ts'
import { transactions } from '../db/wallet.table.ts'
import { refuseField } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import type { Timing } from '../http/timing.ts'

/** The facets, without the company, whose rows have indexes of their own. */
export type Facets = Omit<ApplicationFilters, 'company_id'>
export type FacetName = keyof Facets

/** A word of the contract stands in the statement itself: partial indexes are only found by what the planner reads. */
export const literal = (word: string): SQL => sql.raw(`'${word}'`)

export const hasStatus = (status: string): SQL => sql`${applications.status} = ${literal(status)}`
export const isActive = hasStatus('active')

/** The number of the current stage in the order of the process, from 1. */
export const stageNumber = sql`array_position(${STAGES}, ${applications.current_stage})`

export const isAtStage = (stage: StageName): SQL => sql`${stageNumber} = ${sql.raw(String(STAGE_NAMES.indexOf(stage) + 1))}`

function hasWork(work: StageWork): SQL | undefined {
  if (work === 'not_begun') return and(isActive, sql`${applications.stage_status} is null`)
  if (work === 'waiting') return and(isActive, sql`(${applications.stage_status} is null or ${applications.stage_status} = 'Submitted')`)
  return and(isActive, sql`${applications.stage_status} = ${literal(work)}`)
}

/** Late where it is active. With the priority, because the index that the queues of the home are read by has it between the two. */
export const isLateIn = (stage: StageName, { today, usual }: Timing): SQL | undefined =>
  and(
    sql`${applications.current_stage} = ${literal(stage)}`,
    sql`${applications.priority} in (${sql.join(PRIORITIES.map(literal), sql`, `)})`,
    lt(applications.stage_since, lateBefore(stage, today, usual).toISOString()),
  )

const monthCompleted = sql`date_trunc('month', ${applications.completed_at} at time zone 'Asia/Dubai')`

export const isCompletedIn = (month: string): SQL | undefined =>
  and(hasStatus('completed'), sql`${monthCompleted} = ${`${month}-01`}::timestamp`)

const isLate = (at: Timing): SQL | undefined => and(isActive, or(...STAGE_NAMES.map((stage) => isLateIn(stage, at))))

export function expiresIn(within: ExpiresIn, today: string): SQL | undefined {
  const { expires_on } = applications
  // In the statement itself: of days that it does not know the planner expects few rows, and reads all of them where some are enough.
  if (within === 'expired') return lt(expires_on, literal(today))
  return and(gte(expires_on, literal(today)), lte(expires_on, literal(addDays(today, Number(within)))))
}

function isCarriedBy(assignee: string, viewer: Viewer): SQL | undefined {
  if (assignee === 'nobody') return and(isActive, isNull(applications.assignee_id))
  return eq(applications.assignee_id, assignee === 'me' ? viewer.id : assignee)
}

/** Each facet's condition, of the columns of a row alone. */
export function facetsOf(viewer: Viewer, at: Timing): { [Name in FacetName]: (value: NonNullable<Facets[Name]>) => SQL | undefined } {
  return {
    status: hasStatus,
    stage: isAtStage,
    stage_status: hasWork,
    priority: (priority) => sql`${applications.priority} = ${literal(priority)}`,
    pace: () => isLate(at),
    expires: (within) => expiresIn(within, at.today),
    unpaid: () => (viewer.role === 'employee' ? sql`false` : sql`${applications.due_fils} > 0`),
    completed: isCompletedIn,
    nationality: (word) => isNationalOf(applications.nationality_word, word),
    assignee: (assignee) => isCarriedBy(assignee, viewer),
  }
}

/** What the rows do not say by index: their payments that wait do, those of one company where no others are listed. */
function foundBy(viewer: Viewer, company_id: string | undefined): { [Name in FacetName]?: SQL } {
  const of = company_id ?? (viewer.role === 'company_admin' ? activeCompanyId(viewer) : undefined)
  const isDue = and(
    sql`${transactions.type} = 'visa_payment' and ${transactions.status} = 'pending'`,
    of ? eq(transactions.company_id, of) : undefined,
  )
  return { unpaid: sql`${applications.id} = any(array(select ${transactions.application_id} from ${transactions} where ${isDue}))` }
}

const FACETS = [
  'status',
  'stage',
  'stage_status',
  'priority',
  'pace',
  'expires',
  'unpaid',
  'completed',
  'nationality',
  'assignee',
] as const satisfies FacetName[]

/** Which facets are asked for, but for one. */
export const askedFor = (asked: Facets, without?: FacetName): FacetName[] =>
  FACETS.filter((name) => name !== without && asked[name] !== undefined)

export function mayAskFor(viewer: Viewer, { assignee }: Facets): void {
  if (assignee !== undefined && viewer.role !== 'admin') refuseField('assignee', ONLY_ADMINISTRATORS_SEE)
}

/** The filter of all facets that are asked for, but for one. */
export function filterOf(viewer: Viewer, asked: ApplicationFilters, at: Timing, without?: FacetName): SQL | undefined {
  mayAskFor(viewer, asked)
  const [facets, found] = [facetsOf(viewer, at), foundBy(viewer, asked.company_id)]
  const conditionOf = <Name extends FacetName>(name: Name) => and(facets[name](asked[name] as NonNullable<Facets[Name]>), found[name])
  return and(...askedFor(asked, without).map((name) => conditionOf(name)))
}
