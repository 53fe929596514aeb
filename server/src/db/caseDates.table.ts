import { date, pgTable, uuid } from 'drizzle-orm/pg-core'
import { applications } from './applications.table.ts'

/** The days of a case from which authorities count. Beside the application, whose facts stay as they were submitted (S7). */
export const caseDates = pgTable('case_dates', {
  application_id: uuid()
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  entry_permit_issued_on: date({ mode: 'string' }),
  entered_on: date({ mode: 'string' }),
  status_changed_on: date({ mode: 'string' }),
  medical_on: date({ mode: 'string' }),
})
