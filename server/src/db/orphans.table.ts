import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Files that a round of the sweeper found without a row. What is still so a day later is removed. */
export const orphans = pgTable('orphans', { id: uuid().primaryKey(), found_at: instant().notNull() })
