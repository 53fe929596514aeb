import {
  type ApplicationFilters,
  FACET_VALUES,
  type Facet,
  type FacetCounts,
  keyed,
  type ListQuery,
  MAX_FACET_COUNT,
  searchable,
} from 'contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { found } from '../db/search.ts'
import type { Viewer } from '../http/session.ts'
import { listedApplication } from '../visibility/applications.ts'
import { keptNumber, listedScope, type Scope } from '../visibility/counts.ts'
import { FACETS, FOUND_BY, facetsOf, filterOf } from './filters.ts'
import { orderOf } from './sorts.ts'

type Asked = ApplicationFilters & Pick<ListQuery, 'q'>
type Conditions = { [Name in Facet]: SQL[] }

/** So many of the rows that fit are read; what lists count would take longer than they do. */
const READ_AT_MOST = 3_000
const MORE = sql.raw(String(READ_AT_MOST + 1))
const LIMIT = sql.raw(String(MAX_FACET_COUNT + 1))
const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)

const { id, status, current_stage, stage_status, stage_since, priority, expires_on, due_fils } = applications
/** What the conditions of the facets read. */
const READ = list([status, current_stage, stage_status, stage_since, priority, expires_on, due_fils].map((column) => sql`${column}`))

interface Counting {
  viewer: Viewer
  asked: Asked
  now: Date
  within: SQL | undefined
  word: string
  conditions: Conditions
}

function countingOf(viewer: Viewer, asked: Asked, now: Date): Counting {
  const facets = facetsOf(viewer, now)
  const within = and(listedApplication(viewer), asked.company_id ? eq(applications.company_id, asked.company_id) : undefined)
  const conditions = keyed(FACETS, (name) =>
    FACET_VALUES[name].map((value) => (facets[name] as (value: string) => SQL | undefined)(value) ?? sql`true`),
  )
  return { viewer, asked, now, within, word: searchable(asked.q ?? ''), conditions }
}

const beside = ({ viewer, asked, now }: Counting, without: Facet | undefined) => filterOf(viewer, asked, now, without)
const isNarrowed = (counting: Counting, without: Facet): boolean => counting.word !== '' || beside(counting, without) !== undefined

/** Facets of few values in a column of their own: rows are put together by these before anything is decided of them. */
const OF_COLUMNS = ['status', 'stage', 'stage_status', 'priority'] as const satisfies Facet[]
const OF_ROWS = ['pace', 'expires', 'unpaid'] as const satisfies Facet[]
const WORDS = list([status, current_stage, stage_status, priority].map((column) => sql`${column}`))

/** What fits all filters but one, so far as it is read: by each mixture of values, as many bits, how many rows there are. */
function mixtures(counting: Counting, without: Facet | undefined): SQL {
  const { within, word, conditions } = counting
  const filter = beside(counting, without)
  const company = { id: applications.company_id, name: word }
  const search = { word, table: applications, text: applications.search_text, company, order: orderOf(), few: sql<boolean>`false` }
  const where = word ? sql`${id} in ${found({ ...search, within, filter })}` : and(sql`true`, within, filter)
  // Under the table's own name the same conditions fit.
  const rows = sql`(select ${READ} from ${applications} where ${where} limit ${MORE}) as visa_applications`
  const ofRows = OF_ROWS.flatMap((name) => conditions[name])
  const size = sql.raw(String(ofRows.length))
  const code = sql.join(
    ofRows.map((condition, place) => sql`case when ${condition} then ${sql.raw(String(2 ** (ofRows.length - 1 - place)))} else 0 end`),
    sql` + `,
  )
  const groups = sql`(select ${WORDS}, ${code} as code, count(*) as number from ${rows} group by ${WORDS}, code) as visa_applications`
  const bits = OF_COLUMNS.flatMap((name) => conditions[name]).map((condition) => sql`case when ${condition} then '1' else '0' end`)
  return sql`(select coalesce(json_object_agg(bits, number), '{}') from
    (select ${sql.join(bits, sql` || `)} || code::bit(${size})::text as bits, sum(number) as number from ${groups} group by 1) mixed)`
}

/** Each value along its own index, where nothing else narrows the rows of all companies. */
function apart({ within, conditions }: Counting, name: Facet): SQL {
  const each = conditions[name].map(
    (condition) => sql`(select count(*) from (select 1 from ${applications}
      where ${and(within, condition, FOUND_BY[name])} limit ${LIMIT}) counted)`,
  )
  return sql`json_build_array(${list(each)})`
}

const kept = (name: 'status' | 'stage', scope: Scope): SQL =>
  sql`json_build_array(${list(FACET_VALUES[name].map((value) => keptNumber(scope, name, value)))})`

type Mixtures = Record<string, number>
type Counted = FacetCounts[Facet][number]

const atMost = (count: number, isWhole = true): Omit<Counted, 'value'> =>
  count > MAX_FACET_COUNT ? { count: MAX_FACET_COUNT, more: true } : { count, more: !isWhole }

/** Of the mixtures, those whose bit of that place is set. */
function sumOf(read: Mixtures, place: number): Omit<Counted, 'value'> {
  const sum = (fits: (bits: string) => boolean) =>
    Object.entries(read).reduce((total, [bits, number]) => total + (fits(bits) ? number : 0), 0)
  return atMost(
    sum((bits) => bits[place] === '1'),
    sum(() => true) <= READ_AT_MOST,
  )
}

/** How one facet is counted, and what its answer says of each value. */
interface Way {
  column: SQL
  read: (answer: never) => Omit<Counted, 'value'>[]
}

function wayOf(counting: Counting, name: Facet): Way {
  const scope = listedScope(counting.viewer, counting.asked.company_id)
  if (scope && !isNarrowed(counting, name)) {
    if (name === 'status' || name === 'stage')
      return { column: kept(name, scope), read: (counts: number[]) => counts.map((count) => ({ count, more: false })) }
    if (scope === 'all') return { column: apart(counting, name), read: (counts: number[]) => counts.map((count) => atMost(count)) }
  }
  const first = FACETS.slice(0, FACETS.indexOf(name)).reduce((sum, before) => sum + FACET_VALUES[before].length, 0)
  const own = counting.asked[name] === undefined ? undefined : name
  return {
    column: sql`(select read from ${sql.identifier(`beside_${own ?? 'none'}`)})`,
    read: (mixed: Mixtures) => FACET_VALUES[name].map((_, place) => sumOf(mixed, first + place)),
  }
}

/** In one statement. The rows that fit are read once for all facets, and once more for each facet that is asked for itself. */
export async function countFacetsOf(db: Db, viewer: Viewer, asked: Asked, now: Date): Promise<FacetCounts> {
  const counting = countingOf(viewer, asked, now)
  const ways = keyed(FACETS, (name) => wayOf(counting, name))
  const named = [undefined, ...FACETS.filter((name) => asked[name] !== undefined)]
  const reads = named.map(
    (name) => sql`${sql.identifier(`beside_${name ?? 'none'}`)} as materialized (select ${mixtures(counting, name)} as read)`,
  )
  const columns = FACETS.map((name) => sql`${ways[name].column} as ${sql.identifier(name)}`)
  const { rows } = await db.execute<Record<Facet, never>>(sql`with ${list(reads)} select ${list(columns)}`)
  const [row] = rows
  return keyed(FACETS, (name) =>
    row ? ways[name].read(row[name]).map((counts, place) => ({ value: FACET_VALUES[name][place], ...counts })) : [],
  ) as FacetCounts
}
