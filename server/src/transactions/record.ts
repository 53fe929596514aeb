import type { Transaction } from 'contract'
import type { Context } from '../context.ts'
import { type Delivery, withDocument } from '../documents/delivery.ts'
import { refuseUnknown } from '../http/errors.ts'
import { Noted } from '../http/note.ts'
import type { Viewer } from '../http/session.ts'
import { Written } from '../http/written.ts'
import { findWritten } from './queries.ts'

export async function getRecord({ db }: Context, viewer: Viewer, id: string): Promise<Noted<Written>> {
  const json = (await findWritten(db, viewer, id)) ?? refuseUnknown('transaction')
  return new Noted(new Written(json), { concerns: id })
}

/** The receipts as data strings. */
export async function withReceipts(context: Context, rows: Transaction[], delivery: Delivery): Promise<Transaction[]> {
  const documented = await withDocument(context, 'transaction_id', rows, delivery)
  return documented.map(({ document, document_details, ...row }) => ({
    ...row,
    receipt_document: document,
    receipt_details: document_details,
  }))
}
