import { type ApplicationSlot, type CompanySlot, type DocumentInfo, documentUrl } from 'contract'
import { and, asc, eq, getTableColumns, inArray, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { advances } from '../db/advances.table.ts'
import { applications, stages } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { drafts } from '../db/drafts.table.ts'
import { messages } from '../db/messages.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { transactions } from '../db/wallet.table.ts'
import type { StoredFile } from '../files/store.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { unattached, visibleDocument } from '../visibility/documents.ts'

export type DocumentRow = typeof documents.$inferSelect

export type Place =
  | { application_id: string; slot: ApplicationSlot }
  | { stage_id: string; slot?: undefined }
  | { company_id: string; slot: CompanySlot }
  | { transaction_id: string; slot?: undefined }
  | { user_id: string; slot?: undefined }
  | { message_id: string; slot?: undefined }
  | { paper_id: string; slot?: undefined }

export async function insertDocument(
  db: Db,
  file: StoredFile & { uploaded_by: string; charged_to: string | null; name: string; created_at: string },
): Promise<DocumentRow> {
  const [row] = await db.insert(documents).values(file).returning()
  if (!row) throw new Error('a document was not made')
  return row
}

export type Owner = 'application_id' | 'stage_id' | 'company_id' | 'transaction_id' | 'message_id'

/** At most one a slot, or one a record without slots; those of a message in their order. */
export const listDocuments = (db: Db, owner: Owner, ids: string[]): Promise<DocumentRow[]> =>
  db.select().from(documents).where(inArray(documents[owner], ids)).orderBy(asc(documents.created_at), asc(documents.id))

/** The person of the newest record, or the company. */
const OWNER_OF_PAPER = sql`(select coalesce((select e.employee_name from ${employees} e where e.person_id = ${papers.person_id}
  order by e.created_at desc, e.id desc limit 1), c.name) from ${companies} c where c.id = ${papers.company_id})`

/** Documents that this viewer may open (D4), with the name of their record for the file name (D5). */
const named = (db: Db, viewer: Viewer, which: SQL) =>
  db
    .select({
      ...getTableColumns(documents),
      owner_name: sql<string | null>`coalesce(${applications.employee_name}, ${companies.name}, ${OWNER_OF_PAPER})`,
      stage_name: stages.stage_name,
      paper_name: sql<string | null>`coalesce(${papers.title}, ${papers.kind})`,
      of_application: applications.id,
    })
    .from(documents)
    .leftJoin(stages, eq(stages.id, documents.stage_id))
    .leftJoin(messages, eq(messages.id, documents.message_id))
    .leftJoin(
      applications,
      sql`${applications.id} = coalesce(${documents.application_id}, ${stages.application_id}, ${messages.application_id})`,
    )
    .leftJoin(companies, eq(companies.id, documents.company_id))
    .leftJoin(transactions, eq(transactions.id, documents.transaction_id))
    .leftJoin(papers, eq(papers.id, documents.paper_id))
    .where(and(which, visibleDocument(db, viewer)))

export type NamedDocument = Awaited<ReturnType<typeof named>>[number]

export async function findDocument(db: Db, viewer: Viewer, id: string): Promise<NamedDocument | undefined> {
  const [row] = await named(db, viewer, eq(documents.id, id))
  return row
}

/** Of these applications those that this viewer may open, in the given order. */
export async function listCases(db: Db, viewer: Viewer, ids: string[]) {
  const found = await db
    .select({ id: applications.id, employee_name: applications.employee_name })
    .from(applications)
    .where(and(sql`${applications.id} = any(${sql.param(ids)}::uuid[])`, visibleApplication(viewer)))
  const byId = new Map(found.map((each) => [each.id, each]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Those of the applications themselves, of their stages and of their messages, oldest first. */
export function listOfApplications(db: Db, viewer: Viewer, ids: string[]): Promise<NamedDocument[]> {
  const those = sql`any(${sql.param(ids)}::uuid[])`
  const found = sql`select ${documents.id} from ${documents} where ${documents.application_id} = ${those}
    union all select ${documents.id} from ${documents} inner join ${stages} on ${stages.id} = ${documents.stage_id} where ${stages.application_id} = ${those}
    union all select ${documents.id} from ${documents} inner join ${messages} on ${messages.id} = ${documents.message_id} where ${messages.application_id} = ${those}`
  return named(db, viewer, sql`${documents.id} = any(array(${found}))`).orderBy(asc(documents.created_at), asc(documents.id))
}

const inSlot = (owner: SQL, slot: string): SQL => sql`(${owner} and ${documents.slot} = ${slot})`

const at = (place: Place): SQL => {
  if ('application_id' in place) return inSlot(eq(documents.application_id, place.application_id), place.slot)
  if ('stage_id' in place) return eq(documents.stage_id, place.stage_id)
  if ('transaction_id' in place) return eq(documents.transaction_id, place.transaction_id)
  if ('user_id' in place) return eq(documents.user_id, place.user_id)
  if ('message_id' in place) return eq(documents.message_id, place.message_id)
  if ('paper_id' in place) return eq(documents.paper_id, place.paper_id)
  return inSlot(eq(documents.company_id, place.company_id), place.slot)
}

/** The file stays for the sweeper, because a rollback would need it again. */
export async function clearPlace(db: Db, place: Place, except?: string): Promise<void> {
  await db.delete(documents).where(and(at(place), except === undefined ? undefined : ne(documents.id, except)))
}

/** Attaches a document that is already there, or is unattached and the viewer's own. Undefined if refused. */
export async function placeDocument(db: Db, viewer: Viewer, id: string, place: Place): Promise<string | undefined> {
  const ours = or(at(place), and(unattached, isNull(documents.missing_at), eq(documents.uploaded_by, viewer.id)))
  const [row] = await db
    .update(documents)
    .set(place)
    .where(and(eq(documents.id, id), ours))
    .returning({ id: documents.id })
  return row?.id
}

/** Attaches unattached documents of the viewer to the slots of a new application. */
export function placing(db: Db, viewer: Viewer, application_id: string, slots: ReadonlyMap<ApplicationSlot, string>) {
  const named = sql.join(
    [...slots].map(([slot, id]) => sql`when ${id}::uuid then ${slot}`),
    sql` `,
  )
  return db
    .update(documents)
    .set({ application_id, slot: sql`case ${documents.id} ${named} end` })
    .where(and(inArray(documents.id, [...slots.values()]), unattached, isNull(documents.missing_at), eq(documents.uploaded_by, viewer.id)))
    .returning({ id: documents.id })
}

/** What an undo would put back. */
const advancesThatName = (db: Db) =>
  db.select({ one: sql`1` }).from(advances).where(sql`${documents.id} in (${advances.document_id}, ${advances.replaced_id})`)
const draftsThatName = (db: Db) => db.select({ one: sql`1` }).from(drafts).where(sql`${drafts.document_ids} @> array[${documents.id}]`)

const SLICE = 1_000

/** Keeps documents that are attached or in a draft; answers the ids that it deleted. */
export async function deleteUnattached(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .delete(documents)
    .where(and(unattached, inArray(documents.id, ids), notExists(draftsThatName(db)), notExists(advancesThatName(db))))
    .returning({ id: documents.id })
  return rows.map((row) => row.id)
}

/** The same with all that were uploaded before that moment, in slices. */
export async function deleteUnattachedBefore(db: Db, moment: string): Promise<string[]> {
  const ids: string[] = []
  for (let last = SLICE; last === SLICE; ) {
    const slice = await db
      .select({ id: documents.id })
      .from(documents)
      .where(and(unattached, lt(documents.created_at, moment), notExists(draftsThatName(db)), notExists(advancesThatName(db))))
      .orderBy(asc(documents.created_at))
      .limit(SLICE)
    const deleted =
      slice.length > 0
        ? await deleteUnattached(
            db,
            slice.map(({ id }) => id),
          )
        : []
    ids.push(...deleted)
    last = deleted.length
  }
  return ids
}

export async function listKnown(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids))
  return new Set(rows.map((row) => row.id))
}

export const documentInfo = ({ id, name, type, size, attachments, missing_at, created_at }: DocumentRow): DocumentInfo => ({
  id,
  name,
  type,
  size,
  attachments,
  lost: missing_at !== null,
  url: documentUrl(id),
  created_at,
})
