import { createHmac, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ERASED } from 'contract'
import type { history } from '../db/history.table.ts'
import type { leftAccesses, seals } from '../db/journal.table.ts'

export type Seal = typeof seals.$inferSelect
export type Left = typeof leftAccesses.$inferSelect
export type Place = Pick<Seal, 'number' | 'history_to' | 'accesses_to' | 'hash'>

type HistoryRow = typeof history.$inferSelect

export interface Rows {
  history: HistoryRow[]
  /** Each as its line. */
  accesses: { line: string }[]
}

/** Personal values of a row, and what an erasure makes of them. */
const personal = ({ actor_name, subject, changes }: HistoryRow) => [
  { value: actor_name, erased: actor_name && ERASED },
  { value: subject, erased: subject && ERASED },
  { value: changes, erased: changes.map(erasedChange) },
]

/** Like `erased_changes` in 0007_erasures_quotas.sql: the field stays; of a status the values too. */
const erasedChange = ({ field, from, to }: HistoryRow['changes'][number]) =>
  field === 'status' ? { field, from, to } : { field, from: from && ERASED, to: to && ERASED }

/** A key of bytes would be made anew for each digest, which takes ten times as long. */
export function digestsOf(key: KeyObject, row: HistoryRow): string[] {
  const digest = (value: unknown, place: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([row.id, place, value]))
      .digest('base64url')
  return personal(row).map(({ value }, place) => digest(value, place))
}

/** Over a head and rows, each a line of JSON with columns in this order. */
function hashLines(key: KeyObject, head: unknown[], rows: Rows): string {
  const hash = createHmac('sha256', key)
  const addLine = (line: string) => hash.update(`${line}\n`)
  const add = (values: unknown[]) => addLine(JSON.stringify(values))
  add(head)
  for (const row of rows.history) {
    const { seq, id, happened_at, actor_id, record_type, record_id, action } = row
    add([seq, id, happened_at, actor_id, record_type, record_id, action, ...personal(row).map(({ erased }) => erased)])
  }
  for (const { line } of rows.accesses) addLine(line)
  return hash.digest('hex')
}

const headOf = (last: Place, { number, sealed_at, history_to, accesses_to, digests }: Omit<Seal, 'hash'>) => [
  ...[last.hash, number, sealed_at],
  ...[history_to, accesses_to, digests],
]

/** Over the previous seal, the place and the rows between. */
export const hashSeal = (key: KeyObject, last: Place, next: Omit<Seal, 'hash'>, rows: Rows): string =>
  hashLines(key, headOf(last, next), rows)

/** In place of a seal whose accesses have left: over that seal with its hash, what left, and the history that stays. No seal begins with that word. */
export const hashLeft = (
  key: KeyObject,
  last: Place,
  seal: Seal,
  { left_at, lines }: Pick<Left, 'left_at' | 'lines'>,
  history: HistoryRow[],
) => hashLines(key, ['left', ...headOf(last, seal), seal.hash, left_at, lines], { history, accesses: [] })

/** How many rows were erased since; undefined if a row differs from what was sealed. */
export function countErased(key: KeyObject, rows: HistoryRow[], seal: Seal): number | undefined {
  let erased = 0
  for (const [index, row] of rows.entries()) {
    const now = digestsOf(key, row)
    const changed = personal(row).filter((_, place) => now[place] !== seal.digests[index]?.[place])
    // PostgreSQL keeps members in another order.
    if (changed.some((each) => !isDeepStrictEqual(each.value, each.erased))) return undefined
    if (changed.length > 0) erased++
  }
  return erased
}
