import { documentUrl, keyed, type ListQuery, MAX_COUNTED, Paper, type PaperFilters, searchable } from 'contract'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { builtByShape, selected } from '../db/built.ts'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { gramsOf, type Search, sizeOf } from '../db/search.ts'
import { type WrittenMembers, writtenIf } from '../db/written.ts'
import { besideOf, countsAlone, countUpTo, inPageAsked, isUsual, joined, type Listing, type Page, pageOf, placeOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { asTexts, readWritten } from '../http/writtenPage.ts'
import { keptNumber, listedScope, type Scope } from '../visibility/counts.ts'
import { listedPaper } from '../visibility/papers.ts'
import { type Days, daysOf, END, endsFrom, lastOf, shelvesOf, standingIs } from './filters.ts'
import { COLUMNS, type Day, fileOf, newestRecord } from './shown.ts'

type Query = ListQuery & PaperFilters
type Value = string | SQLWrapper

const arrayOf = (shelves: string[]): SQL => sql`${sql.param(shelves)}::text[]`

const SOONEST: Order = { key: END, type: 'date', descending: false, id: papers.id }

/** People of so few records have so few papers that reading them all is best. */
const FEW = 700

/** What a list is asked for; in a statement that is built once, placeholders. */
interface Asked {
  /** What the viewer sees in lists. */
  seen: SQL | undefined
  company_id: Value | undefined
  person: SQL | undefined
  /** Those of the owners and kinds that are asked for, and those of all; the same where all are. */
  shelves: SQL
  all: SQL
  standing: PaperFilters['standing']
  days: Days
  /** The last day of those within which a paper ends. */
  last: Value | undefined
  search: Listing['search']
  /** Whether they are one person's. */
  isOfOne: boolean
}

/** As many as are counted, read along each shelf, because over all companies one may have few of many. */
const countOn = (shelves: SQL, where: SQL | undefined): SQL<number> => {
  const most = sql.raw(String(MAX_COUNTED + 1))
  return sql`(select count(*) from (select 1 from unnest(${shelves}) as owners(owner)
    cross join lateral (select 1 from ${papers} where ${and(sql`${papers.shelf} = owners.owner`, where)} limit ${most}) each limit ${most}) counted)`.mapWith(
    Number,
  ) as SQL<number>
}

/** An administrator finds papers by the name of the company too. */
function searchOf(word: Search['word'], scope: Scope | undefined, byCompany: boolean): NonNullable<Listing['search']> {
  const few =
    typeof scope === 'object'
      ? sql<boolean>`${keptNumber(scope, 'employee')} <= ${FEW}`
      : scope === 'all'
        ? sql<boolean>`false`
        : sql<boolean>`true`
  const company = { id: papers.company_id, name: word }
  return { word, table: papers, text: papers.search_text, few, ...(byCompany && { company }) }
}

function listingOf({ seen, company_id, person, shelves, all, standing, days, last, search, isOfOne }: Asked): Listing {
  const within = and(seen, company_id ? eq(papers.company_id, company_id) : undefined)
  const asked = and(standingIs(standing, days), last ? endsFrom(days.today, last) : undefined)
  const onShelf = sql`${papers.shelf} = any(${shelves})`
  // Read along the shelves, each row stands on one of them.
  const filter = and(search || isOfOne ? onShelf : undefined, person, asked)
  const unfiltered = seen ? countUpTo(papers, and(seen, sql`${papers.shelf} = any(${all})`)) : countOn(all, seen)
  const isAll = !isOfOne && !company_id && asked === undefined && shelves === all
  const matching = isOfOne || seen || company_id ? countUpTo(papers, and(within, onShelf, person, asked)) : countOn(shelves, asked)
  return {
    order: SOONEST,
    within,
    filter,
    counts: { total: isAll ? unfiltered : matching, unfiltered },
    search,
    gathered: isOfOne ? papers : undefined,
    owned: { from: papers, by: [{ of: papers.shelf, owners: shelves }] },
  }
}

const [today, until] = [sql`day.today`, sql`(day.until ->> ${papers.kind})::date`]
const standing = sql`case when ${papers.expires_on} is null then 'no_date' when ${papers.expires_on} < ${today} then 'expired'
  when ${papers.expires_on} <= ${until} then 'soon' else 'valid' end`

const writtenFor = (viewer: Viewer) =>
  writtenIf(papers.id, Paper, {
    ...COLUMNS,
    standing,
    days_left: sql`${papers.expires_on} - ${today}`,
    document: sql`${sql.raw(`'${documentUrl('')}'`)} || ${fileOf(viewer)}`,
  })
const WRITTEN = writtenFor({ role: 'admin' } as Viewer)

/** Each row as the text of a Paper. */
const rowsOf = (db: Db, listing: Listing, { text }: WrittenMembers, { today, until }: Days) =>
  db
    .select({ id: papers.id, text, beside: besideOf(listing) })
    .from(papers)
    .innerJoin(companies, eq(companies.id, papers.company_id))
    .leftJoinLateral(newestRecord, sql`true`)
    .crossJoin(sql`(select ${today}::date as today, ${until}::jsonb as until) as day`)
    .$dynamic()

/** A statement is built once for what companies hold; for one person's papers for each call. */
export async function listPapers(db: Db, viewer: Viewer, query: Query, day: Day): Promise<Page<WrittenRow>> {
  const all = listedScope(viewer)
  const { company_id, employee_id, state, standing } = query
  if (all !== undefined && all !== 'none' && !employee_id) return listWhole(db, all, query, day)
  const days = daysOf(day)
  const word = searchable(query.q ?? '')
  const listing = listingOf({
    seen: listedPaper(viewer),
    company_id,
    person: employee_id ? sql`${papers.person_id} = (select e.person_id from ${employees} e where e.id = ${employee_id})` : undefined,
    shelves: arrayOf(shelvesOf(query)),
    all: arrayOf(shelvesOf({ state })),
    standing,
    days,
    last: lastOf(query.expires, day),
    search: word ? searchOf(word, listedScope(viewer, company_id), viewer.role === 'admin') : undefined,
    isOfOne: true,
  })
  const written = viewer.role === 'employee' ? writtenFor(viewer) : WRITTEN
  return pageOf(db, listing, query, await readWritten(db, rowsOf(db, listing, written, days), listing, query, written))
}

/** All that the text of a list of companies' papers depends on. */
interface Shape {
  isOwn: boolean
  hasCompany: boolean
  /** To some owners and kinds. */
  isNarrowed: boolean
  standing: PaperFilters['standing']
  hasLast: boolean
  hasWord: boolean
  isBehind: boolean
  /** How many rows to read; null where that is a placeholder. */
  read: number | null
  size: number
}

const PLACE = { key: sql.placeholder('place_key'), id: sql.placeholder('place_id') }
const WORD = { text: sql.placeholder('word'), grams: sql.placeholder('grams') }
const DAYS = keyed(['today', 'until', 'least', 'most'], (name) => sql.placeholder(name))

function listingByShape({ isOwn, hasCompany, isNarrowed, standing, hasLast, hasWord }: Shape): Listing {
  const own = isOwn ? selected(sql.placeholder('own'), 'uuid') : undefined
  const company_id = hasCompany ? selected(sql.placeholder('company_id'), 'uuid') : undefined
  const shown = own ?? company_id
  const all = selected(sql.placeholder('all'), 'text[]')
  return listingOf({
    seen: own && eq(papers.company_id, own),
    company_id,
    person: undefined,
    shelves: isNarrowed ? selected(sql.placeholder('shelves'), 'text[]') : all,
    all,
    standing,
    days: DAYS,
    last: hasLast ? sql.placeholder('last') : undefined,
    search: hasWord ? searchOf(WORD, shown ? { company_id: shown } : 'all', !isOwn) : undefined,
    isOfOne: false,
  })
}

const readWhole = builtByShape((db, shape: Shape) => {
  const listing = listingByShape(shape)
  const asked = { place: shape.isBehind ? PLACE : undefined, read: shape.read ?? sql.placeholder('read'), size: shape.size }
  return asTexts(db, inPageAsked(rowsOf(db, listing, WRITTEN, DAYS), listing, asked), WRITTEN)
})

const countWhole = builtByShape((db, shape: Shape) => countsAlone(db, listingByShape(shape)))

async function listWhole(db: Db, whole: Exclude<Scope<string>, 'none'>, query: Query, day: Day): Promise<Page<WrittenRow>> {
  const { q, cursor, limit, company_id, standing, state } = query
  const [word, place, last] = [searchable(q ?? ''), placeOf(cursor), lastOf(query.expires, day)]
  const [all, shelves] = [shelvesOf({ state }), shelvesOf(query)]
  const shape: Shape = {
    isOwn: whole !== 'all',
    hasCompany: Boolean(company_id),
    isNarrowed: shelves.length < all.length,
    standing,
    hasLast: last !== undefined,
    hasWord: word !== '',
    isBehind: place !== undefined,
    read: isUsual(limit) ? limit + 1 : null,
    size: word ? sizeOf(limit + 1) : 0,
  }
  const own = whole === 'all' ? undefined : whole.company_id
  const grams = word ? gramsOf(word) : undefined
  const values = {
    ...daysOf(day),
    own,
    company_id,
    all,
    shelves,
    last,
    word,
    grams,
    place_key: place?.key,
    place_id: place?.id,
    read: limit + 1,
  }
  return joined(await readWhole(db, shape, values), limit, () => countWhole(db, shape, values))
}
