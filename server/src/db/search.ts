import { MAX_COUNTED } from 'contract'
import { and, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { companies } from './companies.table.ts'
import { behind, type Order, orderBy, type Place } from './keyset.ts'

const GRAM = 3
/** An index needs no more of a long word: what it finds is compared with the whole word. */
const MAX_GRAMS = 8
/** A word that every third of the first rows has is found sooner by reading on than by index. */
const SAMPLE = 50
const MANY_IN_SAMPLE = Math.ceil(SAMPLE / 3)
/** Where none of the first rows matches, a page may stand far behind. */
const FEW_IN_SAMPLE = 1

/** Grams that every text with the word has, side by side: of its length, or of three letters. */
export function gramsOf(word: string): string[] {
  const letters = [...word]
  const size = Math.min(GRAM, letters.length)
  const last = letters.length - size
  const places = Array.from({ length: Math.ceil(last / GRAM) }, (_, count) => count * GRAM)
  return [...new Set([last, ...places.slice(0, MAX_GRAMS - 1)].map((at) => letters.slice(at, at + size).join('')))]
}

/** So many months back from the newest one: what is read beyond what is counted stays small, and a rare word is looked for a few times only. */
const SPANS = sql.raw(
  '(values (0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (6, 8), (9, 12), (13, 18), (19, 27), (28, 41), (42, 62), (63, null)) span (first, last)',
)

/** A number that the planner must know: of a limit that it does not know it expects a tenth of the table. */
const literal = (number: number): SQL => sql.raw(String(number))
const limitOf = ({ count_to = MAX_COUNTED }: Search): SQL => literal(count_to + 1)
/** So many rows or a few more: each number makes a statement of its own, which connections keep. */
export const sizeOf = (limit: number): number => [51, 201].find((size) => size >= limit) ?? 1_001
const pageLiteral = (limit: number): SQL => literal(sizeOf(limit))

/** In a statement that is built once, the word and its grams are placeholders. */
type Word = string | SQL | { text: Placeholder; grams: Placeholder }
const isPlaceholders = (word: Word): word is { text: Placeholder; grams: Placeholder } => typeof word === 'object' && 'grams' in word

const placeIn = (text: SQL | PgColumn, word: Word): SQL => sql`position(${isPlaceholders(word) ? word.text : word} in ${text})`
const contains = (text: SQL | PgColumn, word: Word): SQL => sql`${placeIn(text, word)} > 0`
const gramsAsked = (word: Word): SQL =>
  typeof word === 'string' || isPlaceholders(word)
    ? sql`select ${typeof word === 'string' ? sql.param(gramsOf(word)) : word.grams}::text[]`
    : sql`select array_agg(gram) from unnest(grams(${word})) gram where length(gram) = least(${GRAM}, length(${word}))`
/** The grams stay unknown while the statement is planned: a plan that is kept must be good for every word. */
const isFound = (text: SQL | PgColumn, word: Word): SQL => sql`grams(${text}) @> (${gramsAsked(word)}) and ${contains(text, word)}`

export interface Search {
  /** In the form of the searched text, at least one letter. */
  word: Word
  table: SQLWrapper
  /** With an index over its grams. */
  text: SQL | PgColumn
  /** Where the name of a row's company is searched too: in the form of `searchable`. */
  company?: { id: SQL | PgColumn; name: Word }
  order: Order
  /** What the viewer sees, and what else is asked for. */
  within: SQL | undefined
  filter: SQL | undefined
  /** Whether the viewer sees so few rows that reading them all is best. */
  few: SQL<boolean>
  /** Where counting stops, if not at MAX_COUNTED. */
  count_to?: number | undefined
  /** Where the index over the grams has the month of this moment beside them, in an array of its own. */
  made?: { at: PgColumn; monthOf: (moment: SQLWrapper) => SQL }
}

/** Where a row that was found stands in the order. */
const foundIn = ({ id, key, tie }: Order): SQL => sql`${id} as id, ${key} as key${tie ? sql`, ${tie.column} as tie` : sql``}`
const ofFound = ({ tie }: Order, found: string): [key: SQL, tie: SQL] => [
  sql.raw(`${found}.key`),
  sql.raw(`${found}.${tie ? 'tie' : 'id'}`),
]

/** `id` of the first rows behind the place, and `total`: all that match, at most one more than are counted. Where there is no row, `id` is null once. */
export function hits(search: Search, place: Place | undefined, limit: number): SQL {
  const { table, order, within, filter } = search
  const complete = sql`(select total < ${limitOf(search)} from counted)`
  const walked = sql`(select near from density)`
  return sql`(with ${matched(search)}, far as materialized (${farOf(search, and(sql`not ${complete}`, sql`not ${walked}`, behind(order, place)))}), page as (
      (select id from (select * from texts union all select * from theirs) found
        where ${and(complete, behind(order, place, ...ofFound(order, 'found')))} order by ${orderBy(order, ...ofFound(order, 'found'))} limit ${pageLiteral(limit)})
      union all
      (select ${order.id} from ${table} where ${and(sql`not ${complete}`, walked, either(search), within, filter, behind(order, place))}
        order by ${orderBy(order)} limit ${pageLiteral(limit)})
      union all
      (select id from far order by ${orderBy(order, ...ofFound(order, 'far'))} limit ${pageLiteral(limit)})
    ) select page.id, counted.total from counted left join page on true)`
}

/** Hashed, because a letter names most companies. */
const isNamed = ({ id }: NonNullable<Search['company']>): SQL => sql`${id} in (select id from named)`
const either = ({ text, company, word }: Search): SQL =>
  company ? sql`(${contains(text, word)} or ${isNamed(company)})` : contains(text, word)

/** As an expression of which the planner expects that nearly each row has it: it reads along the order then, where it would sort otherwise. */
const isLikely = ({ text, company, word }: Search): SQL => {
  const place = placeIn(text, word)
  return sql`(${company ? sql`case when ${isNamed(company)} then 0 else ${place} end` : place} = 0) is not true`
}

/** `id` of those that match, at most one more than are counted, in any order. */
export const found = (search: Search): SQL => sql`(with ${matched(search)} select id from texts union all select id from theirs)`

/** The rows found by their company's name, and beside those the ones found by their own text: each by index, together at most as many as are counted. */
function matched(search: Search): SQL {
  const { table, company, order, within, filter } = search
  const most = limitOf(search)
  const row = sql`select ${foundIn(order)} from ${table}`
  const named = company
    ? sql`select id from ${companies} where ${isFound(companies.search_text, company.name)}`
    : sql`select null::uuid as id where false`
  const theirs = company
    ? sql`${row} where ${and(sql`${company.id} = any(array(select id from named))`, within, filter)} limit ${most}`
    : sql`${row} where false`
  return sql`named as materialized (${named}), ${density(search)}, ${spansOf(search)}
    theirs as materialized (${theirs}),
    texts as materialized (select * from (
      ${byGrams(search, row)}
      union all
      (${row} where ${and(sql`(select many from density)`, isLikely(search), within, filter)} order by ${anyOrder(order)} limit ${most})
    ) own limit (select ${most} - count(*) from theirs)),
    counted as materialized (select ((select count(*) from texts) + (select count(*) from theirs))::int8 as total)`
}

/**
 * The rows with the word, by its grams. The index makes a bitmap of all of them before the first is read. Where one of the first rows has the word,
 * there may be more than are counted, so they are read some months at a time. A rare word is looked for once, which is faster.
 */
function byGrams(search: Search, row: SQL): SQL {
  const { text, company, word, made, within, filter } = search
  const apart = company && sql`(${isNamed(company)}) is not true`
  const has = (months?: SQL) => and(isFound(text, word), months, apart, within, filter)
  const most = limitOf(search)
  if (!made) return sql`(${row} where ${and(sql`not (select many from density)`, has())} limit ${most})`
  const some = sql`${row} where ${has(sql`array[${made.monthOf(made.at)}] && spans.months`)} limit ${most}`
  return sql`(${row} where ${and(sql`(select not seen and not many from density)`, has())} limit ${most})
      union all
      (select found.* from spans, lateral (${some}) found where (select seen and not many from density) limit ${most})`
}

function spansOf({ table, made }: Search): SQL {
  if (!made) return sql``
  const back = (months: string) => sql.raw(`newest - make_interval(months => ${months})`)
  return sql`spans as materialized (select array(select * from generate_series(greatest(${back('last')}, oldest), ${back('first')}, interval '1 month')) as months
    from ${SPANS}, (select ${made.monthOf(sql`max(${made.at})`)} as newest, ${made.monthOf(sql`min(${made.at})`)} as oldest from ${table}) ends
    where ${back('first')} >= oldest),`
}

/** Along an index, where any rows do: no index of theirs leads along what belongs to their parents. */
const anyOrder = (order: Order): SQL => (order.parent ? sql`${order.id} desc` : orderBy(order))

/** Whether the first rows have the word so often that reading on finds enough for the total, and whether for a page; and whether one of them has it. */
function density(search: Search): SQL {
  const { table, text, company, word, order, within, few } = search
  const often = (fits: SQL, number: number) => sql`${few} or count(*) filter (where ${fits}) >= ${literal(number)}`
  const many = often(sql`first.has`, MANY_IN_SAMPLE)
  const near = often(company ? sql`(first.has or first.company in (select id from named))` : sql`first.has`, FEW_IN_SAMPLE)
  // Looked for within the limit, once in each row: outside of it PostgreSQL would look for each count.
  return sql`density as materialized (select ${many} as many, count(*) filter (where first.has) > 0 as seen, ${near} ${order.parent ? sql`and false` : sql``} as near from
    (select ${contains(sql`${text}`, word)} as has, ${company?.id ?? sql`null`} as company from ${table} where ${and(sql`true`, within)}
      order by ${anyOrder(order)} limit ${literal(SAMPLE)}) first)`
}

/** All that match, to be sorted: for a page that reading along the order would reach late. */
function farOf({ table, text, company, word, order, within, filter }: Search, asked: SQL | undefined): SQL {
  const row = sql`select ${foundIn(order)} from ${table}`
  const texts = sql`${row} where ${and(asked, isFound(text, word), within, filter)}`
  if (!company) return texts
  return sql`${texts} union ${row} where ${and(asked, sql`${company.id} = any(array(select id from named))`, within, filter)}`
}

interface Finding extends Pick<Search, 'word' | 'table' | 'text' | 'order' | 'within'> {
  /** Where in the text the word must stand. */
  part: SQL | PgColumn
}

/** Of the first rows of an order so many are looked at. */
const FIRST_ROWS = 200
/** Of those found by index so many are looked at, and so many sorted. */
const LOOKED_AT = 1_000
const SORTED = 200

/**
 * `id` of so many rows that match. Where the first rows of the order have the word that often they are read alone. Else an index finds some,
 * and where those are more than are sorted, they need not be the first.
 */
export function firstFound({ word, table, text, part, order, within }: Finding, limit: number): SQL {
  const row = sql`${order.id} as id, ${order.key} as key, ${part} as text`
  const has = (rows: SQL): SQL => sql`select id, key from ${rows} looked_at where ${contains(sql`looked_at.text`, word)}`
  const far = and(sql`(select count(*) from near) < ${literal(limit)}`, isFound(text, word), within)
  return sql`(with near as materialized (${has(sql`(select ${row} from ${table} where ${within ?? sql`true`} order by ${orderBy(order)} limit ${literal(FIRST_ROWS)})`)}),
    far as materialized (${has(sql`(select ${row} from ${table} where ${far} limit ${literal(LOOKED_AT)})`)} limit ${literal(SORTED)})
    select id from (select id, key from near union select id, key from far) found
    order by ${orderBy(order, sql`found.key`, sql`found.id`)} limit ${literal(limit)})`
}
