import { type ApplicationStatus, type ListQuery, type listApplications as listApplicationsCall, searchable } from 'contract'
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications } from '../db/applications.table.ts'
import { builtByShape } from '../db/built.ts'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { gramsOf, type Search, sizeOf } from '../db/search.ts'
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
  type Page,
  pageOf,
  placeOf,
} from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { listedApplication } from '../visibility/applications.ts'
import { keptNumber, listedScope, type Scope } from '../visibility/counts.ts'
import { WRITTEN } from './queries.ts'

type Filters = { status?: ApplicationStatus | undefined; company_id?: string | undefined; sort?: Sort | undefined }

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
