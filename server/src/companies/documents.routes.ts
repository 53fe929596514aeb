import { COMPANY_SLOTS, type CompanySlot, setCompanyDocuments } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { attachDocument, storeDocuments } from '../documents/attach.ts'
import { clearPlace } from '../documents/queries.ts'
import { writeHistory } from '../history/queries.ts'
import { refuseUnknown } from '../http/errors.ts'
import { isForThisState } from '../http/etag.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { isOwnCompany, lockCompany } from './queries.ts'
import { getState, sendRecord } from './record.ts'

type Slots = Partial<Record<CompanySlot, string | null | undefined>>

export function companyDocumentRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(
    app,
    context,
    setCompanyDocuments,
    async ({ params, body, viewer, request, reply }) => {
      if (!(await isOwnCompany(db, viewer, params.id))) refuseUnknown('company')
      const slots = ('documents' in body ? body.documents : body) as Slots
      const stored = await storeDocuments(context, viewer, fieldsOf(slots))
      const at = now().toISOString()
      await db.transaction(async (tx) => {
        if (!(await lockCompany(tx, viewer, params.id))) refuseUnknown('company')
        const record = await getState({ ...context, db: tx }, viewer, params.id)
        const whole = isForThisState(request, record)
        for (const slot of COMPANY_SLOTS) {
          const id = stored.get(`documents.${slot}`)
          const held = record.document_details[slot]?.id
          if (id && id !== held) await put(tx, viewer, params.id, slot, id, at)
          else if (held && !id && (slots[slot] !== undefined || whole)) await remove(tx, viewer, params.id, slot, at)
        }
      })
      return sendRecord(context, viewer, params.id, 'link', reply)
    },
    { needsBody: true },
  )
}

const fieldsOf = (slots: Slots) => Object.fromEntries(Object.entries(slots).map(([slot, value]) => [`documents.${slot}`, value]))

async function put(tx: Db, viewer: Viewer, company_id: string, slot: CompanySlot, id: string, at: string): Promise<void> {
  await attachDocument(tx, { id, field: `documents.${slot}`, viewer, to: { company_id, slot } })
  await writeHistory(tx, { of: { company: company_id }, by: viewer, at, action: 'document_added', subject: slot })
}

async function remove(tx: Db, viewer: Viewer, company_id: string, slot: CompanySlot, at: string): Promise<void> {
  await clearPlace(tx, { company_id, slot })
  await writeHistory(tx, { of: { company: company_id }, by: viewer, at, action: 'document_deleted', subject: slot })
}
