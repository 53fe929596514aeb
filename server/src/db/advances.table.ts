import type { StageStatus } from 'contract'
import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { applications } from './applications.table.ts'
import { instant } from './columns.ts'
import { users } from './people.table.ts'

export interface StageBefore {
  status: StageStatus
  notes: string | null
  updated_at: string
  updated_by: string | null
  /** Of the application: any change of a stage ends the mark. */
  answered_at: string | null
}

/** The last advance of each application, as long as it may be undone. */
export const advances = pgTable(
  'advances',
  {
    application_id: uuid()
      .primaryKey()
      .references(() => applications.id, { onDelete: 'cascade' }),
    advanced_by: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    advanced_at: instant().notNull(),
    /** The stage that was approved, and how it was before; null: it was not recorded. */
    stage_id: uuid().notNull(),
    before: jsonb().$type<StageBefore>(),
    /** The stage that was begun, if there was one to begin. */
    begun_id: uuid(),
    /** The document that came with it, and the one that this replaced. No foreign keys: the files have sweeps of their own. */
    document_id: uuid(),
    replaced_id: uuid(),
  },
  (t) => [index('advances_by_time').on(t.advanced_at), index('advances_by_user').on(t.advanced_by)],
)
