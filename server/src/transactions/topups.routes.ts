import {
  AMOUNT_NOT_VALID,
  activeCompanyId,
  type Fils,
  formatAed,
  fromAed,
  MIN_TOPUP,
  makeTopupReference,
  requestTopup,
  toAed,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { attachDocument, storeDocuments } from '../documents/attach.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { tellTopupAsked } from '../mails/triggers.ts'
import { insertTopup, keepCompany } from './queries.ts'
import { getRecord } from './record.ts'
import { giveReference } from './references.ts'

export function topupRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, settings } = context

  route(app, context, makeTopupReference, async ({ viewer }) => {
    const company_id = activeCompanyId(viewer) ?? refuseWithoutCompany()
    return { reference: await giveReference(db, { user_id: viewer.id, company_id }, now().toISOString()) }
  })

  route(app, context, requestTopup, async ({ body, viewer, request }) => {
    const company_id = activeCompanyId(viewer) ?? refuseWithoutCompany()
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
        if (!(await keepCompany(tx, company_id))) refuseUnknown('company')
        const made = await insertTopup(tx, viewer, company_id, amount, at)
        const receipt = stored.get('receipt_document') ?? refuseField('receipt_document', 'Receipt is required')
        await attachDocument(tx, { id: receipt, field: 'receipt_document', viewer, to: { transaction_id: made } })
        await writeHistory(tx, { of: { transaction: made }, by: viewer, at, action: 'topup_requested' })
        return tellTopupAsked(tx, { id: made, company_id, amount }, at)
      },
    })
    return getRecord(context, viewer, id)
  })
}

const refuseWithoutCompany = () => refuse(409, 'Please add a company before topping up')

/** Within the limits (W1). */
function topupOf(aed: number, most: Fils): Fils {
  const amount = fromAed(aed)
  if (aed < MIN_TOPUP) refuseField('amount', AMOUNT_NOT_VALID)
  if (amount > most) refuseField('amount', `Amount must be at most ${formatAed(toAed(most))}`)
  return amount
}
