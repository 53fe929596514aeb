import type { JournalEntry } from 'contract'
import { csvOf } from '../ui/files/csv.ts'

export const CSV_COLUMNS = [
  'time',
  'person',
  'outcome',
  'what',
  'kind',
  'record',
  'changes',
  'address',
  'request',
  'recordId',
  'personId',
] as const
type CsvColumn = (typeof CSV_COLUMNS)[number]

interface Words {
  heads: Record<CsvColumn, string>
  kindOf: (entry: JournalEntry) => string
  outcomeOf: (entry: JournalEntry) => string
}

/** The journal as CSV: times in UTC, calls and actions by their names in the API. */
export function journalCsv(entries: readonly JournalEntry[], { heads, kindOf, outcomeOf }: Words): string {
  const row = (entry: JournalEntry): Record<CsvColumn, string> => ({
    time: entry.happened_at,
    person: entry.actor_name ?? '',
    outcome: outcomeOf(entry),
    what: entry.call ?? [entry.action, entry.subject].filter(Boolean).join(': '),
    kind: kindOf(entry),
    record: entry.record_name ?? '',
    changes: entry.changes.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('\n'),
    address: entry.address ?? '',
    request: entry.request_id ?? '',
    recordId: entry.record_id ?? '',
    personId: entry.actor_id ?? '',
  })
  const inColumns = (of: Record<CsvColumn, string>): string[] => CSV_COLUMNS.map((column) => of[column])
  return csvOf([inColumns(heads), ...entries.map((entry) => inColumns(row(entry)))])
}
