import { COMPANY_SLOTS, CompanyRecord } from 'contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { asLinks, type Delivery, deliver, inSlots } from '../documents/delivery.ts'
import { listDocuments } from '../documents/queries.ts'
import { refuseUnknown } from '../http/errors.ts'
import { tag } from '../http/etag.ts'
import type { Viewer } from '../http/session.ts'
import { findCompany } from './queries.ts'

export const OF_COMPANY = { owner: 'company_id', slots: COMPANY_SLOTS } as const

export async function getRecord(context: Context, viewer: Viewer, id: string) {
  return (await readRecord(context, viewer, id)).record
}

async function readRecord({ db }: Context, viewer: Viewer, id: string) {
  const found = (await findCompany(db, viewer, id)) ?? refuseUnknown('company')
  const documents = await listDocuments(db, 'company_id', [id])
  return { documents, record: { ...found, ...inSlots(COMPANY_SLOTS, asLinks(documents)) } }
}

/** The ETag leaves out the counts of the card (P5). */
export async function getState(context: Context, viewer: Viewer, id: string): Promise<CompanyRecord> {
  return CompanyRecord.parse(await getRecord(context, viewer, id))
}

/** The ETag is that of the record with links (P5). */
export async function sendRecord(context: Context, viewer: Viewer, id: string, delivery: Delivery, reply: FastifyReply) {
  const { record, documents } = await readRecord(context, viewer, id)
  tag(reply, CompanyRecord.parse(record))
  return { ...record, ...inSlots(COMPANY_SLOTS, await deliver(context, documents, delivery)) }
}
