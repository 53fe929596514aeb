import {
  AMOUNT_NOT_VALID,
  activeCompanyId,
  approveTopup,
  DEFAULT_REJECT_NOTE,
  type Fils,
  formatAed,
  fromAed,
  getBalance,
  getStatement,
  listTransactionHistory,
  listTransactions,
  MIN_TOPUP,
  rejectTopup,
  requestTopup,
  reverseTransaction,
  type Transaction,
  toAed,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { attachDocument, storeDocuments } from '../documents/attach.ts'
import { deliveryOf } from '../documents/delivery.ts'
import { listHistory, writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import { rowsOf, Written, writtenList } from '../http/written.ts'
import { tellTopupAsked } from '../mails/triggers.ts'
import { decide, reverse } from './decisions.ts'
import { listLedger } from './ledger.ts'
import * as list from './list.queries.ts'
import { findBalance } from './payments.ts'
import * as queries from './queries.ts'
import { getRecord, withReceipts } from './record.ts'
import { emptyStatement, writeStatement } from './statement.ts'

export function transactionRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, settings } = context

  route(app, context, getBalance, async ({ query, viewer }) => {
    const company_id = query.company_id ?? activeCompanyId(viewer)
    if (company_id) return (await findBalance(db, viewer, company_id)) ?? refuseUnknown('company')
    return viewer.role === 'admin' ? refuseField('company_id', 'Company id is required') : { balance: 0, due: 0, pending_topups: 0 }
  })

  readRoute(app, context, listTransactions, listing(context), async (page, { query, hold, reply }) => {
    const rows = sendPage(reply, page)
    if (query.documents !== 'data') return writtenList(rows)
    return withReceipts(context, rowsOf<Transaction>(rows), deliveryOf('data', hold))
  })

  route(app, context, getStatement, async ({ query, viewer }) => {
    const company_id = activeCompanyId(viewer)
    return company_id ? new Written(await writeStatement(db, company_id, query.month, now())) : emptyStatement(now())
  })

  route(app, context, requestTopup, async ({ body, viewer, request }) => {
    const company_id = activeCompanyId(viewer) ?? refuse(409, 'Please add a company before topping up')
    const amount = topupOf(body.amount, settings.max_topup_fils)
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      company_id,
      prepare: () => storeDocuments(context, viewer, { receipt_document: body.receipt_document }),
      effect: async (tx, stored) => {
        const at = now().toISOString()
        // The company may have been deleted since the viewer was read (W6).
        if (!(await queries.keepCompany(tx, company_id))) refuseUnknown('company')
        const made = await queries.insertTopup(tx, viewer, company_id, amount, at)
        const receipt = stored.get('receipt_document') ?? refuseField('receipt_document', 'Receipt is required')
        await attachDocument(tx, { id: receipt, field: 'receipt_document', viewer, to: { transaction_id: made } })
        await writeHistory(tx, { of: { transaction: made }, by: viewer, at, action: 'topup_requested' })
        return tellTopupAsked(tx, { id: made, company_id, amount }, at)
      },
    })
    return getRecord(context, viewer, id)
  })

  route(app, context, approveTopup, async ({ params, body, viewer }) => {
    await db.transaction((tx) =>
      decide(tx, params.id, { status: 'approved', notes: body.notes || null, by: viewer, at: now().toISOString() }),
    )
    return getRecord(context, viewer, params.id)
  })

  route(app, context, rejectTopup, async ({ params, body, viewer }) => {
    const notes = body.notes || DEFAULT_REJECT_NOTE
    await db.transaction((tx) => decide(tx, params.id, { status: 'rejected', notes, by: viewer, at: now().toISOString() }))
    return getRecord(context, viewer, params.id)
  })

  route(app, context, reverseTransaction, async ({ params, body, viewer, request }) => {
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      effect: (tx) => reverse(tx, params.id, { ...body, by: viewer, at: now().toISOString() }),
    })
    return getRecord(context, viewer, id)
  })

  route(app, context, listTransactionHistory, async ({ params, viewer }) => {
    if (!(await queries.findWritten(db, viewer, params.id))) refuseUnknown('transaction')
    return listHistory(db, viewer, 'transaction', params.id)
  })
}

const listing =
  ({ db }: Context) =>
  ({ query: { sort, ...query }, viewer }: Asked<typeof listTransactions>) =>
    sort ? listLedger(db, viewer, { ...query, sort }) : list.listTransactions(db, viewer, query)

/** Within the limits (W1). */
function topupOf(aed: number, most: Fils): Fils {
  const amount = fromAed(aed)
  if (aed < MIN_TOPUP) refuseField('amount', AMOUNT_NOT_VALID)
  if (amount > most) refuseField('amount', `Amount must be at most ${formatAed(toAed(most))}`)
  return amount
}
