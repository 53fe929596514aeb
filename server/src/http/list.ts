import { Id, type ListQuery, MAX_COUNTED } from 'contract'
import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { alongOwners, alongParents, behind, gathered, type Order, type Owned, orderBy, type Place } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { hits, type Search } from '../db/search.ts'

const ID_LENGTH = 36
/** A cursor before it is sealed. */
export const cursorOf = ({ key, id }: Place<string>): string => id + key
/** The place that an opened cursor names. */
export function placeOf(cursor: string | undefined): Place<string> | undefined {
  const id = Id.safeParse(cursor?.slice(0, ID_LENGTH))
  return cursor && id.success ? { id: id.data, key: cursor.slice(ID_LENGTH) } : undefined
}

export interface Sealing {
  encrypt(plain: Buffer, context: string): Buffer
  /** Throws where the context is another one. */
  decrypt(encrypted: Buffer, context: string): Buffer
}

/** What a cursor belongs to: call, sort and filters. Only the size of the page may change on the way. */
function belongsTo({ url, query }: FastifyRequest): string {
  const { cursor: _, limit: __, ...asked } = query as Record<string, unknown>
  return JSON.stringify(['cursor', new URL(url, 'http://localhost').pathname, ...Object.entries(asked).toSorted()])
}

/** A cursor shows nothing of the row where it stands; a broken one, or one of another list, means the first page (P3). */
export function openCursor(sealing: Sealing, request: FastifyRequest): void {
  const query = request.query as { cursor?: string | undefined }
  const sealPlace = (place: string) => sealing.encrypt(Buffer.from(place), belongsTo(request)).toString('base64url')
  request.sealPlace = sealPlace
  if (query.cursor === undefined) return
  try {
    query.cursor = sealing.decrypt(Buffer.from(query.cursor, 'base64url'), belongsTo(request)).toString()
  } catch {
    query.cursor = undefined
  }
}

export function after(cursor: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  return behind({ key: moment, type: 'timestamptz', descending: true, id }, placeOf(cursor))
}

/** Cuts the extra row, which was read to know whether there is a next page. */
export function cut<Row extends { id: string }>(
  read: Row[],
  limit: number,
  keyOf: (row: Row) => string,
): { rows: Row[]; next: Place<string> | undefined } {
  const rows = read.slice(0, limit)
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, next: last && { key: keyOf(last), id: last.id } }
}

declare module 'fastify' {
  interface FastifyRequest {
    sealPlace: (place: string) => string
  }
}

type Counts = {
  /** The rows that match search and filters; beside those, MAX_COUNTED + 1 stands for more (P3). */
  total: SQL<number>
  /** The rows that the viewer may see. */
  unfiltered: SQL<number>
  /** The one row that has both, where they are counted together: a list joins it. */
  from?: SQL | undefined
}

/** What a statement reads beside each row of a page, as one text: the two counts, and where the row stands in the order. */
export type Beside = SQL<string>

/** Where single records are read by the select of the list. */
export const NOTHING_BESIDE: Beside = sql<string>`''`

/** How a list is read: the same for its rows and its total. */
export interface Listing {
  order: Order
  within: SQL | undefined
  filter: SQL | undefined
  counts: Counts
  search?: Pick<Search, 'word' | 'table' | 'text' | 'company' | 'few' | 'count_to'> | undefined
  /** The rows' table, where what is asked for lies together far along the order: it is found by its own index, then sorted. */
  gathered?: PgTable | undefined
  owned?: Owned | undefined
}

export type Paging = Pick<ListQuery, 'limit' | 'cursor'>
/** `count_to`: where counting stops, if not at MAX_COUNTED. */
export type CountedQuery = ListQuery & { count_to?: number | undefined }

export const countUpTo = (table: PgTable, where: SQL | undefined, most = MAX_COUNTED): SQL<number> =>
  sql`(select count(*) from (select 1 from ${table} where ${where ?? sql`true`} limit ${sql.raw(String(most + 1))}) counted)`.mapWith(
    Number,
  ) as SQL<number>

export const capped = (number: SQL<number>, most = MAX_COUNTED): SQL<number> =>
  sql`least(${number}, ${most + 1})`.mapWith(Number) as SQL<number>

const searchOf = ({ search, order, within, filter }: Listing): Search | undefined => search && { ...search, order, within, filter }

export function besideOf({ counts: { total, unfiltered }, order, search }: Listing): Beside {
  const matching = search ? sql`chosen.total` : total
  // In place of the same number nothing.
  const all = total === unfiltered && !search ? sql`null` : unfiltered
  return sql<string>`concat(${matching}, ' ', ${all}, ' ', ${order.key})`
}

