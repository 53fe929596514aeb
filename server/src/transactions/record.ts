import type { Context } from '../context.ts'
import { type Delivery, withDocument } from '../documents/delivery.ts'
import { refuseUnknown } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { listOutlooks } from './payments.ts'
import { findTransaction, type TransactionRow } from './queries.ts'

export async function getRecord(context: Context, viewer: Viewer, id: string) {
  const found = await findTransaction(context.db, viewer, id)
  const [record = refuseUnknown('transaction')] = await withDetails(context, viewer, found ? [found] : [], 'link')
  return record
}

/** Rows with their receipts; for admins also what the approval of a pending top-up would do. */
export async function withDetails(context: Context, viewer: Viewer, rows: TransactionRow[], delivery: Delivery) {
  const undecided = viewer.role === 'admin' ? rows.filter((row) => row.type === 'topup' && row.status === 'pending') : []
  const outlooks =
    undecided.length > 0
      ? await listOutlooks(
          context.db,
          undecided.map(({ id }) => id),
        )
      : undefined
  const documented = await withDocument(context, 'transaction_id', rows, delivery)
  return documented.map(({ document, document_details, ...row }) => ({
    ...row,
    receipt_document: document,
    receipt_details: document_details,
    if_approved: outlooks?.get(row.id) ?? null,
  }))
}
