import { APPLICATION_SLOTS, type ApplicationSlot, type VisaApplicationRecord } from 'contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { asLinks, type Delivery, deliver, inSlots } from '../documents/delivery.ts'
import { listDocuments } from '../documents/queries.ts'
import { refuseUnknown } from '../http/errors.ts'
import { tag } from '../http/etag.ts'
import { Noted } from '../http/note.ts'
import type { Viewer } from '../http/session.ts'
import { Written } from '../http/written.ts'
import { type ApplicationRow, findWritten } from './queries.ts'

export const OF_APPLICATION = { owner: 'application_id', slots: APPLICATION_SLOTS } as const

export async function getRecord({ db }: Context, viewer: Viewer, id: string): Promise<VisaApplicationRecord> {
  return JSON.parse(recordOf(await readWritten(db, viewer, id)))
}

interface WrittenRecord {
  state: string
  payment: string | null
}

const readWritten = async (db: Db, viewer: Viewer, id: string): Promise<WrittenRecord> =>
  (await findWritten(db, viewer, id)) ?? refuseUnknown('application')

const recordOf = ({ state, payment }: WrittenRecord): string => `${state.slice(0, -1)},"payment":${payment}}`

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
export async function getState({ db }: Context, viewer: Viewer, id: string): Promise<Omit<VisaApplicationRecord, 'payment'>> {
  return JSON.parse((await readWritten(db, viewer, id)).state)
}

export const sendRecord = async (context: Context, viewer: Viewer, id: string, delivery: Delivery, reply: FastifyReply) =>
  sendWritten(context, await findWritten(context.db, viewer, id), id, delivery, reply)

/** The ETag is that of the record with links (P5). */
export async function sendWritten(
  context: Context,
  written: WrittenRecord | undefined,
  id: string,
  delivery: Delivery,
  reply: FastifyReply,
) {
  if (!written) refuseUnknown('application')
  tag(reply, written.state)
  if (delivery === 'link') return new Noted(new Written(recordOf(written)), { concerns: id })
  const record: VisaApplicationRecord = JSON.parse(recordOf(written))
  const documents = await listDocuments(context.db, 'application_id', [id])
  return { ...record, ...inSlots(APPLICATION_SLOTS, await deliver(context, documents, delivery)) }
}
