import { z } from 'zod'
import { call, RecordKind } from './call.ts'
import { DateOnly, Id, ListQuery, Timestamp } from './fields.ts'
import { HistoryEntry } from './history.ts'

/** 2xx, 403, 404, 401, 429; `code_asked` is a sign-in that waits for its second step. */
export const AccessOutcome = z.enum(['seen', 'forbidden', 'not_found', 'signed_out', 'throttled', 'code_asked'])
export type AccessOutcome = z.infer<typeof AccessOutcome>

/** `changed` is a line of a record's history, the others are lines of the access journal. */
export const JournalOutcome = z.enum(['changed', ...AccessOutcome.options])
export type JournalOutcome = z.infer<typeof JournalOutcome>

export const JournalEntry = z.object({
  id: Id,
  happened_at: Timestamp,
  /** Null for the portal itself, or somebody who was not signed in. */
  actor_id: Id.nullable(),
  /** Null where the account is gone and its name was never stored. */
  actor_name: z.string().nullable(),
  record_type: RecordKind,
  record_id: Id.nullable(),
  /** The present name; null once the record is gone. */
  record_name: z.string().nullable(),
  outcome: JournalOutcome,
  /** These three only in a change. */
  action: HistoryEntry.shape.action.nullable(),
  subject: z.string().nullable(),
  changes: HistoryEntry.shape.changes,
  /** These three only in an access; `call` is method and path, and of an export the number of rows. */
  call: z.string().nullable(),
  request_id: Id.nullable(),
  address: z.string().nullable(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const EXPORTED = / (\d+) rows$/
/** How a call stands in the journal: an export with its rows, in one text, so that servers of any version seal the number with the line. */
export const writtenCall = ({ method, path }: { method: string; path: string }, rows?: number): string =>
  `${method} ${path}${rows === undefined ? '' : ` ${rows} rows`}`
/** How many rows a line of the journal says were exported. */
export function exportedRows(call: string | null): number | undefined {
  const [, rows] = EXPORTED.exec(call ?? '') ?? []
  return rows === undefined ? undefined : Number(rows)
}

/** Counting stops here; beyond it a screen says `10,000+` (P3). */
export const MAX_COUNTED = 10_000

export const JournalQuery = ListQuery.pick({ limit: true, cursor: true }).extend({
  actor_id: Id.optional(),
  record_type: RecordKind.optional(),
  record_id: Id.optional(),
  outcome: z.enum([...JournalOutcome.options, 'failed']).optional(),
  /** `hidden` leaves out successful views of lists, of which there are hundreds a day. */
  lists: z.enum(['hidden', 'shown']).optional(),
  /** Days in Asia/Dubai, both inclusive. */
  from: DateOnly.optional(),
  to: DateOnly.optional(),
})
export type JournalQuery = z.input<typeof JournalQuery>

export const listJournal = call('listJournal', 'GET /journal', {
  access: ['admin'],
  summary: 'What was changed and what was seen, by whom, newest first (S10, T62)',
  query: JournalQuery,
  reply: z.array(JournalEntry),
  answers: 'list',
  extension: true,
  journal: 'journal',
})
