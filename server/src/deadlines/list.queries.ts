import { actsOn, DEADLINE_KEYS, type DeadlineFilters, dubaiDate, type ListQuery, MAX_COUNTED } from 'contract'
import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { builtByShape, selected } from '../db/built.ts'
import { companies } from '../db/companies.table.ts'
import { deadlines } from '../db/deadlines.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { besideOf, countsAlone, countUpTo, inPageAsked, isUsual, joined, type Listing, type Page, pageOf, placeOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { asTexts, readWritten } from '../http/writtenPage.ts'
import { listedScope, type Scope } from '../visibility/counts.ts'
import { listedDeadline } from '../visibility/deadlines.ts'
import { costIn, mayCost } from './cost.ts'
import { type Form, formFor, jsonOn, newestRecord, WHOLE } from './shown.ts'

type Query = Omit<ListQuery, 'q'> & DeadlineFilters

const SOONEST: Order = { key: deadlines.due_on, type: 'date', descending: false, id: deadlines.id }
const RUNS = isNull(deadlines.closed_at)

/** Each key has somebody who acts, so that a list of theirs is one of their keys. */
function keysOf({ key, who }: DeadlineFilters): string[] | undefined {
  if (key === undefined && who === undefined) return undefined
  return DEADLINE_KEYS.filter((each) => (key === undefined || each === key) && (who === undefined || actsOn(each) === who))
}

/** What a list is asked for; in a statement that is built once, no values. */
interface Asked extends Pick<DeadlineFilters, 'late' | 'counted'> {
  /** What the viewer sees in lists. */
  seen: SQL | undefined
  company_id: string | SQLWrapper | undefined
  keys: SQL | undefined
  today: SQL
  /** So many days from today on. */
  within: SQL | undefined
  /** Of one person or case. */
  ofOne: SQL | undefined
}

function dayIs({ late, within, today }: Asked): SQL | undefined {
  return and(
    late === undefined ? undefined : late ? sql`${deadlines.due_on} < ${today}` : sql`${deadlines.due_on} >= ${today}`,
    within && sql`${deadlines.due_on} between ${today} and ${today} + ${within}`,
  )
}

/** Costs something within the outlook, as does what costs something now, and whether a sum has it; an index has what is in doubt. */
function costs({ counted, today }: Asked): SQL | undefined {
  if (counted === undefined) return undefined
  const cost = costIn(today)
  return and(mayCost(today), counted ? cost.counted : and(sql`${deadlines.doubted}`, sql`not ${cost.counted}`), sql`${cost.soon} > 0`)
}

const isLateAlone = ({ company_id, keys, late, within, ofOne, counted }: Asked): boolean =>
  late === true && !company_id && !keys && !within && !ofOne && counted === undefined

/** Late clocks stand first: one walk along the order counts them and all. */
const countLate = ({ seen, today }: Asked): Listing['counts'] => ({
  total: sql`counted.late`.mapWith(Number) as SQL<number>,
  unfiltered: sql`counted.all`.mapWith(Number) as SQL<number>,
  from: sql`(select count(*) filter (where due_on < ${today}) as late, count(*) as all from (select ${deadlines.due_on} from ${deadlines}
    where ${and(RUNS, seen)} order by ${deadlines.due_on} limit ${sql.raw(String(MAX_COUNTED + 1))}) first) as counted`,
})

function listingOf(asked: Asked): Listing {
  const { seen, company_id, keys, ofOne, counted } = asked
  const within = and(RUNS, seen, company_id ? eq(deadlines.company_id, company_id) : undefined)
  const all = countUpTo(deadlines, and(RUNS, seen))
  const filter = and(keys && sql`${deadlines.key} = any(${keys})`, ofOne, dayIs(asked), costs(asked))
  return {
    order: SOONEST,
    within,
    filter,
    counts: isLateAlone(asked)
      ? countLate(asked)
      : { total: filter || company_id ? countUpTo(deadlines, and(within, filter)) : all, unfiltered: all },
    gathered: ofOne ? deadlines : undefined,
    owned: keys && counted === undefined ? { from: deadlines, by: [{ of: deadlines.key, owners: keys }] } : undefined,
  }
}

