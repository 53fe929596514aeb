import type { StageName, StageStatus } from 'contract'
import { v7 } from 'uuid'
import type { Db } from '../db/open.ts'
import { attachDocument } from '../documents/attach.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import type { Viewer } from '../http/session.ts'
import { mailStage } from '../mails/triggers.ts'
import { followStages, type LockedApplication } from './completion.ts'
import { keepExpiryDate, keepNumbers, type residenceOf } from './residence.ts'
import * as queries from './stages.queries.ts'

interface StageGiven<Status> {
  status: Status
  /** Empty or null: none. */
  notes?: string | null | undefined
  /** A stored file. */
  document: string | undefined
  residence: ReturnType<typeof residenceOf>
  passport_number: string | undefined
}

export interface StageBy {
  viewer: Viewer
  moment: string
  /** When mails are due; at once by default. */
  due_at?: string
}

/** Records a stage of an application that is locked; answers the stage's id. A second one of that name is 409 (S3). */
export async function recordStage(
  tx: Db,
  application: LockedApplication,
  { stage_name, status, notes, document, ...completing }: StageGiven<StageStatus> & { stage_name: StageName },
  by: StageBy,
): Promise<string> {
  const id = v7()
  const { viewer, moment } = by
  await queries.insertStage(tx, { id, application_id: application.id, stage_name, status, notes: notes || null }, viewer.id, moment)
  await attach(tx, viewer, id, document)
  const event = { of: { application: application.id }, by: viewer, at: moment, subject: stage_name }
  await writeHistory(tx, { ...event, action: 'stage_added', changes: changesOf({}, { status, notes }) })
  if (document) await writeHistory(tx, { ...event, action: 'stage_document_added' })
  await follow(tx, application, completing, by)
  await mailStage(tx, application, { stage_name, status, notes: notes || null }, by)
  return id
}

type SavedStage = NonNullable<Awaited<ReturnType<typeof queries.findStage>>>

/** Changes a stage of an application that is locked; what is absent stays (S4). */
export async function changeStage(
  tx: Db,
  application: LockedApplication,
  stage: SavedStage,
  { status, notes, document, ...completing }: StageGiven<StageStatus | undefined>,
  by: StageBy,
): Promise<void> {
  const { viewer, moment } = by
  await queries.updateStage(tx, stage.id, { status, notes: notes === undefined ? undefined : notes || null }, viewer.id, moment)
  await attach(tx, viewer, stage.id, document)
  const event = { of: { application: application.id }, by: viewer, at: moment, subject: stage.stage_name }
  const changes = changesOf(stage, { status, notes })
  if (changes.length > 0) await writeHistory(tx, { ...event, action: 'stage_changed', changes })
  if (document) await writeHistory(tx, { ...event, action: 'stage_document_added' })
  await follow(tx, application, completing, by)
  const said = notes === undefined ? stage.notes : notes || null
  await mailStage(tx, application, { stage_name: stage.stage_name, before: stage.status, status, notes: said }, by)
}

async function attach(tx: Db, viewer: Viewer, stage_id: string, document: string | undefined): Promise<void> {
  if (document) await attachDocument(tx, { id: document, field: 'document', viewer, to: { stage_id } })
}

type Completing = Pick<StageGiven<unknown>, 'residence' | 'passport_number'>

async function follow(tx: Db, application: LockedApplication, { residence, passport_number }: Completing, by: StageBy): Promise<void> {
  const given = { ...by, passport_number }
  const dated = await keepExpiryDate(tx, application, residence, given)
  await followStages(tx, dated, given)
  await keepNumbers(tx, dated, residence, given)
}
