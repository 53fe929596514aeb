import { deleteDraft, getDraft, saveDraft } from 'contract'
import type { FastifyInstance } from 'fastify'
import { validate } from 'uuid'
import { isOwnCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import { documentInfo } from '../documents/queries.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import * as queries from './queries.ts'

/** A form has only texts and links to its files. */
const MAX_DRAFT_LENGTH = 100_000
const LINK = /\/api\/documents\/([0-9a-f-]{36})/g

export function draftRoutes(app: FastifyInstance, context: Context): void {
  const { db, vault, now } = context
  const keyOf = async (viewer: Viewer, key: queries.DraftKey) => {
    if (!(await isOwnCompany(db, viewer, key.company_id))) refuseUnknown('company')
    return key
  }

  route(app, context, getDraft, async ({ params, query, viewer }) => {
    const key = await keyOf(viewer, { ...params, ...query })
    const found = await queries.findDraft(db, viewer, key)
    if (!found) return null
    const fields = JSON.parse(vault.decrypt(found.sealed, queries.draftContext(viewer.id, key)).toString())
    const uploads = await queries.listUploads(db, viewer, found.document_ids)
    return { ...key, fields, files: uploads.map(documentInfo), saved_at: found.saved_at }
  })

  route(app, context, saveDraft, async ({ params, query, body, viewer }) => {
    const key = await keyOf(viewer, { ...params, ...query })
    const text = JSON.stringify(body.fields)
    if (text.length > MAX_DRAFT_LENGTH) refuse(413, 'This draft is too long to be kept')
    const saved_at = now().toISOString()
    const named = [...text.matchAll(LINK)].flatMap(([, id]) => (id && validate(id) ? [id] : []))
    const sealed = vault.encrypt(Buffer.from(text), queries.draftContext(viewer.id, key))
    const uploads =
      (await queries.keepDraft(db, viewer, key, { sealed, named, saved_at, replaces: body.replaces })) ??
      refuse(412, 'This draft was changed in the meantime')
    return { ...key, fields: body.fields, files: uploads.map(documentInfo), saved_at }
  })

  route(app, context, deleteDraft, async ({ params, query, viewer }) => {
    await queries.removeDraft(db, viewer, await keyOf(viewer, { ...params, ...query }))
  })
}
