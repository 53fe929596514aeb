import { fils, fromAed, minus, plus, sum, toAed } from 'contract'
import type { Context } from '../context.ts'
import { type Delivery, withDocument } from '../documents/delivery.ts'
import { refuseUnknown } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { findTransaction, listWallets, type TransactionRow } from './queries.ts'
import { covered } from './wallet.ts'

export async function getRecord(context: Context, viewer: Viewer, id: string) {
  const found = await findTransaction(context.db, viewer, id)
  const [record = refuseUnknown('transaction')] = await withDetails(context, viewer, found ? [found] : [], 'link')
  return record
}

/** Rows with their receipts; for admins also what the approval of a pending top-up would do. */
export async function withDetails(context: Context, viewer: Viewer, rows: TransactionRow[], delivery: Delivery) {
  const undecided = viewer.role === 'admin' ? rows.filter((row) => row.type === 'topup' && row.status === 'pending') : []
  const wallets = await listWallets(context.db, [...new Set(undecided.map((row) => row.company_id))])
  const outlooks = new Map(undecided.map((row) => [row.id, outlook(row, wallets.get(row.company_id))]))
  const documented = await withDocument(context, 'transaction_id', rows, delivery)
  return documented.map(({ document, document_details, ...row }) => ({
    ...row,
    receipt_document: document,
    receipt_details: document_details,
    if_approved: outlooks.get(row.id) ?? null,
  }))
}

type Wallet = NonNullable<Awaited<ReturnType<typeof listWallets>> extends Map<string, infer W> ? W : never>

/** The balance after an approval and the payments that it would settle (W2). */
function outlook(topup: TransactionRow, wallet: Wallet | undefined) {
  const credited = plus(wallet?.balance ?? fils(0), fromAed(topup.amount))
  const settled = covered(wallet?.waiting ?? [], credited)
  return {
    balance: toAed(minus(credited, sum(settled.map((payment) => payment.amount_fils)))),
    settles: settled.map(({ id, employee_name, amount_fils }) => ({ transaction_id: id, employee_name, amount: toAed(amount_fils) })),
  }
}
