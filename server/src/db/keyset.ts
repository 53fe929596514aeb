import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** What a list is sorted by: a key that is never null and has an index with the id behind it, which decides ties (P3). */
export interface Order {
  key: SQLWrapper
  type: 'timestamptz' | 'text' | 'date' | 'int8'
  descending: boolean
  id: PgColumn
}

/** The position of a row in a sorted list; in a statement that is built once, placeholders. */
export interface Place<Value = string | Placeholder> {
  key: Value
  id: Value
}

const direction = ({ descending }: Order): SQL => (descending ? sql`desc` : sql`asc`)

export const orderBy = (order: Order, key: SQLWrapper = order.key, id: SQLWrapper = order.id): SQL =>
  sql`${key} ${direction(order)}, ${id} ${direction(order)}`

/** The rows behind a place. */
export function behind(order: Order, place: Place | undefined, key: SQLWrapper = order.key, id: SQLWrapper = order.id): SQL | undefined {
  if (!place) return undefined
  const { type, descending } = order
  return sql`(${key}, ${id}) ${descending ? sql`<` : sql`>`} (${place.key}::${sql.raw(type)}, ${place.id}::uuid)`
}
