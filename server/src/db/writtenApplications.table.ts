import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { applications } from './applications.table.ts'

/**
 * A row of the list as JSON, kept by triggers of applications and documents (`0093_written_applications.sql`): what the application says of
 * itself, without the braces, and the links of its documents. A row whose shape is not the one that is read counts as absent.
 */
export const writtenApplications = pgTable('written_applications', {
  application_id: uuid()
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  shape: smallint().notNull(),
  own: text().notNull(),
  documents: text().notNull(),
})
