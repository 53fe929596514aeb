import {
  activeCompanyId,
  approveTopup,
  DEFAULT_REJECT_NOTE,
  getBalance,
  getDues,
  getStatement,
  listTransactionHistory,
  listTransactions,
  rejectTopup,
  reverseTransaction,
  type Transaction,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import { withProof } from '../auth/reauthentication.ts'
import type { Context } from '../context.ts'
import { deliveryOf } from '../documents/delivery.ts'
import { listHistory } from '../history/queries.ts'
import { refuseField, refuseUnknown } from '../http/errors.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import { rowsOf, Written, writtenList } from '../http/written.ts'
import { listedCompanies, readerOf } from '../visibility/reader.ts'
import { decide, reverse } from './decisions.ts'
import { findDues } from './dues.queries.ts'
import { listLedger } from './ledger.ts'
import * as list from './list.queries.ts'
import { findBalance } from './payments.ts'
import * as queries from './queries.ts'
import { getRecord, withReceipts } from './record.ts'
import { emptyStatement, writeStatement } from './statement.ts'

export function transactionRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, getBalance, async ({ query, viewer }) => {
    const reader = readerOf(viewer, query)
    const ids = query.company_id ? [query.company_id] : listedCompanies(reader)
    if (ids.length > 0) return (await findBalance(db, viewer, ids)) ?? refuseUnknown('company')
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

  route(app, context, getDues, () => findDues(db, now()))

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

  route(app, context, reverseTransaction, async ({ params, body: { password, code, ...body }, viewer, request }) => {
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      effect: (tx) => reverse(tx, params.id, { ...body, unproven: !password, by: viewer, at: now().toISOString() }),
      transaction: password ? (act) => withProof(context, { viewer, request }, { password, code }, act) : undefined,
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
  ({ query: { sort, month, companies, ...query }, viewer }: Asked<typeof listTransactions>) => {
    const reader = readerOf(viewer, { companies })
    return sort || month ? listLedger(db, reader, { ...query, sort, month }) : list.listTransactions(db, reader, query)
  }
