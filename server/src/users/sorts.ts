import type { listUsers, UserFilters } from 'contract'
import { and, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Order } from '../db/keyset.ts'
import { users } from '../db/people.table.ts'

export type Sort = NonNullable<z.output<typeof listUsers.query>['sort']>
type Key = Exclude<Sort, `-${string}`>

const SORTS: Record<Key, Pick<Order, 'key' | 'type'>> = {
  // So long a piece of a name that a cursor with it stays short.
  full_name: { key: sql`left(lower(${users.full_name}), 90)`, type: 'text' },
  email: { key: sql`lower(${users.email})`, type: 'text' },
  created_at: { key: users.created_at, type: 'timestamptz' },
}

/** Newest first unless asked otherwise. */
export const orderOf = (sort: Sort = '-created_at'): Order => ({
  ...SORTS[sort.replace('-', '') as Key],
  descending: sort.startsWith('-'),
  id: users.id,
})

/** Words of the contract stand in the statement itself: partial indexes are only found by what the planner reads. */
export function filterOf({ role, approved }: UserFilters): SQL | undefined {
  const has = role && sql`${users.role} = ${sql.raw(`'${role}'`)}`
  // Administrators are always approved.
  const waits = sql`not ${users.approved} and ${users.role} <> 'admin'`
  return and(has, approved && (approved === 'true' ? sql`${users.approved}` : waits))
}
