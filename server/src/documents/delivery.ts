import { type DocumentInfo, documentUrl, keyed } from 'contract'
import type { Context } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { type DocumentRow, documentInfo, listDocuments, type Owner } from './queries.ts'

/** Holds that many bytes of memory for an answer until it is sent. */
type Hold = (bytes: number) => void
/** D2: documents stand in an answer as links or, with memory held for them, as data strings. */
export type Delivery = 'link' | Hold

export const deliveryOf = (asked: 'link' | 'data', hold: Hold): Delivery => (asked === 'data' ? hold : 'link')

/** A document as an answer has it. */
interface Delivered {
  slot: string | null
  document: string
  details: DocumentInfo
}

export const asLinks = (rows: DocumentRow[]): Delivered[] =>
  rows.map((row) => ({ slot: row.slot, document: documentUrl(row.id), details: documentInfo(row) }))

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
    delivered.push({ slot: row.slot, document: prefixOf(row.type) + bytes.toString('base64'), details: documentInfo(row) })
  }
  return delivered
}

/** The documents of each of these records, by the record's id. */
export async function deliverTo(context: Context, owner: Owner, ids: string[], delivery: Delivery): Promise<Map<string, Delivered[]>> {
  const rows = await listDocuments(context.db, owner, ids)
  const delivered = await deliver(context, rows, delivery)
  const byOwner = new Map<string, Delivered[]>()
  for (const [index, each] of delivered.entries()) {
    const id = rows[index]?.[owner] ?? ''
    byOwner.set(id, [...(byOwner.get(id) ?? []), each])
  }
  return byOwner
}

/** Every slot of a record, null where it has no document. */
export function inSlots<Slot extends string>(slots: readonly Slot[], delivered: Delivered[] = []) {
  const each = <Value>(shown: (document: Delivered) => Value) =>
    keyed(slots, (slot): Value | null => {
      const found = delivered.find((document) => document.slot === slot)
      return found ? shown(found) : null
    })
  return { documents: each(({ document }) => document), document_details: each(({ details }) => details) }
}
