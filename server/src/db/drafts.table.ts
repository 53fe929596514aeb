import { ApplicationType } from 'contract'
import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { users } from './people.table.ts'

/** An unfinished form, encrypted; its uploads are kept with it (D1). */
export const drafts = pgTable(
  'drafts',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    kind: word(ApplicationType.options).notNull(),
    sealed: bytes().notNull(),
    document_ids: uuid().array().notNull(),
    saved_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.company_id, t.kind] }),
    oneOf('drafts_kind', t.kind, ApplicationType.options),
    index('drafts_by_time').on(t.saved_at),
    index('drafts_by_document').using('gin', t.document_ids).with({ fastupdate: false }),
  ],
)
