import type { HistoryAction, HistoryEntry } from 'contract'
import { and, desc, eq, notInArray } from 'drizzle-orm'
import { v7 } from 'uuid'
import { history, type RecordType } from '../db/history.table.ts'
import type { Db } from '../db/open.ts'
import type { Actor, Viewer } from '../http/session.ts'

interface Event {
  /** By kind of record: `{application: id}`. */
  of: Partial<Record<RecordType, string>>
  /** Null: the portal itself. */
  by: Actor | null
  at: string
  action: HistoryAction
  subject?: string
  changes?: HistoryEntry['changes']
}

/** The records that each user changed in this request. */
const changed = new WeakMap<Actor, Set<string>>()

/** Whether the history already shows that this user saw the record in this request (T62). */
export const hasChanged = (by: Actor, record_id: string): boolean => changed.get(by)?.has(record_id) ?? false

function idsChangedBy(by: Actor): Set<string> {
  const ids = changed.get(by) ?? new Set()
  changed.set(by, ids)
  return ids
}

/** The insert of events, which stands in the transaction of the change (S10). */
export function writing(tx: Db, ...events: Event[]) {
  for (const { of, by } of events) if (by) for (const id of Object.values(of)) idsChangedBy(by).add(id)
  return tx.insert(history).values(events.flatMap(rowsOf)).returning({ id: history.id })
}

const rowsOf = ({ of, by, at, action, subject, changes = [] }: Event) =>
  Object.entries(of).map(([record_type, record_id]) => ({
    id: v7(),
    happened_at: at,
    actor_id: by?.id ?? null,
    actor_name: by?.full_name ?? null,
    record_type: record_type as RecordType,
    record_id,
    action,
    subject: subject ?? null,
    changes,
  }))

export async function writeHistory(tx: Db, event: Event): Promise<void> {
  await writing(tx, event)
}

/** Who carries a case. */
const OF_ADMINISTRATORS: HistoryAction[] = ['assigned']

/** Of a record that the viewer may open. */
export function listHistory(db: Db, { role }: Pick<Viewer, 'role'>, type: RecordType, id: string) {
  const shown = role === 'admin' ? undefined : notInArray(history.action, OF_ADMINISTRATORS)
  return db
    .select()
    .from(history)
    .where(and(eq(history.record_type, type), eq(history.record_id, id), shown))
    .orderBy(desc(history.happened_at), desc(history.id))
}

/** As texts; fields absent in `after` are unchanged. */
export function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): HistoryEntry['changes'] {
  const text = (value: unknown) => (value === null || value === undefined || value === '' ? null : String(value))
  return Object.keys(after)
    .filter((field) => after[field] !== undefined && text(after[field]) !== text(before[field]))
    .map((field) => ({ field, from: text(before[field]), to: text(after[field]) }))
}
