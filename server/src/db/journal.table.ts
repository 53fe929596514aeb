import { AccessOutcome, RecordKind } from 'contract'
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'

/**
 * Who saw which record, and who tried to (T62). Ids and the address of the sender only, never what a record says (T60). Append-only by
 * trigger, and no key ties it to what may go.
 */
export const accesses = pgTable(
  'accesses',
  {
    id: uuid().primaryKey(),
    /** The order in which they were written, for the seals. */
    seq: bigserial({ mode: 'number' }).notNull().unique('accesses_seq'),
    happened_at: instant().notNull(),
    /** Null where nobody was signed in. */
    actor_id: uuid(),
    record_type: word(RecordKind.options).notNull(),
    /** Null for a list. */
    record_id: uuid(),
    /** Method and path of the call, without what was in it. */
    call: text().notNull(),
    outcome: word(AccessOutcome.options).notNull(),
    request_id: uuid().notNull(),
    address: text().notNull(),
  },
  (t) => [
    oneOf('accesses_record_type', t.record_type, RecordKind.options),
    oneOf('accesses_outcome', t.outcome, AccessOutcome.options),
    index('accesses_newest').on(t.happened_at, t.id),
    index('accesses_of_actor').on(t.actor_id, t.happened_at, t.id),
    index('accesses_of_record').on(t.record_id, t.happened_at, t.id),
  ],
)

/** The chain over history and accesses: each seal is over the rows since the one before it, and over that one. Append-only by trigger. */
export const seals = pgTable('seals', {
  /** 1, 2, 3 … without a gap. */
  number: integer().primaryKey(),
  sealed_at: instant().notNull(),
  /** The last of the rows, by their `seq`. */
  history_to: bigint({ mode: 'number' }).notNull(),
  accesses_to: bigint({ mode: 'number' }).notNull(),
  /** Of each row of the history what it said of persons, as keyed hashes: such values may be erased later, all else may not. */
  digests: jsonb().$type<string[][]>().notNull(),
  hash: text().notNull(),
})
