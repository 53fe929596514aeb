import { STAGE_NAMES, type StageName, type StageStatus } from 'contract'
import { eq, getTableColumns } from 'drizzle-orm'
import { stages } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'

const { updated_by, ...shown } = getTableColumns(stages)
const columns = { ...shown, updated_by_name: users.full_name }

export async function listStages(db: Db, applicationId: string) {
  const rows = await db
    .select(columns)
    .from(stages)
    .leftJoin(users, eq(users.id, updated_by))
    .where(eq(stages.application_id, applicationId))
  return rows.toSorted((one, other) => STAGE_NAMES.indexOf(one.stage_name) - STAGE_NAMES.indexOf(other.stage_name))
}

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
