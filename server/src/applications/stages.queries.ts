import { MINUTE_MS, STAGE_NAMES, Stage, type StageName, type StageStatus } from 'contract'
import { and, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import { advances, type StageBefore } from '../db/advances.table.ts'
import { applications, stages } from '../db/applications.table.ts'
import { builtByShape } from '../db/built.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { writtenIf } from '../db/written.ts'
import { WRITTEN_DOCUMENT } from '../documents/written.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { ofCompanies, visibleApplication } from '../visibility/applications.ts'
import { unattached } from '../visibility/documents.ts'

const { updated_by, ...shown } = getTableColumns(stages)
const columns = { ...shown, updated_by_name: users.full_name }

const { link, details } = WRITTEN_DOCUMENT
const place = sql`array_position(${sql.raw(`array['${STAGE_NAMES.join(`', '`)}']`)}, ${stages.stage_name})`
const { text, toJson } = writtenIf(stages.id, Stage, { ...columns, document: link, document_details: details })

/** A row for each stage, and one without an id where an application has none. */
const writtenOf = (db: Db, where: SQL | undefined) =>
  db
    .select({ id: stages.id, text })
    .from(applications)
    .leftJoin(stages, eq(stages.application_id, applications.id))
    .leftJoin(users, eq(users.id, updated_by))
    .leftJoin(documents, eq(documents.stage_id, stages.id))
    .where(where)
    .orderBy(place)

const writtenOfWhole = builtByShape((db, { isAdmin }: { isAdmin: boolean }) => {
  const ofViewer = isAdmin ? undefined : ofCompanies(sql.placeholder('company_ids'))
  return writtenOf(db, and(eq(applications.id, sql.placeholder('id')), ofViewer))
})

/** The stages of an application that this viewer may open, as JSON; undefined: of any other (V2). */
export async function listWrittenStages(db: Db, viewer: Viewer, application_id: string): Promise<WrittenRow[] | undefined> {
  const found =
    viewer.role === 'employee'
      ? await writtenOf(db, and(eq(applications.id, application_id), visibleApplication(viewer)))
      : await writtenOfWhole(db, { isAdmin: viewer.role === 'admin' }, { id: application_id, company_ids: viewer.company_ids })
  return found.length === 0 ? undefined : found.flatMap(({ id, text }) => (id === null ? [] : [{ id, json: toJson(text) }]))
}

/** Of an application that is locked. */
export const listRecorded = (tx: Db, application_id: string) =>
  tx
    .select({ ...columns, updated_by })
    .from(stages)
    .leftJoin(users, eq(users.id, updated_by))
    .where(eq(stages.application_id, application_id))

export const hasStages = async (db: Db, application_id: string): Promise<boolean> =>
  (await db.select({ id: stages.id }).from(stages).where(eq(stages.application_id, application_id)).limit(1)).length > 0

export async function findStage(db: Db, id: string) {
  const [found] = await db.select(columns).from(stages).leftJoin(users, eq(users.id, updated_by)).where(eq(stages.id, id))
  return found
}

interface NewStage {
  id: string
  application_id: string
  stage_name: StageName
  status: StageStatus
  notes: string | null
}

/** A unique key allows one row per stage and application; the second is 409 (S3). */
export async function insertStage(tx: Db, stage: NewStage, by: string, moment: string): Promise<void> {
  await tx.insert(stages).values({ ...stage, created_at: moment, updated_at: moment, updated_by: by })
}

/** Absent fields stay (S4). */
export async function updateStage(
  tx: Db,
  id: string,
  change: { status?: StageStatus | undefined; notes?: string | null | undefined },
  by: string,
  moment: string,
): Promise<void> {
  await tx
    .update(stages)
    .set({ ...change, updated_at: moment, updated_by: by })
    .where(eq(stages.id, id))
}

export async function removeStage(tx: Db, id: string): Promise<void> {
  await tx.delete(stages).where(eq(stages.id, id))
}

export async function restoreStage(
  tx: Db,
  id: string,
  { updated_at, updated_by }: Pick<StageBefore, 'updated_at' | 'updated_by'>,
): Promise<void> {
  // The person may be gone.
  const by = sql`(select ${users.id} from ${users} where ${users.id} = ${updated_by}::uuid)`
  await tx.update(stages).set({ updated_at, updated_by: by }).where(eq(stages.id, id))
}

/** Since when the current stage is the current one, without what was undone, and when the company had answered. */
export async function restoreWork(tx: Db, application_id: string, answered_at: string | null): Promise<void> {
  const { id, stage_since } = applications
  await tx
    .update(applications)
    .set({ stage_since: sql`coalesce(stage_since_told(${id}), ${stage_since})`, answered_at })
    .where(eq(id, application_id))
}

/** Leaves the document of a stage without a place; answers its id. */
export async function detachDocument(tx: Db, stage_id: string): Promise<string | undefined> {
  const [held] = await tx.update(documents).set({ stage_id: null }).where(eq(documents.stage_id, stage_id)).returning({ id: documents.id })
  return held?.id
}

/** False where its uploader has used it elsewhere meanwhile. */
export async function putBack(tx: Db, document_id: string, stage_id: string): Promise<boolean> {
  const held = await tx
    .update(documents)
    .set({ stage_id })
    .where(and(eq(documents.id, document_id), unattached))
    .returning({ id: documents.id })
  return held.length > 0
}

/** They hold notes. */
export const sweepAdvances = (db: Db, moment: Date): Promise<number> =>
  deleteInSlices(db, advances, advances.advanced_at, lt(advances.advanced_at, new Date(moment.getTime() - MINUTE_MS).toISOString()))
