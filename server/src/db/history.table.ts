import { HistoryAction, type HistoryEntry } from 'contract'
import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'

const RECORD_TYPES = ['application', 'company', 'employee', 'user', 'transaction', 'settings'] as const
export type RecordType = (typeof RECORD_TYPES)[number]

/** Append-only (S10), but a trigger lets values become `erased`. No foreign keys, because it outlives the records. */
export const history = pgTable(
  'history',
  {
    id: uuid().primaryKey(),
    /** The order of writing, for the seals. */
    seq: bigserial({ mode: 'number' }).notNull().unique('history_seq'),
    happened_at: instant().notNull(),
    actor_id: uuid(),
    actor_name: text(),
    record_type: word(RECORD_TYPES).notNull(),
    record_id: uuid().notNull(),
    action: word(HistoryAction.options).notNull(),
    subject: text(),
    changes: jsonb().$type<HistoryEntry['changes']>().notNull(),
  },
  (t) => [
    oneOf('history_record_type', t.record_type, RECORD_TYPES),
    oneOf('history_action', t.action, HistoryAction.options),
    index('history_newest').on(t.happened_at, t.id),
    index('history_of_actor').on(t.actor_id, t.happened_at, t.id),
    index('history_of_record').on(t.record_type, t.record_id, t.happened_at, t.id),
  ],
)

const ERASURE_CAUSES = ['request', 'retention'] as const

/** Erasures of personal data (T63, T64), without names. Append-only; triggers of history and transactions require a row. */
export const erasures = pgTable(
  'erasures',
  { id: uuid().primaryKey(), erased_at: instant().notNull(), cause: word(ERASURE_CAUSES).notNull() },
  (t) => [oneOf('erasures_cause', t.cause, ERASURE_CAUSES)],
)
