import { APPLICATION_SLOTS, VisaApplicationRecord } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type Delivery, documentDetails, documentMap, listDocuments, sendDocuments } from '../documents/queries.ts'
import { refuse } from '../http/errors.ts'
import { tag } from '../http/etag.ts'
import type { Viewer } from '../http/session.ts'
import { findPayment } from '../transactions/queries.ts'
import { findApplication } from './queries.ts'

export const NOT_FOUND = 'Application not found'

/** One application with its documents, as this viewer may open it. */
export async function getRecord(context: Context, viewer: Viewer, id: string, delivery: Delivery, request: FastifyRequest) {
  const found = (await findApplication(context.db, viewer, id)) ?? refuse(404, NOT_FOUND)
  const [record] = await withDocuments(context, [found], delivery, request)
  const payment = viewer.role === 'employee' ? null : await findPayment(context.db, found)
  return VisaApplicationRecord.parse({ ...record, payment })
}

type ApplicationRecord = Awaited<ReturnType<typeof getRecord>>

/** What If-Match compares (P5): the record with links and without the state of its payment, which moves by itself. */
const stateOf = ({ payment: _, ...state }: ApplicationRecord) => state

export async function getState(context: Context, viewer: Viewer, id: string, request: FastifyRequest) {
  return stateOf(await getRecord(context, viewer, id, 'link', request))
}

/** The record as an answer, whose ETag is that of the form with links (P5). */
export async function sendRecord(
  context: Context,
  viewer: Viewer,
  id: string,
  delivery: Delivery,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const linked = await getRecord(context, viewer, id, 'link', request)
  tag(reply, stateOf(linked))
  return delivery === 'link' ? linked : getRecord(context, viewer, id, delivery, request)
}

export async function withDocuments<Row extends { id: string }>(
  context: Context,
  rows: Row[],
  delivery: Delivery,
  request: FastifyRequest,
) {
  const documents = await listDocuments(context.db, { application_ids: rows.map((row) => row.id) })
  const out = await sendDocuments(context, documents, delivery, request)
  const byApplication = Map.groupBy(documents, (document) => document.application_id)
  return rows.map((row) => {
    const own = byApplication.get(row.id) ?? []
    return { ...row, documents: documentMap(APPLICATION_SLOTS, own, out), document_details: documentDetails(APPLICATION_SLOTS, own) }
  })
}
