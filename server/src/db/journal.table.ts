import { AccessOutcome, RecordKind } from 'contract'
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'

/** Who saw or tried to see which record (T62), without a record's content (T60). Append-only, without foreign keys. */
export const accesses = pgTable(
  'accesses',
  {
    id: uuid().primaryKey(),
    /** The order of writing, for the seals. */
    seq: bigserial({ mode: 'number' }).notNull().unique('accesses_seq'),
    happened_at: instant().notNull(),
    /** Null for a visitor. */
    actor_id: uuid(),
    record_type: word(RecordKind.options).notNull(),
    /** Null for a list. */
    record_id: uuid(),
    /** Method and path, without the values in it; of an export its rows too (`writtenCall`). */
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

/** The hash chain over history and accesses: each seal covers the rows since the last seal, and that seal. Append-only. */
export const seals = pgTable('seals', {
  /** 1, 2, 3 … without a gap. */
  number: integer().primaryKey(),
  sealed_at: instant().notNull(),
  /** The last covered rows, by `seq`. */
  history_to: bigint({ mode: 'number' }).notNull(),
  accesses_to: bigint({ mode: 'number' }).notNull(),
  /** Keyed hashes of the history's personal values, because only these may be erased later. */
  digests: jsonb().$type<string[][]>().notNull(),
  hash: text().notNull(),
})

/** Seals whose accesses have left after their term; the seals themselves and the history stay. Append-only, without foreign keys. */
export const leftAccesses = pgTable('left_accesses', {
  /** Of the seal: 1, 2, 3 … without a gap. */
  number: integer().primaryKey(),
  left_at: instant().notNull(),
  /** How many accesses left. */
  lines: integer().notNull(),
  /** Keyed, over the seal and what stays of its lines. */
  hash: text().notNull(),
})
