import type { listEmployees } from 'contract'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Order } from '../db/keyset.ts'
import { employees } from '../db/people.table.ts'

export type Sort = NonNullable<z.output<typeof listEmployees.query>['sort']>
type Key = Exclude<Sort, `-${string}`>
type Sorted = Pick<Order, 'key' | 'type'>

const { search_text, passport_number, nationality_word, visa_expiry_date, created_at } = employees
/** So long a piece of a text that a cursor with it stays short. */
const LENGTH = sql.raw('90')
const SORTS: Record<Key, Sorted> = {
  employee_name: { key: sql`left(split_part(${search_text}, E'\\n', 1), ${LENGTH})`, type: 'text' },
  passport_number: { key: sql`left(${passport_number}, ${LENGTH}) collate "C"`, type: 'text' },
  nationality: { key: nationality_word, type: 'text' },
  // A date that is missing comes last (P3).
  visa_expiry_date: { key: sql`coalesce(${visa_expiry_date}, 'infinity'::date)`, type: 'date' },
  created_at: { key: created_at, type: 'timestamptz' },
}
const LAST_EXPIRY: Sorted = { key: sql`coalesce(${visa_expiry_date}, '-infinity'::date)`, type: 'date' }

/** Newest first unless asked otherwise. */
export const orderOf = (sort: Sort = '-created_at'): Order => ({
  ...(sort === '-visa_expiry_date' ? LAST_EXPIRY : SORTS[sort.replace('-', '') as Key]),
  descending: sort.startsWith('-'),
  id: employees.id,
})
