import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What the last check of each kind found, and when; any server runs it, and every server reads it. */
export const proofs = pgTable('proofs', {
  name: text().primaryKey(),
  broken: boolean().notNull(),
  found: jsonb().notNull(),
  checked_at: instant().notNull(),
  /** The server that checked. */
  found_by: uuid().notNull(),
})
