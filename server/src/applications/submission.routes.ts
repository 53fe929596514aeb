import {
  APPLICATION_SLOTS,
  type ApplicationSlot,
  applicationType,
  currentStage,
  type Submission,
  setApplicationDocuments,
  submitApplication,
  VISA_COST,
  withdrawApplication,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import type { Context } from '../context.ts'
import { withDeadlines } from '../deadlines/write.ts'
import { attachDocument, storeDocuments } from '../documents/attach.ts'
import { removeDraft } from '../drafts/queries.ts'
import { saidOf } from '../establishments/said.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { isForThisState } from '../http/etag.ts'
import { claimOf, once, withIdempotencyKey } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { tellDocuments } from '../mails/triggers.ts'
import * as queries from './queries.ts'
import { getRecord, getState, madeRecord, sendRecord } from './record.ts'
import { findSubmitter, writeSubmission } from './submission.ts'
import { lockOpen, withdraw } from './withdrawal.ts'

export function submissionRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, submitApplication, async ({ body, viewer, request }) => {
    const claim = await claimOf({ request, viewer, body }, now())
    const { company_name, employee, facts, kept } = (await findSubmitter(db, viewer, body, claim)) ?? refuseUnknown('company')
    const draft = { kind: applicationType(body), company_id: body.company_id }
    const fields = fieldsOf(body.documents)
    const done = await once(db, {
      claim,
      kept,
      prepare: () => {
        if (body.employee_id && !employee) refuseField('employee_id', 'Employee id is not an employee of this company')
        return storeDocuments(context, viewer, fields)
      },
      effect: async (tx, stored) => {
        const by = { submitted_by: viewer.id, submitted_at: now().toISOString() }
        const application = { id: v7(), ...newApplication(body, employee), ...by }
        const { id, application_type } = application
        const events = [{ of: { application: id }, action: 'submitted' as const, changes: saidOf(context, facts, application_type) }]
        const documents = new Map(slotsOf(stored))
        const made = await writeSubmission(tx, { application, viewer, documents, events, claim, draft })
        return { ...made, documents }
      },
    })
    if ('made' in done) return madeRecord(context, company_name, done.made)
    // The form may have saved its draft again (W8).
    await removeDraft(db, viewer, draft)
    return getRecord(context, viewer, done.kept)
  })

  route(app, context, setApplicationDocuments, async ({ params, body, viewer, request, reply }) => {
    if (!(await queries.findApplication(db, viewer, params.id))) refuseUnknown('application')
    const stored = await storeDocuments(context, viewer, fieldsOf(body.documents))
    await db.transaction(async (tx) => {
      const application = (await lockOpen(tx, viewer, params.id)) ?? refuseUnknown('application')
      if (application.status !== 'active') refuse(409, 'This application is completed: its documents stay as they are')
      const before = await getState({ ...context, db: tx }, viewer, params.id)
      isForThisState(request, before)
      for (const [slot, document] of slotsOf(stored)) {
        if (before.document_details[slot]?.id === document) continue
        await attachDocument(tx, { id: document, field: `documents.${slot}`, viewer, to: { application_id: params.id, slot } })
        const at = now().toISOString()
        await writeHistory(tx, { of: { application: params.id }, by: viewer, at, action: 'document_added', subject: slot })
      }
      if (viewer.role !== 'admin' && stored.size > 0) {
        const at = now().toISOString()
        await queries.markAnswered(tx, params.id, at)
        await tellDocuments(tx, application, at)
      }
    })
    return sendRecord(context, viewer, params.id, 'link', reply)
  })

  route(app, context, withdrawApplication, async ({ params, body, viewer, request }) => {
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      effect: withDeadlines(context, async (tx) => {
        await withdraw(tx, viewer, params.id, body, now().toISOString())
        return params.id
      }),
    })
    return getRecord(context, viewer, id)
  })
}

/** Derives the type (S5) and the price (§9); a renewal counts as inside the UAE (W2). */
function newApplication(given: Submission, named: { id: string; passport_number: string } | null) {
  const application_type = applicationType(given)
  const employee_location = application_type === 'renewal' ? 'inside_uae' : (given.employee_location ?? 'outside_uae')
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
