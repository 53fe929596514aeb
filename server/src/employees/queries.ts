import { dubaiDate, type EmployeeFields, type EmployeeStatus, type ListQuery, searchable } from 'contract'
import { and, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { employees, users } from '../db/people.table.ts'
import { after, cut } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { listedEmployee, visibleEmployee } from '../visibility/employees.ts'

/** An active employee whose visa expired before today in Asia/Dubai is expired (E4). */
const statusOn = (today: string): SQL<EmployeeStatus> =>
  sql`case when ${employees.status} = 'active' and ${employees.visa_expiry_date} < ${today}::date then 'expired' else ${employees.status} end`

const { search_text, cancellation_reason, cancellation_notes, cancellation_requested_by, cancellation_requested_at, ...shown } =
  getTableColumns(employees)

/** Two look-ups by index: with `or` in one, each row would read all applications of the company. */
const renewalBy = (same: SQL) => sql`select ${applications.id}, ${applications.submitted_at} from ${applications}
  where ${applications.company_id} = ${employees.company_id} and ${same}
  and ${applications.application_type} = 'renewal' and ${applications.status} = 'active'`
const activeRenewal = sql<string | null>`(select found.id from (
  ${renewalBy(sql`${applications.employee_id} = ${employees.id}`)} union all
  ${renewalBy(sql`${applications.passport_number} = ${employees.passport_number}`)}
  ) found order by found.submitted_at desc, found.id desc limit 1)`

const records = (db: Db, today: string) =>
  db
    .select({
      ...shown,
      status: statusOn(today),
      renewal_application_id: activeRenewal,
      asked: { reason: cancellation_reason, notes: cancellation_notes, requested_at: cancellation_requested_at },
      requested_by_name: users.full_name,
    })
    .from(employees)
    .leftJoin(users, eq(users.id, cancellation_requested_by))
    .$dynamic()

/** Joins the columns of a cancellation request into one member, or null (E3). */
function withCancellation<Row extends Awaited<ReturnType<typeof records>>[number]>({ asked, requested_by_name, ...record }: Row) {
  const { reason, notes, requested_at } = asked
  return { ...record, cancellation: reason && requested_at ? { reason, notes, requested_at, requested_by_name } : null }
}

type Filters = { status?: EmployeeStatus | undefined; company_id?: string | undefined }

export async function listEmployees(db: Db, viewer: Viewer, query: ListQuery & Filters, now: Date) {
  const today = dubaiDate(now)
  const wanted = searchable(query.q ?? '')
  const filter = and(
    wanted ? sql`position(${wanted} in ${search_text}) > 0` : undefined,
    query.status && sql`${statusOn(today)} = ${query.status}`,
    query.company_id ? eq(employees.company_id, query.company_id) : undefined,
  )
  const [counts] = await db
    .select({ unfiltered: count(), total: sql<number>`count(*) filter (where ${filter ?? sql`true`})`.mapWith(Number) })
    .from(employees)
    .where(listedEmployee(viewer))
  const read = await records(db, today)
    .where(and(listedEmployee(viewer), filter, after(query.cursor, employees.created_at, employees.id)))
    .orderBy(desc(employees.created_at), desc(employees.id))
    .limit(query.limit + 1)
  const page = cut(read, query.limit, (row) => row.created_at)
  return { ...page, rows: page.rows.map(withCancellation), total: counts?.total ?? 0, unfiltered: counts?.unfiltered ?? 0 }
}

/** The viewer's expired employee records (S9). */
export async function countExpired(db: Db, viewer: Viewer, now: Date): Promise<number> {
  const [found] = await db
    .select({ expired: count() })
    .from(employees)
    .where(and(listedEmployee(viewer), sql`${statusOn(dubaiDate(now))} = 'expired'`))
  return found?.expired ?? 0
}

/** One record that this viewer may open; any other is like an unknown one (V2). */
export async function findEmployee(db: Db, viewer: Viewer, id: string, now: Date) {
  const [found] = await records(db, dubaiDate(now)).where(and(eq(employees.id, id), visibleEmployee(viewer)))
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

const searchText = (given: { employee_name: string; passport_number: string }): string =>
  [given.employee_name, given.passport_number].map(searchable).join('\n')

type GivenFields = { [Field in keyof EmployeeFields]?: EmployeeFields[Field] | undefined }

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

/** Absent fields stay. The status active takes the cancellation request back; a cancelled record keeps who asked, when and why (E3). */
export async function changeEmployee(tx: Db, before: EmployeeRow, given: GivenFields, status: EmployeeRow['status'] | undefined) {
  const change = { ...columnsOf(given), status: status ?? before.status }
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
