import { Id, Timestamp } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'

/** Where a page of a list ends: its rows are ordered by a moment and, within it, by id, newest first (P3). */
export interface Keyset {
  moment: string
  id: string
}

const encodeCursor = ({ moment, id }: Keyset): string => Buffer.from(`${moment} ${id}`).toString('base64url')

/** The place a cursor stands for; a broken one stands for the beginning. */
function decodeCursor(cursor: string | undefined): Keyset | undefined {
  const [moment, id] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ')
  const isPlace = Timestamp.safeParse(moment).success && Id.safeParse(id).success
  return moment && id && isPlace ? { moment, id } : undefined
}

/** The rows of a list that come after this place. */
export function after(cursor: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  const place = decodeCursor(cursor)
  return place && sql`(${moment}, ${id}) < (${place.moment}::timestamptz, ${place.id}::uuid)`
}

/** Cuts what was read with one row too many, which tells that there is a next page. */
export function cut<Row extends { id: string }>(
  read: Row[],
  limit: number,
  momentOf: (row: Row) => string,
): { rows: Row[]; next: Keyset | undefined } {
  const rows = read.slice(0, limit)
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, next: last && { moment: momentOf(last), id: last.id } }
}

export interface Page<Row> {
  rows: Row[]
  /** How many match the search and filters, and how many the viewer may see at all. */
  total: number
  unfiltered: number
  next: Keyset | undefined
}

/** P3: what an answer that is a plain array tells in its headers. */
export function sendPage<Row>(reply: FastifyReply, { rows, total, unfiltered, next }: Page<Row>): Row[] {
  reply.header('x-total-count', total).header('x-unfiltered-count', unfiltered)
  if (next) {
    const url = new URL(reply.request.url, 'http://localhost')
    url.searchParams.set('cursor', encodeCursor(next))
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return rows
}
