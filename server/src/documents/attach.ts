import type { Readable } from 'node:stream'
import { MB, NOT_A_DOCUMENT, tooBig } from 'contract'
import { validate } from 'uuid'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { UnfitFile } from '../files/inspector/unfitFile.ts'
import { Refusal, refuse, refuseField } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { clearPlace, type DocumentRow, deleteUnattached, insertDocument, type Place, placeDocument } from './queries.ts'
import { countFile, hasQuota, payerOf, refuseFull } from './quota.ts'
import { removeLater } from './removal.ts'

const PREFIX = /^data:[^,]{0,200};base64,/i
const REFERENCE = /^(?:\/api\/documents\/)?([0-9a-f-]{36})$/i

export const FOREIGN_FILE = 'This file is not one of yours. Please upload it again.'

/** The file belongs to its uploader until it is attached (D1) and counts in the quota of their company (T37). */
export async function storeDocument(context: Context, viewer: Viewer, source: Readable | Buffer, name: string): Promise<DocumentRow> {
  const payer = payerOf(viewer)
  if (payer) await refuseFull(context.db, context, payer)
  const file = await context.files.write(source, viewer.id).catch((error: unknown) => {
    if (error instanceof UnfitFile) context.counters.countRefusedFile(error.reason, viewer.id)
    throw error
  })
  const row = { ...file, uploaded_by: viewer.id, charged_to: payer ?? null, name, created_at: context.now().toISOString() }
  if (!payer || !hasQuota(context)) return insertDocument(context.db, row)
  try {
    return await context.db.transaction(async (tx) => {
      await countFile(tx, context, payer, file.size)
      return insertDocument(tx, row)
    })
  } catch (error) {
    if (error instanceof Refusal) removeLater(context, [file.id])
    throw error
  }
}

/** Stores data strings and takes references as they are (D1), before the transaction. If one is refused, none is kept. */
export async function storeDocuments(
  context: Context,
  viewer: Viewer,
  values: Record<string, string | null | undefined>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const stored: string[] = []
  try {
    for (const [field, value] of Object.entries(values)) {
      if (!value) continue
      const id = referenceOf(value) ?? (await storeData(context, viewer, field, value))
      if (!referenceOf(value)) stored.push(id)
      found.set(field, id)
    }
  } catch (error) {
    await removeUnattached(context, stored)
    throw error
  }
  return found
}

export async function removeUnattached(context: Context, ids: string[]): Promise<void> {
  removeLater(context, await deleteUnattached(context.db, ids))
}

/** Replaces the document of a place. The new one must be the uploader's own and unused, or be there already; else 422 (T17). */
export async function attachDocument(tx: Db, given: { id: string; field: string; viewer: Viewer; to: Place }): Promise<void> {
  await clearPlace(tx, given.to, given.id)
  await attachBeside(tx, given)
}

/** The same for a place that holds several documents; what is there stays. */
export async function attachBeside(tx: Db, given: { id: string; field: string; viewer: Viewer; to: Place }): Promise<void> {
  if (!(await placeDocument(tx, given.viewer, given.id, given.to))) refuseField(given.field, FOREIGN_FILE)
}

function referenceOf(value: string): string | undefined {
  const id = REFERENCE.exec(value)?.[1]
  return id && validate(id) ? id.toLowerCase() : undefined
}

async function storeData(context: Context, viewer: Viewer, field: string, value: string): Promise<string> {
  const bytes = decode(value, context.settings.max_file_mb) ?? refuseField(field, NOT_A_DOCUMENT)
  // `documents.photo`, `document`, or one of several: `documents.0`.
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
  const row = await storeDocument(context, viewer, bytes, name).catch((error) => {
    throw error instanceof Refusal && error.status === 422 ? withField(error, field) : error
  })
  return row.id
}

const withField = (refusal: Refusal, field: string): Refusal =>
  new Refusal(refusal.status, refusal.message, { errors: [{ field, detail: refusal.message }] })

/** Ignores the claimed type (D3); undefined if it is no data string. Node skips bytes that are not base64, so the lengths are compared. */
function decode(value: string, maxFileMb: number): Buffer | undefined {
  const start = PREFIX.exec(value.slice(0, 250))?.[0].length
  if (start === undefined) return undefined
  const length = value.length - start
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0
  const size = (length / 4) * 3 - padding
  if (size > maxFileMb * MB) refuse(413, tooBig(maxFileMb))
  const bytes = length % 4 === 0 && !/[-_]/.test(value.slice(start)) ? Buffer.from(value.slice(start), 'base64') : undefined
  return bytes?.length === size ? bytes : undefined
}
