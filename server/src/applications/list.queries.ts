import { type ApplicationFilters, type ApplicationStatus, type ListQuery, type StageName, searchable } from 'contract'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { builtByShape, selected } from '../db/built.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { gramsOf, type Search, sizeOf } from '../db/search.ts'
import { writtenApplications } from '../db/writtenApplications.table.ts'
import {
  besideOf,
  type CountedQuery,
  capped,
  countsAlone,
  countUpTo,
  inPageAsked,
  isUsual,
  joined,
  type Listing,
  type Page,
  pageOf,
  placeOf,
} from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { Timing } from '../http/timing.ts'
import type { WrittenRow } from '../http/written.ts'
import { asTexts, readWritten } from '../http/writtenPage.ts'
import { listedApplication } from '../visibility/applications.ts'
import { keptCompleted, keptNumber, listedScope, type Scope } from '../visibility/counts.ts'
import { filterOf, hasStatus, isAtStage, isCompletedIn } from './filters.ts'
import { searched } from './searched.ts'
import { orderOf, type Sort } from './sorts.ts'
import { isWritten, LISTED } from './written.ts'

type Filters = ApplicationFilters & { sort?: Sort | undefined; application_ids?: string[] | undefined }

/** Reading so many rows takes no longer than an index over the words of all companies. */
const FEW = 2_000

type Value = string | SQLWrapper

/** What a list is asked for; in a statement that is built once, placeholders. */
interface Asked {
  /** What the viewer sees in lists. */
  seen: SQL | undefined
  /** That, and what of it is asked for, where they are whole companies' rows (V3). */
  all: Scope | undefined
  shown: Scope | undefined
  company_id: Value | undefined
  status: ApplicationStatus | undefined
  stage?: StageName | undefined
  /** The month of completion. */
  completed?: string | undefined
  /** The other facets, and whether one of them lies together far along the order. */
  narrowed?: SQL | undefined
  gathered?: boolean
  /** q is a substring, ignoring case (§5). */
  word: Search['word'] | undefined
  sort: Sort | undefined
  count_to?: number | undefined
}

/** Kept where one facet of those that have kept numbers is asked for, else counted. */
function matchingOf({ shown, status, stage, completed, narrowed }: Asked, counted: SQL<number>): SQL<number> {
  if (!shown || narrowed || (status && stage)) return counted
  if (completed) return stage || (status && status !== 'completed') ? counted : keptCompleted(shown, completed)
  if (stage) return keptNumber(shown, 'stage', stage)
  return keptNumber(shown, 'status', ...(status ? [status] : []))
}

function listingOf(asked: Asked): Listing {
  const { seen, all, shown, company_id, status, stage, completed, narrowed, word, sort, count_to } = asked
  const within = and(seen, company_id ? eq(applications.company_id, company_id) : undefined)
  const filter = and(status && hasStatus(status), stage && isAtStage(stage), completed ? isCompletedIn(completed) : undefined, narrowed)
  const unfiltered = all ? keptNumber(all, 'status') : countUpTo(applications, seen, count_to)
  const matching = matchingOf(asked, countUpTo(applications, and(within, filter), count_to))
  const few = shown && shown !== 'all' ? sql<boolean>`${keptNumber(shown, 'status')} <= ${FEW}` : sql<boolean>`${!shown}`
  const search = word ? { ...searched(word), few, count_to } : undefined
  const total = filter || company_id ? capped(matching, count_to) : unfiltered
  const order = orderOf(sort, shown !== 'all')
  return { order, within, filter, counts: { total, unfiltered }, search, gathered: asked.gathered ? applications : undefined }
}

/** Each row as the text of a VisaApplication, its documents as links. */
const rowsOf = (db: Db, listing: Listing) =>
  db
    .select({ id: applications.id, text: LISTED, beside: besideOf(listing) })
    .from(applications)
    .innerJoin(companies, eq(companies.id, applications.company_id))
    .leftJoin(writtenApplications, isWritten)
    .$dynamic()

