import {
  COMPANY_SLOTS,
  type CompanyChange,
  CompanyRecord,
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  listCompanyHistory,
  updateCompany,
} from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { type Delivery, documentDetails, documentMap, listDocuments, sendDocuments } from '../documents/queries.ts'
import { changesOf, listHistory, writeHistory } from '../history/queries.ts'
import { refuse, refuseField } from '../http/errors.ts'
import { isForThisState, tag } from '../http/etag.ts'
import { sendPage } from '../http/list.ts'
import { once } from '../http/once.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { closeWallet } from '../transactions/wallet.ts'
import * as queries from './queries.ts'

const NOT_FOUND = 'Company not found'

export function companyRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, listCompanies, async ({ query, viewer, request, reply }) => {
    const page = await queries.listCompanies(db, viewer, query)
    return sendPage(reply, { ...page, rows: await withDocuments(context, page.rows, query.documents ?? 'link', request) })
  })

  route(app, context, getCompany, async ({ params, query, viewer, request, reply }) =>
    sendCompany(context, viewer, params.id, query.documents ?? 'data', request, reply),
  )

  route(app, context, createCompany, async ({ body, viewer, request }) => {
    const id = await once(context, {
      ...{ request, viewer, body },
      prepare: async () => undefined,
      effect: async (tx) => {
        const at = now().toISOString()
        const made = await queries.insertCompany(tx, viewer, body, at)
        await writeHistory(tx, { of: { company: made }, by: viewer, at, action: 'created' })
        return made
      },
    })
    // The viewer of the request does not know the new company yet.
    return getRecord(context, { ...viewer, company_ids: [...viewer.company_ids, id] }, id, 'link', request)
  })

  route(
    app,
    context,
    updateCompany,
    async ({ params, query, body, viewer, request, reply }) => {
      const change = query.category ? { category: query.category } : fiveFields(body)
      const at = now().toISOString()
      await db.transaction(async (tx) => {
        const company = (await queries.lockCompany(tx, viewer, params.id)) ?? refuse(404, NOT_FOUND)
        if (viewer.role !== 'admin' && change.category && change.category !== company.category)
          refuse(403, 'Only an administrator changes the category')
        isForThisState(request, await linkRecord(context, tx, viewer, params.id, request))
        const changes = changesOf(company, change)
        await queries.changeCompany(tx, params.id, change)
        const action = query.category ? 'category_changed' : 'changed'
        if (changes.length > 0) await writeHistory(tx, { of: { company: params.id }, by: viewer, at, action, changes })
      })
      return sendCompany(context, viewer, params.id, 'link', request, reply)
    },
    { admit: refuseCategory, leavesBody: namesCategory },
  )

  route(app, context, deleteCompany, async ({ params, viewer, request }) => {
    await db.transaction(async (tx) => {
      const company = (await queries.lockCompany(tx, viewer, params.id)) ?? refuse(404, NOT_FOUND)
      isForThisState(request, await linkRecord(context, tx, viewer, company.id, request))
      await closeWallet(tx, company.id, viewer, now().toISOString())
      await queries.removeCompany(tx, company.id)
    })
  })

  route(app, context, listCompanyHistory, async ({ params, viewer }) => {
    if (!(await queries.isOwnCompany(db, viewer, params.id))) refuse(404, NOT_FOUND)
    return listHistory(db, 'company', params.id)
  })
}

/** P8: with ?category= it is the admin's call, and no body is read. */
const namesCategory = ({ query }: FastifyRequest): boolean => Object.hasOwn(query as object, 'category')

function refuseCategory(request: FastifyRequest): void {
  if (request.viewer?.role !== 'admin' && namesCategory(request)) refuse(403, 'Your role does not allow this')
}

const FIVE_FIELDS = ['name', 'trade_license', 'contact_person', 'email', 'phone'] as const

/** P8: without ?category= the five fields are needed. */
function fiveFields(body: z.output<typeof CompanyChange> = {}): z.output<typeof CompanyChange> {
  for (const field of FIVE_FIELDS) {
    const label = field.replaceAll('_', ' ')
    if (body[field] === undefined) refuseField(field, `${label.charAt(0).toUpperCase()}${label.slice(1)} is required`)
  }
  return body
}

/** One record with its documents; its ETag is that of the form with links. */
export async function sendCompany(
  context: Context,
  viewer: Viewer,
  id: string,
  delivery: Delivery,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const record = await linkRecord(context, context.db, viewer, id, request)
  tag(reply, record)
  return delivery === 'link' ? record : getRecord(context, viewer, id, delivery, request)
}

export const linkRecord = async (context: Context, db: Db, viewer: Viewer, id: string, request: FastifyRequest): Promise<CompanyRecord> =>
  CompanyRecord.parse(await getRecord({ ...context, db }, viewer, id, 'link', request))

async function getRecord(context: Context, viewer: Viewer, id: string, delivery: Delivery, request: FastifyRequest) {
  const found = (await queries.findCompany(context.db, viewer, id)) ?? refuse(404, NOT_FOUND)
  const [record] = await withDocuments(context, [found], delivery, request)
  return record ?? refuse(404, NOT_FOUND)
}

async function withDocuments<Row extends { id: string }>(context: Context, rows: Row[], delivery: Delivery, request: FastifyRequest) {
  const documents = await listDocuments(context.db, { company_ids: rows.map((row) => row.id) })
  const out = await sendDocuments(context, documents, delivery, request)
  const byCompany = Map.groupBy(documents, (document) => document.company_id)
  return rows.map((row) => {
    const own = byCompany.get(row.id) ?? []
    return { ...row, documents: documentMap(COMPANY_SLOTS, own, out), document_details: documentDetails(COMPANY_SLOTS, own) }
  })
}
