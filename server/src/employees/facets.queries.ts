import {
  dubaiDate,
  EMPLOYEE_FACETS,
  type EmployeeFacet,
  type EmployeeFacetCounts,
  type EmployeeFilters,
  keyed,
  type ListQuery,
  MAX_FACET_COUNT,
  searchable,
} from 'contract'
import { and, between, eq, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { byNationality } from '../db/nationality.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { found } from '../db/search.ts'
import type { Viewer } from '../http/session.ts'
import { keptRows, listedScope, type Scope } from '../visibility/counts.ts'
import { listedEmployee } from '../visibility/employees.ts'
import { type FacetName, facetsOn, filterOf, lastDay, renewalsOf } from './filters.ts'
import { countByStatus, searchOf } from './queries.ts'
import { orderOf } from './sorts.ts'

type Asked = EmployeeFilters & Pick<ListQuery, 'q'>

const FACETS = Object.keys(EMPLOYEE_FACETS) as EmployeeFacet[]
const LIMIT = sql.raw(String(MAX_FACET_COUNT + 1))
const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)

interface Counting {
  asked: Asked
  today: string
  scope: Scope<string>
  within: SQL | undefined
  word: string
  viewer: Viewer
}

const conditionsOf = ({ today }: Counting, name: EmployeeFacet): SQL[] =>
  EMPLOYEE_FACETS[name].map((value) => (facetsOn(today)[name] as (value: string) => SQL | undefined)(value) ?? sql`true`)

const isNarrowed = ({ asked, today, word, scope }: Counting, without: FacetName): boolean =>
  word !== '' || filterOf(asked, today, scope, without) !== undefined

/** Without a filter: statuses and days are kept numbers. */
function kept({ scope, today }: Counting, name: 'status' | 'expires'): SQL {
  if (name === 'status') return sql`json_build_array(${list(EMPLOYEE_FACETS.status.map((status) => countByStatus(scope, status, today)))})`
  const days = EMPLOYEE_FACETS.expires.map((within) => lastDay(within, today))
  const last = days.toSorted().at(-1) ?? today
  const sums = days.map((day) => sql`coalesce(sum(number) filter (where value <= ${day}), 0)::int8`)
  return sql`(select json_build_array(${list(sums)}) ${keptRows(scope, (rows) => and(eq(rows.kind, 'expiry'), between(rows.value, today, last)))})`
}

const RENEWED = sql.identifier('renewed')

/** The people whose renewals run, so far as they are read. */
const renewed = ({ scope }: Counting): SQL =>
  sql`(select distinct ${applications.person_id} ${renewalsOf(scope)} order by 1 limit ${LIMIT})`

/** Without a filter: along those people, along the records, of which few are being renewed, and how many people were read. */
function apart(counting: Counting): SQL {
  const [, none] = conditionsOf(counting, 'renewal')
  const counted = (is: SQL | undefined) =>
    sql`(select count(*) from (select 1 from ${employees} where ${and(counting.within, is)} limit ${LIMIT}) counted)`
  const running = sql`${employees.person_id} = any(array(select person_id from ${RENEWED}))`
  return sql`json_build_array(${counted(running)}, ${counted(none)}, (select count(*) from ${RENEWED}))`
}

/** The rows that fit all filters but one, so far as they are read. */
function rowsBeside({ asked, today, within, word, viewer, scope }: Counting, without: FacetName | undefined): SQL {
  const filter = filterOf(asked, today, scope, without)
  const few = sql<boolean>`false`
  const search = { ...searchOf(viewer, word), order: orderOf(), few, count_to: MAX_FACET_COUNT, within, filter }
  const where = word ? sql`${employees.id} in ${found(search)}` : and(sql`true`, within, filter)
  const { status, visa_expiry_date, person_id, nationality_word } = employees
  return sql`(select ${list([sql`${status}`, sql`${visa_expiry_date}`, sql`${person_id}`, sql`${nationality_word}`])} from ${employees} where ${where} limit ${LIMIT})`
}