function readBeside(beside: string): Counted & { key: string } {
  const [total = '', unfiltered = ''] = beside.split(' ', 2)
  const key = beside.slice(total.length + unfiltered.length + 2)
  return { total: Number(total), unfiltered: Number(unfiltered || total), key }
}

/** Of a limit that it does not know the planner expects a tenth of the table, and plans each time anew; each that it knows is a statement. */
const USUAL_LIMITS = new Set([20, 50, 100, 1_000])
export const isUsual = (limit: number): boolean => USUAL_LIMITS.has(limit)

/** drizzle-orm 0.45.4 takes SQL there too, but its type says otherwise. */
const limitOf = (read: number | Placeholder) =>
  typeof read === 'number' && isUsual(read - 1) ? (sql.raw(String(read)) as unknown as number) : read

const sqlOf = (read: number | Placeholder): SQL => sql`${limitOf(read)}`

interface Asked {
  place: Place | undefined
  /** How many rows to read. */
  read: number | Placeholder
  /** At least as many. */
  size: number
}

/** Narrows a select to the rows of a page and one more, which tells whether there is a next page. */
export const inPage = <Select extends PgSelect>(select: Select, listing: Listing, { limit, cursor }: Paging): Select =>
  inPageAsked(select, listing, { place: placeOf(cursor), read: limit + 1, size: limit + 1 })

/** Sent before this returns, so that it can be sent together with others: a select that is awaited is sent a moment later. */
export const readPage = <Select extends PgSelect>(select: Select, listing: Listing, paging: Paging): Promise<Select['_']['result']> =>
  inPage(select, listing, paging).prepare('').execute()

export function inPageAsked<Select extends PgSelect>(select: Select, listing: Listing, { place, read, size }: Asked): Select {
  const search = searchOf(listing)
  const { order, within, filter } = listing
  const fits = and(within, filter, behind(order, place))
  const chosen = search
    ? hits(search, place, size)
    : listing.gathered
      ? gathered(order, listing.gathered, fits, sqlOf(read))
      : listing.owned
        ? alongOwners(order, listing.owned, fits, sqlOf(read))
        : order.parent && alongParents(order, order.parent, place, and(within, filter), sqlOf(read))
  const here = sql`${chosen} as chosen`
  const isHere = sql`chosen.id = ${order.id}`
  const narrowed = search ? select.rightJoin(here, isHere) : chosen ? select.innerJoin(here, isHere) : select.where(fits)
  return narrowed.orderBy(orderBy(order)).limit(limitOf(read)) as unknown as Select
}

export interface Page<Row> {
  rows: Row[]
  total: number
  unfiltered: number
  next: Place<string> | undefined
}

interface Read<Row> {
  /** Null, or with a null in each member, where a search has found none. */
  row: Row | { id: null } | null
  beside: string
}

/** Joins rows and counts, which come in one statement. Only where no row brings the counts they are asked for alone. */
export const pageOf = <Row extends { id: string }>(db: Db, listing: Listing, { limit }: Paging, read: Read<Row>[]): Promise<Page<Row>> =>
  joined(read, limit, () => countsAlone(db, listing))

type Counted = Pick<Page<unknown>, 'total' | 'unfiltered'>

export async function joined<Row extends { id: string }>(
  read: Read<Row>[],
  limit: number,
  countAlone: () => PromiseLike<Counted[]>,
): Promise<Page<Row>> {
  const first = read[0] && readBeside(read[0].beside)
  const { total, unfiltered } = first ?? (await countAlone())[0] ?? { total: 0, unfiltered: 0 }
  const rows = read.slice(0, limit).flatMap(({ row }) => (row && row.id !== null ? [row as Row] : []))
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, total, unfiltered, next: last && { key: readBeside(read[limit - 1]?.beside ?? '').key, id: last.id } }
}

/** A search has its counts also where it has found nothing. */
export const countsAlone = (db: Db, { counts: { from, ...counts } }: Listing) => db.select(counts).from(from ?? sql`(select 1) one`)

/** Sends a list as a plain array, with counts and cursor in headers (P3). */
export function sendPage<Row>(reply: FastifyReply, { rows, total, unfiltered, next }: Page<Row>): Row[] {
  reply.header('x-total-count', total).header('x-unfiltered-count', unfiltered)
  if (next) {
    const url = new URL(reply.request.url, 'http://localhost')
    url.searchParams.set('cursor', reply.request.sealPlace(cursorOf(next)))
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return rows
}
