import {
  type ListQuery,
  type listApplications as listApplicationsCall,
  type Submission,
  searchable,
  VisaApplication,
  VisaApplicationRecord,
} from 'contract'
import { and, desc, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications } from '../db/applications.table.ts'
import { builtByShape } from '../db/built.ts'
import { aed } from '../db/columns.ts'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { gramsOf, type Search, sizeOf } from '../db/search.ts'
import { asJson, membersOf, writtenAed } from '../db/written.ts'
import { WRITTEN_DETAILS, WRITTEN_LINKS } from '../documents/written.ts'
import {
  besideOf,
  capped,
  countsAlone,
  countUpTo,
  inPage,
  inPageAsked,
  isUsual,
  joined,
  type Listing,
  NOTHING_BESIDE,
  type Page,
  pageOf,
  placeOf,
} from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { personOf, type Told } from '../persons/queries.ts'
import { WRITTEN_PAYMENT } from '../transactions/payments.ts'
import { listedApplication, ofCompanies, visibleApplication } from '../visibility/applications.ts'
import { keptNumber, listedScope, type Scope } from '../visibility/counts.ts'

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
  const [found] =
    viewer.role === 'employee'
      ? await recordsOf(db, sql<null>`null`, and(eq(applications.id, id), visibleApplication(viewer)))
      : await findWhole(db, { isAdmin: viewer.role === 'admin' }, { id, company_ids: viewer.company_ids })
  return found
}

const recordsOf = (db: Db, payment: SQL<string | null>, where: SQL | undefined) =>
  db
    .select({ state: WRITTEN_STATE, payment })
    .from(applications)
    .innerJoin(companies, eq(companies.id, applications.company_id))
    .where(where)

const findWhole = builtByShape((db, { isAdmin }: { isAdmin: boolean }) => {
  const ofViewer = isAdmin ? undefined : ofCompanies(sql.placeholder('company_ids'))
  return recordsOf(db, WRITTEN_PAYMENT, and(eq(applications.id, sql.placeholder('id')), ofViewer))
})

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

type Value = string | Placeholder

/** What a list is asked for; in a statement that is built once, placeholders. */
interface Asked {
  /** What the viewer sees in lists. */
  seen: SQL | undefined
  /** That, and what of it is asked for, where they are whole companies' rows (V3). */
  all: Scope | undefined
  shown: Scope | undefined
  company_id: Value | undefined
  status: Value | undefined
  /** q is a substring, ignoring case (§5). */
  word: Search['word'] | undefined
  sort: Sort | undefined
}

function listingOf({ seen, all, shown, company_id, status, word, sort }: Asked): Listing {
  const within = and(seen, company_id ? eq(applications.company_id, company_id) : undefined)
  const filter = status ? sql`${applications.status} = ${status}` : undefined
  const unfiltered = all ? keptNumber(all, 'status') : countUpTo(applications, seen)
  const matching = shown ? keptNumber(shown, 'status', ...(status ? [status] : [])) : countUpTo(applications, and(within, filter))
  const few = shown && shown !== 'all' ? sql<boolean>`${keptNumber(shown, 'status')} <= ${FEW}` : sql<boolean>`${!shown}`
  const search = word
    ? { word, table: applications, text: applications.search_text, company: { id: applications.company_id, name: word }, few }
    : undefined
  const total = status || company_id ? capped(matching) : unfiltered
  return { order: orderOf(sort), within, filter, counts: { total, unfiltered }, search }
}

/** Each row as a written VisaApplication, its documents as links. */
const rowsOf = (db: Db, listing: Listing) =>
  db
    .select({ row: WRITTEN, beside: besideOf(listing) })
    .from(applications)
    .innerJoin(companies, eq(companies.id, applications.company_id))
    .$dynamic()

export async function listApplications(db: Db, viewer: Viewer, query: ListQuery & Filters): Promise<Page<WrittenRow>> {
  const [all, shown] = [listedScope(viewer), listedScope(viewer, query.company_id)]
  if (isWhole(all) && isWhole(shown)) return listWhole(db, all, query)
  const { company_id, status, sort } = query
  const listing = listingOf({
    seen: listedApplication(viewer),
    all,
    shown,
    company_id,
    status,
    word: searchable(query.q ?? '') || undefined,
    sort,
  })
  return pageOf(db, listing, query, await inPage(rowsOf(db, listing), listing, query))
}

type Whole = Exclude<Scope<string>, 'none'>
const isWhole = (scope: Scope<string> | undefined): scope is Whole => scope !== undefined && scope !== 'none'

/** All that the text of a list of whole companies depends on. */
interface Shape {
  isOwn: boolean
  hasCompany: boolean
  hasStatus: boolean
  hasWord: boolean
  isBehind: boolean
  sort: Sort | undefined
  /** How many rows to read; null where that is a placeholder. */
  read: number | null
  size: number
}

const PLACE = { key: sql.placeholder('place_key'), id: sql.placeholder('place_id') }
const WORD = { text: sql.placeholder('word'), grams: sql.placeholder('grams') }

function listingByShape({ isOwn, hasCompany, hasStatus, hasWord, sort }: Shape): Listing {
  const own = isOwn ? sql.placeholder('own') : undefined
  const company_id = hasCompany ? sql.placeholder('company_id') : undefined
  const shown = own ?? company_id
  return listingOf({
    seen: own && eq(applications.company_id, own),
    all: own ? { company_id: own } : 'all',
    shown: shown ? { company_id: shown } : 'all',
    company_id,
    status: hasStatus ? sql.placeholder('status') : undefined,
    word: hasWord ? WORD : undefined,
    sort,
  })
}

const readWhole = builtByShape((db, shape: Shape) => {
  const listing = listingByShape(shape)
  const asked = { place: shape.isBehind ? PLACE : undefined, read: shape.read ?? sql.placeholder('read'), size: shape.size }
  return inPageAsked(rowsOf(db, listing), listing, asked)
})

const countWhole = builtByShape((db, shape: Shape) => countsAlone(db, listingByShape(shape), shape.isBehind ? PLACE : undefined))

async function listWhole(
  db: Db,
  all: Whole,
  { q, cursor, limit, company_id, status, sort }: ListQuery & Filters,
): Promise<Page<WrittenRow>> {
  const word = searchable(q ?? '')
  const place = placeOf(cursor)
  const shape: Shape = {
    isOwn: all !== 'all',
    hasCompany: Boolean(company_id),
    hasStatus: Boolean(status),
    hasWord: word !== '',
    isBehind: place !== undefined,
    sort,
    read: isUsual(limit) ? limit + 1 : null,
    size: word ? sizeOf(limit + 1) : 0,
  }
  const own = all === 'all' ? undefined : all.company_id
  const grams = word ? gramsOf(word) : undefined
  const values = { own, company_id, status, word, grams, place_key: place?.key, place_id: place?.id, read: limit + 1 }
  return joined(await readWhole(db, shape, values), limit, () => countWhole(db, shape, values))
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