/** A statement is built once for sorts, companies and statuses; with further facets, of which there are too many together, for each call. */
export async function listApplications(db: Db, viewer: Viewer, query: CountedQuery & Filters, at: Timing): Promise<Page<WrittenRow>> {
  const [all, shown] = [listedScope(viewer), listedScope(viewer, query.company_id)]
  const { company_id, status, stage, completed, sort, count_to } = query
  const narrowed = and(
    filterOf(viewer, { ...query, status: undefined, stage: undefined, completed: undefined }, at),
    isOneOf(query.application_ids),
  )
  if (isWhole(all) && isWhole(shown) && !stage && !completed && !narrowed && !count_to) return listWhole(db, all, query)
  const word = searchable(query.q ?? '') || undefined
  // An administrator's cases stand with few companies, of which an index leads to all.
  const isCarried = query.assignee !== undefined && query.assignee !== 'nobody'
  // A month of completion has an index in the usual order.
  const isFar = completed && sort && !sort.endsWith('submitted_at')
  const gathered = Boolean(query.expires || query.unpaid || query.application_ids || isFar || (isCarried && sort?.endsWith('company_name')))
  const seen = listedApplication(viewer)
  const listing = listingOf({ seen, all, shown, company_id, status, stage, completed, narrowed, gathered, word, sort, count_to })
  return pageOf(db, listing, query, await readWritten(db, rowsOf(db, listing), listing, query, { isLong: true }))
}

/** Chosen rows. */
const isOneOf = (ids: string[] | undefined): SQL | undefined => ids && sql`${applications.id} = any(${sql.param(ids)}::uuid[])`

type Whole = Exclude<Scope<string>, 'none'>
const isWhole = (scope: Scope<string> | undefined): scope is Whole => scope !== undefined && scope !== 'none'

/** All that the text of a list of whole companies depends on. */
interface Shape {
  isOwn: boolean
  hasCompany: boolean
  status: ApplicationStatus | undefined
  hasWord: boolean
  isBehind: boolean
  sort: Sort | undefined
  /** How many rows to read; null where that is a placeholder. */
  read: number | null
  size: number
}

const PLACE = { key: sql.placeholder('place_key'), id: sql.placeholder('place_id') }
const WORD = { text: sql.placeholder('word'), grams: sql.placeholder('grams') }

function listingByShape({ isOwn, hasCompany, status, hasWord, sort }: Shape): Listing {
  const own = isOwn ? selected(sql.placeholder('own'), 'uuid') : undefined
  const company_id = hasCompany ? selected(sql.placeholder('company_id'), 'uuid') : undefined
  const shown = own ?? company_id
  return listingOf({
    seen: own && eq(applications.company_id, own),
    all: own ? { company_id: own } : 'all',
    shown: shown ? { company_id: shown } : 'all',
    company_id,
    status,
    word: hasWord ? WORD : undefined,
    sort,
  })
}

const readWhole = builtByShape((db, shape: Shape) => {
  const listing = listingByShape(shape)
  const asked = { place: shape.isBehind ? PLACE : undefined, read: shape.read ?? sql.placeholder('read'), size: shape.size }
  return asTexts(db, inPageAsked(rowsOf(db, listing), listing, asked), { isLong: true })
})

const countWhole = builtByShape((db, shape: Shape) => countsAlone(db, listingByShape(shape)))

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
    status,
    hasWord: word !== '',
    isBehind: place !== undefined,
    sort,
    read: isUsual(limit) ? limit + 1 : null,
    size: word ? sizeOf(limit + 1) : 0,
  }
  const own = all === 'all' ? undefined : all.company_id
  const grams = word ? gramsOf(word) : undefined
  const values = { own, company_id, word, grams, place_key: place?.key, place_id: place?.id, read: limit + 1 }
  return joined(await readWhole(db, shape, values), limit, () => countWhole(db, shape, values))
}
