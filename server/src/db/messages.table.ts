import { MessageSide } from 'contract'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { applications } from './applications.table.ts'
import { instant, oneOf, word } from './columns.ts'
import { users } from './people.table.ts'

const written = () => ({
  id: uuid().primaryKey(),
  application_id: uuid()
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' }),
  author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** The name at that time. */
  author_name: text().notNull(),
  /** Null once it was erased (T63). */
  text: text(),
  created_at: instant().notNull(),
})

/** Append-only: a trigger lets only an erasure change a row, and goes with its application. */
export const messages = pgTable('messages', { ...written(), side: word(MessageSide.options).notNull() }, (t) => [
  oneOf('messages_side', t.side, MessageSide.options),
  index('messages_of_application').on(t.application_id, t.created_at, t.id),
  index('messages_of_author').on(t.author_id, t.created_at),
])

/** Up to when a person has read the messages of an application. */
export const messageReads = pgTable(
  'message_reads',
  {
    application_id: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    side: word(MessageSide.options).notNull(),
    read_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.application_id, t.user_id] }),
    oneOf('message_reads_side', t.side, MessageSide.options),
    index('message_reads_by_user').on(t.user_id),
  ],
)

/** For administrators alone, in a table of their own: no query for anybody else reads it. Append-only like messages. */
export const internalNotes = pgTable('internal_notes', written(), (t) => [
  index('internal_notes_of_application').on(t.application_id, t.created_at, t.id),
  index('internal_notes_of_author').on(t.author_id),
])
