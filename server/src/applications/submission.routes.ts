import {
  APPLICATION_SLOTS,
  type ApplicationSlot,
  applicationType,
  currentStage,
  type Submission,
  setApplicationDocuments,
  submitApplication,
  VISA_COST,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import { isOwnCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { attachDocument, storeDocuments } from '../documents/attach.ts'
import { removeDraft } from '../drafts/queries.ts'
import { findOwnEmployee } from '../employees/queries.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { isForThisState } from '../http/etag.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { chargeVisa } from '../transactions/wallet.ts'
import * as queries from './queries.ts'
import { getRecord, getState, sendRecord } from './record.ts'

export function submissionRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, submitApplication, async ({ body, viewer, request }) => {
    if (!(await isOwnCompany(db, viewer, body.company_id))) refuseUnknown('company')
    const draft = { kind: applicationType(body), company_id: body.company_id }
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      prepare: () => storeDocuments(context, viewer, fieldsOf(body.documents)),
      effect: async (tx, stored) => {
        const application = { id: v7(), ...(await newApplication(tx, body)), submitted_by: viewer.id, submitted_at: now().toISOString() }
        await submit(tx, viewer, application, stored)
        await removeDraft(tx, viewer, draft)
        return application.id
      },
    })
    // On a repeated request too, because the form may have saved its draft again (W8).
    await removeDraft(db, viewer, draft)
    return getRecord(context, viewer, id)
  })

  route(app, context, setApplicationDocuments, async ({ params, body, viewer, request, reply }) => {
    if (!(await queries.findApplication(db, viewer, params.id))) refuseUnknown('application')
    const stored = await storeDocuments(context, viewer, fieldsOf(body.documents))
    await db.transaction(async (tx) => {
      const application = (await queries.lockApplication(tx, viewer, params.id)) ?? refuseUnknown('application')
      if (application.status !== 'active') refuse(409, 'This application is completed: its documents stay as they are')
      const before = await getState({ ...context, db: tx }, viewer, params.id)
      isForThisState(request, before)
      for (const [slot, document] of slotsOf(stored)) {
        if (before.document_details[slot]?.id === document) continue
        await attachDocument(tx, { id: document, field: `documents.${slot}`, viewer, to: { application_id: params.id, slot } })
        const at = now().toISOString()
        await writeHistory(tx, { of: { application: params.id }, by: viewer, at, action: 'document_added', subject: slot })
      }
    })
    return sendRecord(context, viewer, params.id, 'link', reply)
  })
}

/** Writes the application with its documents, payment (W2) and first history entry. */
async function submit(tx: Db, viewer: Viewer, application: queries.NewApplication & { submitted_at: string }, stored: Map<string, string>) {
  const { id, company_id, employee_name, cost_fils: amount, submitted_at: at } = application
  await queries.insertApplication(tx, application)
  for (const [slot, document] of slotsOf(stored)) {
    await attachDocument(tx, { id: document, field: `documents.${slot}`, viewer, to: { application_id: id, slot } })
  }
  await chargeVisa(tx, { company_id, application_id: id, employee_name, amount, by: viewer, at })
  await writeHistory(tx, { of: { application: id }, by: viewer, at, action: 'submitted' })
}

/** Derives the type (S5) and the price (§9); a renewal counts as inside the UAE (W2). */
async function newApplication(tx: Db, given: Submission) {
  const application_type = applicationType(given)
  const employee_location = application_type === 'renewal' ? 'inside_uae' : (given.employee_location ?? 'outside_uae')
  const named = given.employee_id ? await findOwnEmployee(tx, given.company_id, given.employee_id) : undefined
  if (given.employee_id && !named) refuseField('employee_id', 'Employee id is not an employee of this company')
  const columns = queries.submitted(given)
  return {
    ...columns,
    application_type,
    employee_location,
    employee_id: named?.id ?? null,
    passport_number: named?.passport_number ?? columns.passport_number,
    current_stage: currentStage([]),
    status: 'active' as const,
    cost_fils: VISA_COST[employee_location],
  }
}

const slotsOf = (stored: Map<string, string>) =>
  APPLICATION_SLOTS.flatMap((slot) => {
    const document = stored.get(`documents.${slot}`)
    return document ? [[slot, document] as const] : []
  })

const fieldsOf = (documents: Partial<Record<ApplicationSlot, string | null | undefined>>) =>
  Object.fromEntries(Object.entries(documents).map(([slot, value]) => [`documents.${slot}`, value]))
