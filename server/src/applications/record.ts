import { APPLICATION_SLOTS, type ApplicationSlot, VisaApplicationRecord } from 'contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { asLinks, type Delivery, deliver, inSlots } from '../documents/delivery.ts'
import { listDocuments } from '../documents/queries.ts'
import { refuseUnknown } from '../http/errors.ts'
import { tag } from '../http/etag.ts'
import type { Viewer } from '../http/session.ts'
import { findPayment } from '../transactions/payments.ts'
import { type ApplicationRow, findApplication } from './queries.ts'

export const OF_APPLICATION = { owner: 'application_id', slots: APPLICATION_SLOTS } as const

export async function getRecord(context: Context, viewer: Viewer, id: string): Promise<VisaApplicationRecord> {
  return (await readRecord(context, viewer, id)).record
}

async function readRecord({ db }: Context, viewer: Viewer, id: string) {
  const found = (await findApplication(db, viewer, id)) ?? refuseUnknown('application')
  const documents = await listDocuments(db, 'application_id', [id])
  const payment = viewer.role === 'employee' ? null : await findPayment(db, found)
  return { documents, record: VisaApplicationRecord.parse({ ...found, ...inSlots(APPLICATION_SLOTS, asLinks(documents)), payment }) }
}

interface Made {
  row: Omit<ApplicationRow, 'company_name'>
  payment: VisaApplicationRecord['payment']
  documents: ReadonlyMap<ApplicationSlot, string>
}

/** The record of an application that was written a moment ago, of which only its documents are read. */
export async function madeRecord({ db }: Context, company_name: string, { row, payment, documents }: Made): Promise<VisaApplicationRecord> {
  const attached = documents.size > 0 ? await listDocuments(db, 'application_id', [row.id]) : []
  return { ...row, company_name, ...inSlots(APPLICATION_SLOTS, asLinks(attached)), payment }
}

/** The ETag leaves out the payment, which changes without a change of the application (P5). */
const stateOf = ({ payment: _, ...state }: VisaApplicationRecord) => state

export async function getState(context: Context, viewer: Viewer, id: string) {
  return stateOf(await getRecord(context, viewer, id))
}

/** The ETag is that of the record with links (P5). */
export async function sendRecord(context: Context, viewer: Viewer, id: string, delivery: Delivery, reply: FastifyReply) {
  const { record, documents } = await readRecord(context, viewer, id)
  tag(reply, stateOf(record))
  return { ...record, ...inSlots(APPLICATION_SLOTS, await deliver(context, documents, delivery)) }
}
