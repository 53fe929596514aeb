import { Noun } from 'contract'
import { sql } from 'drizzle-orm'
import { customType, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'

const NOUNS = [...Noun.options, 'session'] as const
export type ChangeNoun = (typeof NOUNS)[number]

/** A transaction, across the wrap-around of the short ids. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** What triggers wrote of each transaction: one row for each record that it changed. For servers, which read on from a snapshot. */
export const changes = pgTable(
  'changes',
  {
    tx: xid8().notNull().default(sql`pg_current_xact_id()`),
    noun: word(NOUNS).notNull(),
    id: uuid().notNull(),
    company_id: uuid(),
    written_at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.tx, t.noun, t.id] }), oneOf('changes_noun', t.noun, NOUNS)],
)
