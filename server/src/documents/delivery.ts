import { documentUrl, keyed } from 'contract'
import type { Context } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { type DocumentRow, documentInfo, listDocuments, type Owner } from './queries.ts'

/** D2: documents stand in an answer as links or, by a function that holds so many bytes of memory for them, as data strings. */
export type Delivery = 'link' | ((bytes: number) => void)

export const deliveryOf = (asked: 'link' | 'data', hold: (bytes: number) => void): Delivery => (asked === 'data' ? hold : 'link')

/** A stored document and what stands for it in an answer. */
interface Delivered {
  row: DocumentRow
  document: string
}

export const asLinks = (rows: DocumentRow[]): Delivered[] => rows.map((row) => ({ row, document: documentUrl(row.id) }))

const prefixOf = (type: string): string => `data:${type};base64,`
const lengthAsData = ({ type, size }: DocumentRow): number => prefixOf(type).length + Math.ceil(size / 3) * 4

/** Reads whole files only where that is asked for; refuses 413 more of them than one answer may hold. */
export async function deliver({ files, documentMemory }: Context, rows: DocumentRow[], delivery: Delivery): Promise<Delivered[]> {
  if (delivery === 'link') return asLinks(rows)
  const length = rows.reduce((sum, row) => sum + lengthAsData(row), 0)
  if (length > documentMemory.largest)
    refuse(413, 'These documents are too large for one answer. Please ask for links with ?documents=link.')
  delivery(length)
  const delivered: Delivered[] = []
  for (const row of rows) {
    const bytes = await files.read(row.id, row.wrapped_key)
    delivered.push({ row, document: prefixOf(row.type) + bytes.toString('base64') })
  }
  return delivered
}

/** The documents of each of these records, by the record's id. */
async function deliverTo(context: Context, owner: Owner, records: { id: string }[], delivery: Delivery) {
  const ids = records.map(({ id }) => id)
  const delivered = await deliver(context, await listDocuments(context.db, owner, ids), delivery)
  return Map.groupBy(delivered, ({ row }) => row[owner])
}

/** Every slot of a record, null where it has no document. */
export function inSlots<Slot extends string>(slots: readonly Slot[], delivered: Delivered[] = []) {
  const each = <Value>(shown: (of: Delivered) => Value) =>
    keyed(slots, (slot): Value | null => {
      const found = delivered.find(({ row }) => row.slot === slot)
      return found ? shown(found) : null
    })
  return { documents: each(({ document }) => document), document_details: each(({ row }) => documentInfo(row)) }
}

/** Records with every slot of their documents. */
export async function withSlots<Row extends { id: string }, Slot extends string>(
  context: Context,
  { owner, slots }: { owner: Owner; slots: readonly Slot[] },
  records: Row[],
  delivery: Delivery,
) {
  const delivered = await deliverTo(context, owner, records, delivery)
  return records.map((record) => ({ ...record, ...inSlots(slots, delivered.get(record.id)) }))
}

/** Records with the one document that each may have. */
export async function withDocument<Row extends { id: string }>(context: Context, owner: Owner, records: Row[], delivery: Delivery) {
  const delivered = await deliverTo(context, owner, records, delivery)
  return records.map((record) => {
    const [own] = delivered.get(record.id) ?? []
    return { ...record, document: own?.document ?? null, document_details: own ? documentInfo(own.row) : null }
  })
}
