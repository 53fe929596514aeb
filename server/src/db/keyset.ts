import { and, eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** What a list is sorted by: a key that is never null and has an index with the id behind it, which decides ties (P3). */
export interface Order {
  key: SQLWrapper
  type: 'timestamptz' | 'text' | 'date' | 'int4' | 'int8' | 'uuid'
  descending: boolean
  id: PgColumn
  /** What decides ties where it is not the id: it is looked up for the id of a place. */
  tie?: { column: PgColumn; of: (id: SQL) => SQL }
  /** Where the key is that of the row which others belong to, such as a company's name: they are read one such row after the other. */
  parent?: Parent
}

interface Parent {
  table: PgTable
  id: PgColumn
  key: SQLWrapper
  rows: PgTable
  /** The column of the rows that names the parent; where it is their own id, each has one of its own, such as a wallet. */
  of: PgColumn
}

/** The position of a row in a sorted list; in a statement that is built once, placeholders. */
export interface Place<Value = string | Placeholder> {
  key: Value
  id: Value
}

const tieOf = ({ id, tie }: Order): PgColumn => tie?.column ?? id
const direction = ({ descending }: Order): SQL => (descending ? sql`desc` : sql`asc`)
const beyond = ({ descending }: Order): SQL => (descending ? sql`<` : sql`>`)

export const orderBy = (order: Order, key: SQLWrapper = order.key, tie: SQLWrapper = tieOf(order)): SQL =>
  sql`${key} ${direction(order)}, ${tie} ${direction(order)}`

/**
 * The rows behind a place. Its values are selected, so that a plan with them costs the same as one without: else PostgreSQL would plan each page
 * anew, which takes it longer than reading the page.
 */
export function behind(
  order: Order,
  place: Place | undefined,
  key: SQLWrapper = order.key,
  tie: SQLWrapper = tieOf(order),
): SQL | undefined {
  if (!place) return undefined
  const id = sql`(select ${place.id}::uuid)`
  return sql`(${key}, ${tie}) ${beyond(order)} ((select ${place.key}::${sql.raw(order.type)}), ${order.tie ? order.tie.of(id) : id})`
}

const BEFORE_ALL = sql`'00000000-0000-0000-0000-000000000000'`
const BEHIND_ALL = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'`

/** `id` of so many rows behind the place, read along the index of what each has one of. */
const alongOwn = (
  order: Order,
  { table, id, key, rows, of }: Parent,
  place: Place | undefined,
  where: SQL | undefined,
  read: SQLWrapper,
): SQL =>
  sql`(select ${id} as id from ${table} where ${and(behind(order, place, key, id), sql`exists (select from ${rows} where ${and(eq(of, id), where)})`)}
    order by ${orderBy(order, key, id)} limit ${read})`

/** `id` of so many rows behind the place, at most so many of one parent. */
export function alongParents(order: Order, parent: Parent, place: Place | undefined, where: SQL | undefined, read: SQLWrapper): SQL {
  const { id, descending } = order
  if (parent.of === id) return alongOwn(order, parent, place, where, read)
  const text = sql.raw(order.type)
  const edge =
    place && sql`case when ${parent.key} = ${place.key}::${text} then ${place.id}::uuid else ${descending ? BEHIND_ALL : BEFORE_ALL} end`
  const rows = sql`select ${id} as id from ${parent.rows}
    where ${and(eq(parent.of, parent.id), where, edge && sql`${id} ${beyond(order)} ${edge}`)} order by ${id} ${direction(order)} limit ${read}`
  const parents = place ? sql`${parent.key} ${beyond(order)}= ${place.key}::${text}` : sql`true`
  return sql`(select behind.id from ${parent.table} cross join lateral (${rows}) behind where ${parents}
    order by ${orderBy(order, parent.key, sql`behind.id`)} limit ${read})`
}

/** `id` of so many rows, all that fit having been found first: the planner does not read along the order for them. */
export const gathered = (order: Order, table: PgTable, where: SQL | undefined, read: SQLWrapper): SQL =>
  sql`(select fitting.id from (select ${order.id} as id, ${order.key} as key from ${table} where ${where} offset 0) fitting
    order by ${orderBy(order, sql`fitting.key`, sql`fitting.id`)} limit ${read})`

/** Rows of several owners, such as companies, each of whom has them in order in an index. */
export interface Owned {
  from: SQLWrapper
  /** The columns that name the owner. */
  by: { of: PgColumn; owners: readonly string[] | SQLWrapper }[]
}

/** `id` of so many rows behind the place, at most so many of one owner. */
export function alongOwners(order: Order, { from, by }: Owned, where: SQL | undefined, read: SQLWrapper): SQL {
  const named = by.map(({ of, owners }, place) => {
    const owner = sql.identifier(`owner_${place}`)
    const all = sql`unnest(${Array.isArray(owners) ? sql.param(owners) : owners}::${sql.raw(of.getSQLType())}[]) as ${owner}`
    return { all, isOwn: sql`${of} = ${owner}` }
  })
  const owners = sql.join(
    named.map(({ all }) => all),
    sql` cross join `,
  )
  const rows = sql`select ${order.id} as id, ${order.key} as key, ${tieOf(order)} as tie from ${from}
    where ${and(...named.map(({ isOwn }) => isOwn), where)} order by ${orderBy(order)} limit ${read}`
  return sql`(select owned.id from ${owners} cross join lateral (${rows}) owned
    order by ${orderBy(order, sql`owned.key`, sql`owned.tie`)} limit ${read})`
}