type Count = Omit<EmployeeFacetCounts[FacetName][number], 'value'>

/** `isWhole`: there are no more than these. */
const upTo = (count: number, isWhole = true): Count =>
  count > MAX_FACET_COUNT ? { count: MAX_FACET_COUNT, more: true } : { count, more: !isWhole }

/** How one facet is counted, and what its answer says of each value. */
interface Way {
  column: SQL
  read: (answer: number[]) => Count[]
}

const named = (facet: FacetName | undefined): SQL => sql`${sql.identifier(`beside_${facet ?? 'none'}`)}`

function wayOf(counting: Counting, name: EmployeeFacet): Way {
  if (!isNarrowed(counting, name)) {
    if (name === 'renewal')
      return {
        column: apart(counting),
        read: ([running = 0, none = 0, people = 0]) => [upTo(running, people <= MAX_FACET_COUNT), upTo(none)],
      }
    return { column: kept(counting, name), read: (counts) => counts.map((count) => ({ count, more: false })) }
  }
  const own = counting.asked[name] === undefined ? undefined : name
  const counts = conditionsOf(counting, name).map((condition) => sql`count(*) filter (where ${condition})`)
  return {
    // Under the table's own name the same conditions fit.
    column: sql`(select json_build_array(count(*), ${list(counts)}) from ${named(own)} as employees)`,
    read: ([all = 0, ...each]) => each.map((count) => upTo(count, all <= MAX_FACET_COUNT)),
  }
}

type Nationals = Parameters<typeof byNationality>[0]

/** Of the rows that fit the other filters, so far as they are read. */
const nationals = ({ nationality }: Asked): SQL => sql`(select coalesce(json_agg(nationals), '[]') from (
  select nationality_word, count(*)::int as number from ${named(nationality === undefined ? undefined : 'nationality')} group by 1) nationals)`

function nationalsOf(read: Nationals, asked: Asked): EmployeeFacetCounts['nationality'] {
  const isWhole = read.reduce((sum, { number }) => sum + number, 0) <= MAX_FACET_COUNT
  return byNationality(read, asked.nationality).map(({ value, number }) => ({ value, ...upTo(number, isWhole) }))
}

/** In one statement. The rows that fit are read once for all facets, and once more for each facet that is asked for itself. */
export async function countEmployeeFacetsOf(db: Db, viewer: Viewer, asked: Asked, now: Date): Promise<EmployeeFacetCounts> {
  const within = and(listedEmployee(viewer), asked.company_id ? eq(employees.company_id, asked.company_id) : undefined)
  const scope = listedScope(viewer, asked.company_id) ?? 'none'
  const counting: Counting = { asked, today: dubaiDate(now), scope, within, word: searchable(asked.q ?? ''), viewer }
  const ways = keyed(FACETS, (name) => wayOf(counting, name))
  const beside = [undefined, ...[...FACETS, 'nationality' as const].filter((name) => asked[name] !== undefined)]
  const reads = [
    ...beside.map((name) => sql`${named(name)} as materialized ${rowsBeside(counting, name)}`),
    sql`${RENEWED} as materialized ${renewed(counting)}`,
  ]
  const columns = [...FACETS.map((name) => sql`${ways[name].column} as ${sql.identifier(name)}`), sql`${nationals(asked)} as nationality`]
  const { rows } = await db
    .execute<Record<EmployeeFacet, number[]> & { nationality: Nationals }>(sql`with ${list(reads)} select ${list(columns)}`)
    .execute()
  const [row] = rows
  const counts = keyed(FACETS, (name) =>
    row ? ways[name].read(row[name]).map((count, place) => ({ value: EMPLOYEE_FACETS[name][place], ...count })) : [],
  ) as Omit<EmployeeFacetCounts, 'nationality'>
  return { ...counts, nationality: nationalsOf(row?.nationality ?? [], asked) }
}
