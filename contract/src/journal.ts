import { z } from 'zod'
import { call, RecordKind } from './call.ts'
import { DateOnly, Id, ListQuery, Timestamp } from './fields.ts'
import { HistoryEntry } from './history.ts'

/** How an access ended: 2xx, 403, 404, 401, 429; of a sign-in also that it waits for its second step. */
export const AccessOutcome = z.enum(['seen', 'forbidden', 'not_found', 'signed_out', 'throttled', 'code_asked'])
export type AccessOutcome = z.infer<typeof AccessOutcome>

/** `changed`: a line of the history of a record; the others: a line of the access journal. */
export const JournalOutcome = z.enum(['changed', ...AccessOutcome.options])
export type JournalOutcome = z.infer<typeof JournalOutcome>

/** What somebody changed (S10) or saw, or tried to see (T62). */
export const JournalEntry = z.object({
  id: Id,
  happened_at: Timestamp,
  /** Null: the portal itself, or somebody who was not signed in. */
  actor_id: Id.nullable(),
  /** Null where the account is gone and the journal never knew its name. */
  actor_name: z.string().nullable(),
  record_type: RecordKind,
  /** Null for a list. */
  record_id: Id.nullable(),
  /** What the record is called now; null once it is gone. */
  record_name: z.string().nullable(),
  outcome: JournalOutcome,
  /** Of a change. */
  action: HistoryEntry.shape.action.nullable(),
  subject: z.string().nullable(),
  changes: HistoryEntry.shape.changes,
  /** Of an access: method and path of the call, the id of the request and where it came from. */
  call: z.string().nullable(),
  request_id: Id.nullable(),
  address: z.string().nullable(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

/** Counts of the journal stop here (P3): past it a screen says `10,000+`. */
export const MOST_COUNTED = 10_000

export const listJournal = call('listJournal', 'GET /journal', {
  access: ['admin'],
  summary: 'What was changed and what was seen, by whom, newest first (S10, T62)',
  query: ListQuery.pick({ limit: true, cursor: true }).extend({
    actor_id: Id.optional(),
    record_type: RecordKind.optional(),
    record_id: Id.optional(),
    /** `failed`: all accesses that did not succeed. */
    outcome: z.enum([...JournalOutcome.options, 'failed']).optional(),
    /** `hidden`: without the readings of lists, of which administrators make hundreds a day; refused ones stay. */
    lists: z.enum(['hidden', 'shown']).optional(),
    /** Days in Asia/Dubai, both included. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  }),
  reply: z.array(JournalEntry),
  answers: 'list',
  extension: true,
  journal: 'journal',
})
