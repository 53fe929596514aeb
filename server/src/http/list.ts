import { Id, Timestamp } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'

/** The position of a row in a list, which is sorted by moment and id, newest first (P3). */
export interface Keyset {
  moment: string
  id: string
}

const encodeCursor = ({ moment, id }: Keyset): string => Buffer.from(`${moment} ${id}`).toString('base64url')

/** A broken cursor means the first page. */
function decodeCursor(cursor: string | undefined): Keyset | undefined {
  const [moment, id] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ')
  const isPlace = Timestamp.safeParse(moment).success && Id.safeParse(id).success
  return moment && id && isPlace ? { moment, id } : undefined
}

export function after(cursor: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  const place = decodeCursor(cursor)
  return place && sql`(${moment}, ${id}) < (${place.moment}::timestamptz, ${place.id}::uuid)`
}

/** Cuts the extra row, which was read to know whether there is a next page. */
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
  /** `total` rows match search and filters, `unfiltered` rows are visible to the viewer. */
  total: number
  unfiltered: number
  next: Keyset | undefined
}

/** Sends a list as a plain array, with counts and cursor in headers (P3). */
export function sendPage<Row>(reply: FastifyReply, { rows, total, unfiltered, next }: Page<Row>): Row[] {
  reply.header('x-total-count', total).header('x-unfiltered-count', unfiltered)
  if (next) {
    const url = new URL(reply.request.url, 'http://localhost')
    url.searchParams.set('cursor', encodeCursor(next))
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return rows
}
