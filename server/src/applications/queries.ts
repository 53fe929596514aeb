import {
  type ListQuery,
  type listApplications as listApplicationsCall,
  type Submission,
  searchable,
  VisaApplication,
  VisaApplicationRecord,
} from 'contract'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications } from '../db/applications.table.ts'
import { aed } from '../db/columns.ts'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { asJson, membersOf, writtenAed } from '../db/written.ts'
import { WRITTEN_DETAILS, WRITTEN_LINKS } from '../documents/written.ts'
import { besideOf, capped, countUpTo, inPage, type Listing, NOTHING_BESIDE, type Page, pageOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { personOf, type Told } from '../persons/queries.ts'
import { WRITTEN_PAYMENT } from '../transactions/payments.ts'
import { listedApplication, visibleApplication } from '../visibility/applications.ts'
import { keptNumber, listedScope } from '../visibility/counts.ts'

const { search_text: _, cost_fils, due_fils: __, submitted_by: ___, completed_at: ____, ...facts } = getTableColumns(applications)

/** What a row shows of the application itself. */
export const shown = { ...facts, cost: aed(cost_fils) }

const columns = {
  ...shown,
  company_name: companies.name,
}

export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>

const withCompany = (db: Db, beside = NOTHING_BESIDE) =>
  db.select({ row: columns, beside }).from(applications).innerJoin(companies, eq(companies.id, applications.company_id)).$dynamic()

const { id } = applications
const members = { ...facts, company_name: companies.name, cost: writtenAed(cost_fils), documents: WRITTEN_LINKS }
const WRITTEN = { id, json: asJson(membersOf(VisaApplication, members)) }

const State = VisaApplicationRecord.omit({ payment: true })
const WRITTEN_STATE = asJson(membersOf(State, { ...members, document_details: WRITTEN_DETAILS }))

/** The record of an application that this viewer may open, as JSON in two parts: its state, and its payment, which an employee does not see (V4). */
export async function findWritten(db: Db, viewer: Viewer, id: string) {
  const [found] = await db
    .select({ state: WRITTEN_STATE, payment: viewer.role === 'employee' ? sql<null>`null` : WRITTEN_PAYMENT })
    .from(applications)
    .innerJoin(companies, eq(companies.id, applications.company_id))
    .where(and(eq(applications.id, id), visibleApplication(viewer)))
  return found
}

/** The company's name is stored with the company (§5). */
export const searchText = (given: { employee_name: string; passport_number?: string | null | undefined; visa_type: string }): string =>
  [given.employee_name, given.passport_number ?? '', given.visa_type].map(searchable).join('\n')

type Filters = { status?: 'active' | 'completed' | undefined; company_id?: string | undefined; sort?: Sort | undefined }

type Sort = NonNullable<z.output<typeof listApplicationsCall.query>['sort']>

/** So long a piece of a name that a cursor with it stays short. */
const NAME_LENGTH = 90
const SORTS = {
  submitted_at: { key: applications.submitted_at, type: 'timestamptz' },
  employee_name: { key: sql`left(split_part(${applications.search_text}, E'\n', 1), ${sql.raw(String(NAME_LENGTH))})`, type: 'text' },
} as const
const orderOf = (sort: Sort = '-submitted_at'): Order => ({
  ...SORTS[sort.replace('-', '') as keyof typeof SORTS],
  descending: sort.startsWith('-'),
  id: applications.id,
})
/** Reading so many rows takes no longer than an index over the words of all companies. */
const FEW = 2_000

/** q is a substring, ignoring case (§5). */
function listingOf(viewer: Viewer, query: ListQuery & Filters): Listing {
  const { status, company_id } = query
  const within = and(listedApplication(viewer), company_id ? eq(applications.company_id, company_id) : undefined)
  const filter = status && eq(applications.status, status)
  const all = listedScope(viewer)
  const shown = listedScope(viewer, company_id)
  const unfiltered = all ? keptNumber(all, 'status') : countUpTo(applications, listedApplication(viewer))
  const matching = shown ? keptNumber(shown, 'status', ...(status ? [status] : [])) : countUpTo(applications, and(within, filter))
  const few = shown && shown !== 'all' ? sql<boolean>`${keptNumber(shown, 'status')} <= ${FEW}` : sql<boolean>`${!shown}`
  const word = searchable(query.q ?? '')
  const company = { id: applications.company_id, name: word }
  const search = word ? { word, table: applications, text: applications.search_text, company, few } : undefined
  const total = status || company_id ? capped(matching) : matching
  return { order: orderOf(query.sort), within, filter, counts: { total, unfiltered }, search }
}

/** Each row as a written VisaApplication, its documents as links. */
export async function listApplications(db: Db, viewer: Viewer, query: ListQuery & Filters): Promise<Page<WrittenRow>> {
  const listing = listingOf(viewer, query)
  const select = db
    .select({ row: WRITTEN, beside: besideOf(listing) })
    .from(applications)
    .innerJoin(companies, eq(companies.id, applications.company_id))
    .$dynamic()
  return pageOf(db, listing, query, await inPage(select, listing, query))
}

/** One application that this viewer may open; any other is like an unknown one (V2). */
export async function findApplication(db: Db, viewer: Viewer, id: string) {
  const [found] = await withCompany(db).where(and(eq(applications.id, id), visibleApplication(viewer)))
  return found?.row
}

/** The newest active application of the person that is told of, which this viewer may see (S11, S12). */
export async function findActive(db: Db, viewer: Viewer, told: Told) {
  const [found] = await db
    .select({ id: applications.id, employee_name: applications.employee_name })
    .from(applications)
    .where(
      and(
        eq(applications.company_id, told.company_id),
        sql`${applications.person_id} = (select ${personOf(told)})`,
        eq(applications.status, 'active'),
        listedApplication(viewer),
      ),
    )
    .orderBy(desc(applications.submitted_at), desc(applications.id))
    .limit(1)
  return found
}

/** Locked, so that changes of its stages come one after the other. */
export async function lockApplication(db: Db, viewer: Viewer, id: string) {
  const [found] = await db
    .select()
    .from(applications)
    .where(and(eq(applications.id, id), visibleApplication(viewer)))
    .for('update')
  return found
}

export type NewApplication = Omit<typeof applications.$inferInsert, 'search_text'>

export function submitted(given: Submission) {
  const text = (value: string | undefined) => value || null
  return {
    company_id: given.company_id,
    employee_name: given.employee_name ?? '',
    passport_number: text(given.passport_number),
    nationality: given.nationality ?? '',
    designation: text(given.designation),
    email: text(given.email),
    mobile: text(given.mobile),
    visa_type: given.visa_type,
    priority: given.priority,
    salary_breakup: text(given.salary_breakup),
    notice_period: text(given.notice_period),
    probation_period: text(given.probation_period),
    annual_leave_type: given.annual_leave_type,
    ticket_frequency: given.ticket_frequency,
    visa_expiry_date: text(given.visa_expiry_date),
  }
}

export async function updateExpiryDate(db: Db, id: string, expiry_date: string | null): Promise<void> {
  await db.update(applications).set({ expiry_date }).where(eq(applications.id, id))
}
