import { documentUrl, keyed } from 'contract'
import type { Context } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { type DocumentRow, documentInfo, listDocuments, type Owner } from './queries.ts'

/** Documents are links, or data strings; for these the function holds memory (D2). */
export type Delivery = 'link' | ((bytes: number) => void)

export const deliveryOf = (asked: 'link' | 'data', hold: (bytes: number) => void): Delivery => (asked === 'data' ? hold : 'link')

interface Delivered {
  row: DocumentRow
  /** Null where its file was lost, and not a link to it was asked for. */
  document: string | null
}

export const asLinks = (rows: DocumentRow[]): Delivered[] => rows.map((row) => ({ row, document: documentUrl(row.id) }))

const prefixOf = (type: string): string => `data:${type};base64,`
const lengthAsData = ({ type, size }: DocumentRow): number => prefixOf(type).length + Math.ceil(size / 3) * 4

/** Refuses 413 if the data strings are too large for one answer. */
export async function deliver({ files, documentMemory }: Context, rows: DocumentRow[], delivery: Delivery): Promise<Delivered[]> {
  if (delivery === 'link') return asLinks(rows)
  const length = rows.reduce((sum, row) => sum + (row.missing_at ? 0 : lengthAsData(row)), 0)
  if (length > documentMemory.largest)
    refuse(413, 'These documents are too large for one answer. Please ask for links with ?documents=link.')
  delivery(length)
  const delivered: Delivered[] = []
  for (const row of rows) {
    const bytes = row.missing_at ? undefined : await files.read(row.id, row.wrapped_key)
    delivered.push({ row, document: bytes ? prefixOf(row.type) + bytes.toString('base64') : null })
  }
  return delivered
}

/** By the record's id. */
async function deliverTo(context: Context, owner: Owner, records: { id: string }[], delivery: Delivery) {
  const ids = records.map(({ id }) => id)
  const delivered = await deliver(context, await listDocuments(context.db, owner, ids), delivery)
  return Map.groupBy(delivered, ({ row }) => row[owner])
}

/** Null for a slot without a document. */
export function inSlots<Slot extends string>(slots: readonly Slot[], delivered: Delivered[] = []) {
  const each = <Value>(shown: (of: Delivered) => Value) =>
    keyed(slots, (slot): Value | null => {
      const found = delivered.find(({ row }) => row.slot === slot)
      return found ? shown(found) : null
    })
  return { documents: each(({ document }) => document), document_details: each(({ row }) => documentInfo(row)) }
}

export async function withSlots<Row extends { id: string }, Slot extends string>(
  context: Context,
  { owner, slots }: { owner: Owner; slots: readonly Slot[] },
  records: Row[],
  delivery: Delivery,
) {
  const delivered = await deliverTo(context, owner, records, delivery)
  return records.map((record) => ({ ...record, ...inSlots(slots, delivered.get(record.id)) }))
}

export async function withDocument<Row extends { id: string }>(context: Context, owner: Owner, records: Row[], delivery: Delivery) {
  const delivered = await deliverTo(context, owner, records, delivery)
  return records.map((record) => {
    const [own] = delivered.get(record.id) ?? []
    return { ...record, document: own?.document ?? null, document_details: own ? documentInfo(own.row) : null }
  })
}
