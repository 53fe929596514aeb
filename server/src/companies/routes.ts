import {
  type CompanyChange,
  createCompany,
  deleteCompany,
  FRESH_SIGN_IN_MINUTES,
  getCompany,
  listCompanyHistory,
  updateCompany,
} from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { withProof } from '../auth/reauthentication.ts'
import { hasJustSignedIn } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { deliveryOf } from '../documents/delivery.ts'
import { writeDeletions } from '../history/deletions.ts'
import { changesOf, listHistory, writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { isForThisState } from '../http/etag.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { mailCorrection, tellOtherAdmins } from '../mails/triggers.ts'
import { closeWallet } from '../transactions/wallet.ts'
import * as queries from './queries.ts'
import { getRecord, getState, sendRecord } from './record.ts'

export function companyRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, getCompany, async ({ params, query, viewer, hold, reply }) =>
    sendRecord(context, viewer, params.id, deliveryOf(query.documents ?? 'data', hold), reply),
  )

  route(app, context, createCompany, async ({ body, viewer, request }) => {
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      effect: async (tx) => {
        const at = now().toISOString()
        const made = await queries.insertCompany(tx, viewer, body, at)
        await writeHistory(tx, { of: { company: made }, by: viewer, at, action: 'created' })
        return made
      },
    })
    // The viewer was read before the company existed.
    return getRecord(context, { ...viewer, company_ids: [...viewer.company_ids, id] }, id)
  })

  route(
    app,
    context,
    updateCompany,
    async ({ params, query, body, viewer, request, reply }) => {
      const change = query.category ? { category: query.category } : fiveFields(body)
      await db.transaction(async (tx) => {
        const company = (await queries.lockCompany(tx, viewer, params.id)) ?? refuseUnknown('company')
        if (viewer.role !== 'admin' && change.category && change.category !== company.category)
          refuse(403, 'Only an administrator changes the category')
        isForThisState(request, await getState({ ...context, db: tx }, viewer, params.id))
        await writeChange(tx, viewer, company, change, now().toISOString())
      })
      return sendRecord(context, viewer, params.id, 'link', reply)
    },
    { admit: refuseCategory, leavesBody: namesCategory },
  )

  route(app, context, deleteCompany, async ({ params, body, viewer, request }) => {
    const isFresh = !body?.password && (await hasJustSignedIn(context, request, FRESH_SIGN_IN_MINUTES))
    const remove = async (tx: Db) => {
      const company = (await queries.lockCompany(tx, viewer, params.id)) ?? refuseUnknown('company')
      isForThisState(request, await getState({ ...context, db: tx }, viewer, company.id))
      const at = now().toISOString()
      await closeWallet(tx, company.id, viewer, at)
      await writeDeletions(tx, viewer, at, { companies: [company], accounts: await queries.removeCompany(tx, company.id) })
      await tellOtherAdmins(tx, viewer, { kind: 'company_deleted', company_name: company.name }, at)
    }
    await (isFresh ? db.transaction(remove) : withProof(context, { viewer, request }, body ?? {}, remove))
  })

  route(app, context, listCompanyHistory, async ({ params, viewer }) => {
    if (!(await queries.isOwnCompany(db, viewer, params.id))) refuseUnknown('company')
    return listHistory(db, viewer, 'company', params.id)
  })
}

/** With ?category= it is the admin's call and reads no body (P8). */
const namesCategory = ({ query }: FastifyRequest): boolean => typeof query === 'object' && query !== null && 'category' in query

function refuseCategory(request: FastifyRequest): void {
  if (request.viewer?.role !== 'admin' && namesCategory(request)) refuse(403, 'Your role does not allow this')
}

const FIVE_FIELDS = ['name', 'trade_license', 'contact_person', 'email', 'phone'] as const

/** Without ?category= all five fields are required (P8). */
function fiveFields(body: z.output<typeof CompanyChange> = {}): z.output<typeof CompanyChange> {
  for (const field of FIVE_FIELDS) {
    const label = field.replaceAll('_', ' ')
    if (body[field] === undefined) refuseField(field, `${label.charAt(0).toUpperCase()}${label.slice(1)} is required`)
  }
  return body
}

type Company = NonNullable<Awaited<ReturnType<typeof queries.lockCompany>>>

/** What an administrator corrects is told to the company. */
async function writeChange(tx: Db, viewer: Viewer, company: Company, change: z.output<typeof CompanyChange>, at: string): Promise<void> {
  const changes = changesOf(company, change)
  await queries.changeCompany(tx, company.id, change)
  if (changes.length === 0) return
  // The category may be sent as it is with the other fields (P8).
  const action = changes.every(({ field }) => field === 'category') ? 'category_changed' : 'changed'
  await writeHistory(tx, { of: { company: company.id }, by: viewer, at, action, changes })
  if (action === 'changed' && viewer.role === 'admin')
    await mailCorrection(tx, { id: company.id, name: change.name ?? company.name }, changes, at)
}
