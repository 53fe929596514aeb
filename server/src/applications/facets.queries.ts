import { completionMonths, FACET_VALUES, type Facet, type FacetCounts, keyed, MAX_FACET_COUNT, nationalityWord, searchable } from 'contract'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { type Order, orderBy } from '../db/keyset.ts'
import { byNationality } from '../db/nationality.ts'
import type { Db } from '../db/open.ts'
import { found } from '../db/search.ts'
import type { Viewer } from '../http/session.ts'
import type { Timing } from '../http/timing.ts'
import { listedApplication } from '../visibility/applications.ts'
import { keptNumbers, keptSince, listedScope } from '../visibility/counts.ts'
import { byAssignee, byValue, type Cell, carriedOf, cellsOf, isKept, numberOf, SAYS, type Sum, tookIn, type Values } from './facetCells.ts'
import { APART, type Asked, type Counting, MOST } from './facetsApart.ts'
import { READ, valuesFor } from './facetValues.ts'
import { askedFor, type FacetName, filterOf, hasStatus, mayAskFor } from './filters.ts'
import { searched } from './searched.ts'
import { orderOf } from './sorts.ts'

type Counted = Omit<FacetCounts[FacetName][number], 'value'> & { value: string }

const FACETS = Object.keys(FACET_VALUES) as Facet[]
const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)
const { id, expires_on, nationality_word } = applications

/** What the statement answers, by the names of its parts. */
interface Row {
  kept?: Record<string, number>
  carried?: Record<string, number>
  took?: Record<string, number>
  nationalities?: Record<string, number>
  withdrawn?: string[]
  [apart: `apart ${string}`]: number[]
  [first: `beside ${string}`]: Cell[]
}

/** How one facet is counted: what the statement reads for it, and what the answer says of each value. */
interface Way {
  parts: Record<string, SQL>
  counts: (row: Row) => Counted[]
}

const exactly = ({ value, number }: Sum): Counted => ({ value, count: number, more: false })

/** `isWhole`: there are no more than these. */
const upTo = ({ value, number }: Sum, isWhole = true): Counted =>
  number > MAX_FACET_COUNT ? { value, count: MAX_FACET_COUNT, more: true } : { value, count: number, more: !isWhole }

const SOONEST: Order = { key: expires_on, type: 'date', descending: false, id }

/** Few active ones have a date at all, and those have an index: the others are in none of the counts. */
const isActiveExpiry = ({ status }: Asked, without: FacetName | undefined): boolean => without === 'expires' && status === 'active'

/** Along an index that the filters lead to; none where what fits lies together somewhere else. */
function firstBy({ asked, word, scope }: Counting, without: FacetName | undefined): Order | undefined {
  const names = askedFor(asked, without)
  const isAsked = (...any: FacetName[]): boolean => names.some((name) => any.includes(name))
  if (isActiveExpiry(asked, without)) return undefined
  if (!word && scope === 'all' && isAsked('expires')) return SOONEST
  if (word || isAsked('expires', 'unpaid')) return undefined
  if (isAsked('completed', 'nationality')) return orderOf('-submitted_at')
  if (isAsked('status') && asked.status !== 'active') return undefined
  if (isAsked('assignee')) return orderOf('-submitted_at')
  if (isAsked('status', 'stage_status', 'pace', 'priority')) return orderOf('priority')
  return orderOf(isAsked('stage') ? 'current_stage' : '-submitted_at')
}

const withinOf = ({ viewer, asked: { company_id } }: Counting): SQL | undefined =>
  and(listedApplication(viewer), company_id ? eq(applications.company_id, company_id) : undefined)

/** The first rows that fit all filters but one, put together where they have the same values. */
function firstCells(counting: Counting, without: FacetName | undefined): SQL {
  const { viewer, asked, at, word } = counting
  const filter = and(filterOf(viewer, asked, at, without), isActiveExpiry(asked, without) ? isNotNull(expires_on) : undefined)
  const within = withinOf(counting)
  const search = { ...searched(word), order: orderOf(), few: sql<boolean>`false`, count_to: MAX_FACET_COUNT, within, filter }
  const where = word ? sql`${id} in ${found(search)}` : and(sql`true`, within, filter)
  const order = firstBy(counting, without)
  const values = valuesFor(viewer, at)
  const names = without ? SAYS[without] : (Object.keys(values) as (keyof Values)[])
  const groups = names.map((_, place) => sql.raw(String(place + 1)))
  // Under the table's own name the same conditions fit.
  return sql`(select coalesce(json_agg(cell), '[]') from (
    select ${list(names.map((name) => values[name]))}, count(*)::int as number
    from (select ${READ} from ${applications} where ${where} ${order ? sql`order by ${orderBy(order)}` : sql``} limit ${MOST}) as visa_applications
    group by ${list(groups)}) cell)`
}

