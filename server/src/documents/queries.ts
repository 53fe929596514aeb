import { type ApplicationSlot, type CompanySlot, type DocumentInfo, documentUrl } from 'contract'
import { and, eq, getTableColumns, inArray, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { drafts } from '../db/drafts.table.ts'
import type { Db } from '../db/open.ts'
import { applications, companies, documents, stages } from '../db/schema.ts'
import { transactions } from '../db/wallet.table.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { unattached, visibleDocument } from '../visibility/documents.ts'
import type { StoredFile } from './store.ts'

export type DocumentRow = typeof documents.$inferSelect
/** D2: as links or as data strings. */
export type Delivery = 'link' | 'data'

/** The record and, but for a stage, the slot that a document belongs to. */
export type Place =
  | { application_id: string; slot: ApplicationSlot }
  | { stage_id: string; slot?: undefined }
  | { company_id: string; slot: CompanySlot }
  | { transaction_id: string; slot?: undefined }
  | { user_id: string; slot?: undefined }

export async function insertDocument(
  db: Db,
  file: StoredFile & { uploaded_by: string; charged_to: string | null; name: string; created_at: string },
): Promise<DocumentRow> {
  const [row] = await db.insert(documents).values(file).returning()
  return row as DocumentRow
}

/** The documents of these records; of a company or an application at most one a slot, of a stage at most one. */
export async function listDocuments(
  db: Db,
  of: { application_ids: string[] } | { stage_ids: string[] } | { company_ids: string[] } | { transaction_ids: string[] },
): Promise<DocumentRow[]> {
  if ('application_ids' in of) return db.select().from(documents).where(inArray(documents.application_id, of.application_ids))
  if ('stage_ids' in of) return db.select().from(documents).where(inArray(documents.stage_id, of.stage_ids))
  if ('transaction_ids' in of) return db.select().from(documents).where(inArray(documents.transaction_id, of.transaction_ids))
  return db.select().from(documents).where(inArray(documents.company_id, of.company_ids))
}

/** One document that this viewer may open (D4), with the name of its record for D5. */
export async function findDocument(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select({
      ...getTableColumns(documents),
      owner_name: sql<string | null>`coalesce(${applications.employee_name}, ${companies.name})`,
      stage_name: stages.stage_name,
    })
    .from(documents)
    .leftJoin(stages, eq(stages.id, documents.stage_id))
    .leftJoin(applications, sql`${applications.id} = coalesce(${documents.application_id}, ${stages.application_id})`)
    .leftJoin(companies, eq(companies.id, documents.company_id))
    .leftJoin(transactions, eq(transactions.id, documents.transaction_id))
    .where(and(eq(documents.id, id), visibleDocument(db, viewer)))
  return row
}

const at = (place: Place): SQL => {
  if ('application_id' in place) return and(eq(documents.application_id, place.application_id), eq(documents.slot, place.slot)) as SQL
  if ('stage_id' in place) return eq(documents.stage_id, place.stage_id)
  if ('transaction_id' in place) return eq(documents.transaction_id, place.transaction_id)
  if ('user_id' in place) return eq(documents.user_id, place.user_id)
  return and(eq(documents.company_id, place.company_id), eq(documents.slot, place.slot)) as SQL
}

/** Removes what is at a place, but for one document if it is named. Its file stays for the sweeper: a rolled back deletion needs it again. */
export async function clearPlace(db: Db, place: Place, except?: string): Promise<void> {
  await db.delete(documents).where(and(at(place), except === undefined ? undefined : ne(documents.id, except)))
}

/** Attaches a document unless somebody else's record has it or somebody else uploaded it; the id tells that it is there now. */
export async function placeDocument(db: Db, viewer: Viewer, id: string, place: Place): Promise<string | undefined> {
  const ours = or(at(place), and(unattached, eq(documents.uploaded_by, viewer.id)))
  const [row] = await db
    .update(documents)
    .set(place)
    .where(and(eq(documents.id, id), ours))
    .returning({ id: documents.id })
  return row?.id
}

const draftsThatName = (db: Db) => db.select({ one: sql`1` }).from(drafts).where(sql`${documents.id} = any(${drafts.document_ids})`)

/** Deletes those of these documents that are not attached nor kept by a draft, and answers which they were. */
export async function deleteUnattached(db: Db, which: { ids: string[] } | { before: string }): Promise<string[]> {
  const chosen = 'ids' in which ? inArray(documents.id, which.ids) : lt(documents.created_at, which.before)
  const rows = await db
    .delete(documents)
    .where(and(unattached, chosen, notExists(draftsThatName(db))))
    .returning({ id: documents.id })
  return rows.map((row) => row.id)
}

/** Those of these ids that have a row. */
export async function listKnown(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids))
  return new Set(rows.map((row) => row.id))
}

/** A document without its bytes, as every answer tells of it. */
export const documentInfo = ({ id, name, type, size, attachments, created_at }: DocumentRow): DocumentInfo => ({
  id,
  name,
  type,
  size,
  attachments,
  url: documentUrl(id),
  created_at,
})

const prefixOf = (type: string): string => `data:${type};base64,`
const lengthAsData = ({ type, size }: DocumentRow): number => prefixOf(type).length + Math.ceil(size / 3) * 4

/** What stands for each document in an answer, by id (D2). Whole files take of the shared memory until the request's reply is sent. */
export async function sendDocuments(
  { files, documentMemory }: Context,
  rows: DocumentRow[],
  delivery: Delivery,
  request: FastifyRequest,
): Promise<Map<string, string>> {
  if (delivery === 'link') return new Map(rows.map(({ id }) => [id, documentUrl(id)]))
  const length = rows.reduce((sum, row) => sum + lengthAsData(row), 0)
  if (length > documentMemory.largest)
    refuse(413, 'These documents are too large for one answer. Please ask for links with ?documents=link.')
  documentMemory.hold(request, length)
  const sent = new Map<string, string>()
  for (const { id, type, wrapped_key } of rows) sent.set(id, prefixOf(type) + (await files.read(id, wrapped_key)).toString('base64'))
  return sent
}

const bySlot = <Slot extends string, Value>(
  slots: readonly Slot[],
  rows: DocumentRow[],
  shownAs: (row: DocumentRow) => Value | undefined,
) =>
  Object.fromEntries(
    slots.map((slot) => {
      const row = rows.find((each) => each.slot === slot)
      return [slot, (row && shownAs(row)) ?? null]
    }),
  ) as Record<Slot, Value | null>

/** Every slot of one record with what `sendDocuments` made of its document, null where there is none. */
export const documentMap = <Slot extends string>(slots: readonly Slot[], rows: DocumentRow[], sent: Map<string, string>) =>
  bySlot(slots, rows, (row) => sent.get(row.id))

/** Every slot of one record with its document's name, type and size, null where there is none. */
export const documentDetails = <Slot extends string>(slots: readonly Slot[], rows: DocumentRow[]) => bySlot(slots, rows, documentInfo)
