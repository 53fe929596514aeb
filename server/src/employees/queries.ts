import { dubaiDate, Employee, type EmployeeFields, type EmployeeFilters, type EmployeeStatus, searchable } from 'contract'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { employees, users } from '../db/people.table.ts'
import { membersOf, objectOf, writtenIf } from '../db/written.ts'
import { besideOf, type CountedQuery, capped, countUpTo, type Listing, type Page, pageOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { readWritten } from '../http/writtenPage.ts'
import { keptExpired, keptNumber, listedScope, type Scope } from '../visibility/counts.ts'
import { listedEmployee, visibleEmployee } from '../visibility/employees.ts'
import { filterOf } from './filters.ts'
import { orderOf, type Sort } from './sorts.ts'

/** An active employee whose visa expired before today in Asia/Dubai is expired (E4). */
export const statusOn = (today: SQL): SQL<EmployeeStatus> =>
  sql`case when ${employees.status} = 'active' and ${employees.visa_expiry_date} < ${today} then 'expired' else ${employees.status} end`

const {
  search_text,
  nationality_word: _,
  cancellation_reason,
  cancellation_notes,
  cancellation_requested_by,
  cancellation_requested_at,
  ...shown
} = getTableColumns(employees)

/** The person's newest one (S12). */
const activeRenewal = sql<
  string | null
>`(select ${applications.id} from ${applications} where ${applications.person_id} = ${employees.person_id}
  and ${applications.application_type} = 'renewal' and ${applications.status} = 'active'
  order by ${applications.submitted_at} desc, ${applications.id} desc limit 1)`

const companyName = sql<string>`(select ${companies.name} from ${companies} where ${companies.id} = ${employees.company_id})`

const columnsOn = (today: string) => ({
  ...shown,
  company_name: companyName,
  status: statusOn(sql`${today}::date`),
  renewal_application_id: activeRenewal,
  cancellation_reason,
  cancellation_notes,
  cancellation_requested_at,
  requested_by_name: sql<string | null>`${users.full_name}`,
})

interface Asked {
  cancellation_reason: string | null
  cancellation_notes: string | null
  cancellation_requested_at: string | null
  requested_by_name: string | null
}

/** Joins the columns of a cancellation request into one member, or null (E3). */
function withCancellation<Row extends Asked>({
  cancellation_reason: reason,
  cancellation_notes: notes,
  cancellation_requested_at: requested_at,
  requested_by_name,
  ...record
}: Row) {
  return { ...record, cancellation: reason && requested_at ? { reason, notes, requested_at, requested_by_name } : null }
}

const asked = membersOf(Employee.shape.cancellation.unwrap(), {
  reason: cancellation_reason,
  notes: cancellation_notes,
  requested_by_name: users.full_name,
  requested_at: cancellation_requested_at,
})
const cancellation = sql`case when ${cancellation_reason} is not null then ${objectOf(asked)} end`

const status = statusOn(sql`day.today`)
const WRITTEN = writtenIf(employees.id, Employee, {
  ...shown,
  company_name: companyName,
  status,
  cancellation,
  renewal_application_id: activeRenewal,
})

type Filters = EmployeeFilters & { sort?: Sort | undefined }

/** Reading so many rows takes no longer than an index over the words of all companies. */
const FEW = 2_000

type Listed = CountedQuery & Filters & { employee_ids?: string[] | undefined; among?: SQL | undefined }

/** An administrator, to whom lists name the company, finds the people of a company by its name too. */
export const searchOf = ({ role }: Viewer, word: string) => ({
  word,
  table: employees,
  text: search_text,
  ...(role === 'admin' && { company: { id: employees.company_id, name: word } }),
})

function listingOf(viewer: Viewer, query: Listed, today: string): Listing {
  const { status, company_id, sort, count_to, employee_ids, among, ...others } = query
  const within = and(listedEmployee(viewer), company_id ? eq(employees.company_id, company_id) : undefined)
  const all = listedScope(viewer) ?? 'none'
  const shown = listedScope(viewer, company_id) ?? 'none'
  const filter = and(filterOf(query, today, shown), employee_ids && inArray(employees.id, employee_ids), among)
  const isCounted = Boolean(others.expires || others.renewal || others.nationality || employee_ids || among)
  const kept = status ? countByStatus(shown, status, today) : keptNumber(shown, 'employee')
  const matching = isCounted ? countUpTo(employees, and(within, filter), count_to) : kept
  const few = shown === 'all' ? sql<boolean>`false` : sql<boolean>`${keptNumber(shown, 'employee')} <= ${FEW}`
  const word = searchable(query.q ?? '')
  const total = filter || company_id ? capped(matching, count_to) : matching
  return {
    order: orderOf(sort),
    within,
    filter,
    counts: { total, unfiltered: keptNumber(all, 'employee') },
    search: word ? { ...searchOf(viewer, word), few, count_to } : undefined,
    // They may lie together far along the order.
    gathered: others.expires || others.renewal === 'running' || status === 'expired' ? employees : undefined,
  }
}

export function countByStatus(scope: Scope, status: EmployeeStatus, today: string): SQL<number> {
  if (status === 'expired') return keptExpired(scope, today)
  const stored = keptNumber(scope, 'employee', status)
  return status === 'active' ? (sql`${stored} - ${keptExpired(scope, today)}`.mapWith(Number) as SQL<number>) : stored
}

export async function listEmployees(db: Db, viewer: Viewer, query: Listed, now: Date): Promise<Page<WrittenRow>> {
  const today = dubaiDate(now)
  const listing = listingOf(viewer, query, today)
  const select = db
    .select({ id: employees.id, text: WRITTEN.text, beside: besideOf(listing) })
    .from(employees)
    .crossJoin(sql`(select ${today}::date as today) as day`)
    .leftJoin(users, eq(users.id, cancellation_requested_by))
    .$dynamic()
  return pageOf(db, listing, query, await readWritten(db, select, listing, query, WRITTEN))
}

/** One record that this viewer may open; any other is like an unknown one (V2). */
export async function findEmployee(db: Db, viewer: Viewer, id: string, now: Date) {
  const [found] = await db
    .select(columnsOn(dubaiDate(now)))
    .from(employees)
    .leftJoin(users, eq(users.id, cancellation_requested_by))
    .where(and(eq(employees.id, id), visibleEmployee(viewer)))
  return found && withCancellation(found)
}

export async function lockEmployee(tx: Db, viewer: Viewer, id: string) {
  const [found] = await tx
    .select()
    .from(employees)
    .where(and(eq(employees.id, id), visibleEmployee(viewer)))
    .for('update')
  return found
}

export async function findOwnEmployee(db: Db, companyId: string, id: string) {
  const [found] = await db
    .select({ id: employees.id, passport_number: employees.passport_number })
    .from(employees)
    .where(and(eq(employees.company_id, companyId), eq(employees.id, id)))
  return found
}

export const searchText = (given: { employee_name: string; passport_number: string }): string =>
  [given.employee_name, given.passport_number].map(searchable).join('\n')

type GivenFields = { [Field in keyof EmployeeFields]?: EmployeeFields[Field] | undefined } & { leave_by?: string | null | undefined }

/** Blank fields become null. */
const columnsOf = (given: GivenFields) =>
  Object.fromEntries(Object.entries(given).flatMap(([field, value]) => (value === undefined ? [] : [[field, value || null]]))) as Partial<
    typeof employees.$inferInsert
  >

export async function insertEmployee(tx: Db, company_id: string, given: EmployeeFields, moment: string): Promise<string> {
  const id = v7()
  const { employee_name, passport_number, nationality } = given
  const row = { ...columnsOf(given), employee_name, passport_number, nationality, search_text: searchText(given) }
  await tx.insert(employees).values({ id, company_id, ...row, status: 'active', created_at: moment })
  return id
}

type EmployeeRow = typeof employees.$inferSelect

interface StatusChange {
  status: 'active' | 'cancelled' | undefined
  at: string
}

/** Absent fields stay. The status active takes the cancellation request back; a cancelled record keeps who asked, when and why (E3). */
export async function changeEmployee(tx: Db, before: EmployeeRow, given: GivenFields, { status, at }: StatusChange) {
  const change = { ...columnsOf(given), status: status ?? before.status, ...(status === 'cancelled' && { cancelled_at: at }) }
  const noRequest = {
    cancellation_reason: null,
    cancellation_notes: null,
    cancellation_requested_by: null,
    cancellation_requested_at: null,
  }
  await tx
    .update(employees)
    .set({ ...change, search_text: searchText({ ...before, ...change }), ...(status === 'active' && noRequest) })
    .where(eq(employees.id, before.id))
}

interface Request {
  reason: string
  notes: string | null
  by: string
  at: string
}

/** False if the employee is not active or has a request already (E3). */
export async function setCancellation(tx: Db, id: string, { reason, notes, by, at }: Request): Promise<boolean> {
  const changed = await tx
    .update(employees)
    .set({
      status: 'cancellation_requested',
      cancellation_reason: reason,
      cancellation_notes: notes,
      cancellation_requested_by: by,
      cancellation_requested_at: at,
    })
    .where(and(eq(employees.id, id), eq(employees.status, 'active')))
    .returning({ id: employees.id })
  return changed.length > 0
}

export async function removeEmployee(tx: Db, id: string): Promise<void> {
  await tx.delete(employees).where(eq(employees.id, id))
}