function selectOf(db: Db, listing: Listing, { text }: Form) {
  const rows = db
    .select({ id: deadlines.id, text, beside: besideOf(listing) })
    .from(deadlines)
    .innerJoin(companies, eq(companies.id, deadlines.company_id))
    .leftJoinLateral(newestRecord, sql`true`)
    .$dynamic()
  return listing.counts.from ? rows.crossJoin(listing.counts.from) : rows
}

/** A statement is built once for the clocks of companies; for those of one person or case for each call. */
export async function listDeadlines(db: Db, viewer: Viewer, query: Query, now: Date): Promise<Page<WrittenRow>> {
  const today = dubaiDate(now)
  const all = listedScope(viewer)
  const isWhole = all !== undefined && all !== 'none' && !query.employee_id && !query.application_id
  const page = await (isWhole ? listWhole(db, all, query, today) : listOfOne(db, viewer, query, today))
  const toJson = jsonOn(today, formFor(viewer))
  return { ...page, rows: page.rows.map(({ id, json }) => ({ id, json: toJson(json) })) }
}

async function listOfOne(db: Db, viewer: Viewer, query: Query, today: string): Promise<Page<WrittenRow>> {
  const { company_id, employee_id, application_id, late, counted, within } = query
  const keys = keysOf(query)
  const listing = listingOf({
    seen: listedDeadline(viewer),
    company_id,
    keys: keys && sql`${sql.param(keys)}::text[]`,
    late,
    counted,
    today: sql`${today}::date`,
    within: within === undefined ? undefined : sql`${within}::int`,
    ofOne: and(
      employee_id ? sql`${deadlines.person_id} = (select e.person_id from ${employees} e where e.id = ${employee_id})` : sql`true`,
      application_id ? eq(deadlines.application_id, application_id) : undefined,
    ),
  })
  return pageOf(db, listing, query, await readWritten(db, selectOf(db, listing, formFor(viewer)), listing, query))
}

/** All that the text of a list of companies' clocks depends on. */
interface Shape extends Pick<Query, 'late' | 'counted'> {
  isOwn: boolean
  hasCompany: boolean
  hasKeys: boolean
  hasWithin: boolean
  isBehind: boolean
  /** How many rows to read; null where that is a placeholder. */
  read: number | null
}

const PLACE = { key: sql.placeholder('place_key'), id: sql.placeholder('place_id') }
const given = (name: string, type: string): SQL => selected(sql.placeholder(name), type)

const listingByShape = ({ isOwn, hasCompany, hasKeys, hasWithin, late, counted }: Shape): Listing =>
  listingOf({
    seen: isOwn ? eq(deadlines.company_id, given('own', 'uuid')) : undefined,
    company_id: hasCompany ? given('company_id', 'uuid') : undefined,
    keys: hasKeys ? given('keys', 'text[]') : undefined,
    late,
    counted,
    today: given('today', 'date'),
    within: hasWithin ? given('within', 'int') : undefined,
    ofOne: undefined,
  })

const readWhole = builtByShape((db, shape: Shape) => {
  const listing = listingByShape(shape)
  const asked = { place: shape.isBehind ? PLACE : undefined, read: shape.read ?? sql.placeholder('read'), size: 0 }
  return asTexts(db, inPageAsked(selectOf(db, listing, WHOLE), listing, asked))
})

const countWhole = builtByShape((db, shape: Shape) => countsAlone(db, listingByShape(shape)))

async function listWhole(db: Db, all: Exclude<Scope<string>, 'none'>, query: Query, today: string): Promise<Page<WrittenRow>> {
  const { cursor, limit, company_id, late, counted, within } = query
  const [place, keys] = [placeOf(cursor), keysOf(query)]
  const shape: Shape = {
    isOwn: all !== 'all',
    hasCompany: Boolean(company_id),
    hasKeys: keys !== undefined,
    hasWithin: within !== undefined,
    late,
    counted,
    isBehind: place !== undefined,
    read: isUsual(limit) ? limit + 1 : null,
  }
  const own = all === 'all' ? undefined : all.company_id
  const values = { own, company_id, keys, today, within, place_key: place?.key, place_id: place?.id, read: limit + 1 }
  return joined(await readWhole(db, shape, values), limit, () => countWhole(db, shape, values))
}