function wayOf(counting: Counting, name: Facet): Way {
  const { scope, word, asked } = counting
  const others = askedFor(asked, name)
  if (scope && !word && isKept(name) && others.every(isKept))
    return { parts: { kept: keptNumbers(scope, 'case') }, counts: ({ kept = {} }) => byValue(cellsOf(kept), name, asked).map(exactly) }
  const apart = APART[name]
  const isActiveAlone = asked.status === undefined || asked.status === 'active'
  if (scope === 'all' && !word && apart && isActiveAlone && others.every((other) => apart.beside.includes(other)))
    return {
      parts: { [`apart ${name}`]: sql`json_build_array(${list(apart.counts(counting))})` },
      counts: (row) => FACET_VALUES[name].map((value, place) => upTo({ value, number: row[`apart ${name}`]?.[place] ?? 0 })),
    }
  return amongFirst(counting, name, (cells) => byValue(cells, name))
}

/** Kept by month and length, the later months alone. */
function wayOfCompleted(counting: Counting): Way {
  const { scope, word, asked, at } = counting
  const months = [...new Set([...completionMonths(at.today), ...(asked.completed ? [asked.completed] : [])])]
  const isKeptSo = asked.status === undefined || asked.status === 'completed'
  if (!scope || word || !isKeptSo || askedFor(asked, 'completed').some((other) => other !== 'status'))
    return amongFirst(counting, 'completed', (cells) =>
      months.map((value) => ({ value, number: numberOf(cells.filter(({ completed }) => completed === value)) })),
    )
  return {
    parts: { took: keptSince(scope, 'took', months.toSorted()[0] ?? '') },
    counts: ({ took = {} }) => months.map((value) => exactly({ value, number: numberOf(tookIn(value, took)) })),
  }
}

/** Kept by the words that were typed, without those that are withdrawn, which have an index. */
function wayOfNationality(counting: Counting): Way {
  const { scope, word, asked } = counting
  if (!scope || word || askedFor(asked, 'nationality').length > 0)
    return amongFirst(counting, 'nationality', (cells) => byNationality(cells, asked.nationality))
  const withdrawn = and(hasStatus('withdrawn'), withinOf(counting))
  return {
    parts: {
      nationalities: keptNumbers(scope, 'nationality'),
      withdrawn: sql`(select coalesce(json_agg(nationality_word), '[]') from (select ${nationality_word} from ${applications} where ${withdrawn} limit ${MOST}) gone)`,
    },
    counts: ({ nationalities = {}, withdrawn: gone = [] }) => {
      const kept = Object.entries(nationalities).map(([typed, number]) => ({ nationality_word: nationalityWord(typed), number }))
      const cells = [...kept, ...gone.map((one) => ({ nationality_word: one, number: 1 }))]
      return byNationality(cells, asked.nationality).map(({ value, number }) => ({
        value,
        count: number,
        more: gone.length > MAX_FACET_COUNT,
      }))
    },
  }
}

/** For administrators alone. */
function wayOfAssignee(counting: Counting): Way {
  const { scope, word, asked, viewer } = counting
  if (viewer.role !== 'admin') return { parts: {}, counts: () => [] }
  if (!scope || word || askedFor(asked, 'assignee').some((other) => other !== 'status'))
    return amongFirst(counting, 'assignee', (cells) => byAssignee(cells, viewer.id))
  return {
    parts: { kept: keptNumbers(scope, 'case'), carried: keptNumbers(scope, 'carried') },
    counts: ({ kept = {}, carried = {} }) => byAssignee(carriedOf(carried, cellsOf(kept), asked.status), viewer.id).map(exactly),
  }
}

/** Counted in the first rows that fit the filters on the others. */
function amongFirst(counting: Counting, name: FacetName, sums: (cells: Cell[]) => Sum[]): Way {
  const own = counting.asked[name] === undefined ? undefined : name
  const part = `beside ${own ?? 'all'}` as const
  return {
    parts: { [part]: firstCells(counting, own) },
    counts: (row) => {
      const cells = row[part] ?? []
      return sums(cells).map((sum) => upTo(sum, numberOf(cells) <= MAX_FACET_COUNT))
    },
  }
}

/**
 * In one statement, which reads a bounded number of rows. Exact where kept numbers answer it; else of the first 1,000 rows that fit, which are
 * read once for all facets, and once more for each facet that is asked for itself.
 */
export async function countFacetsOf(db: Db, viewer: Viewer, asked: Asked, at: Timing): Promise<FacetCounts> {
  mayAskFor(viewer, asked)
  const counting = { viewer, asked, at, word: searchable(asked.q ?? ''), scope: listedScope(viewer, asked.company_id) }
  const ways = {
    ...keyed(FACETS, (name) => wayOf(counting, name)),
    completed: wayOfCompleted(counting),
    nationality: wayOfNationality(counting),
    assignee: wayOfAssignee(counting),
  }
  const parts: Record<string, SQL> = Object.assign({}, ...Object.values(ways).map((way) => way.parts))
  const columns = Object.entries(parts).map(([name, part]) => sql`${part} as ${sql.identifier(name)}`)
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`select ${list(columns)}`).execute()
  return keyed([...FACETS, 'completed', 'nationality', 'assignee'] as const, (name) => ways[name].counts(rows[0] ?? {})) as FacetCounts
}
