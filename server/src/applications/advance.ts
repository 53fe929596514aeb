import {
  LAST_STAGE,
  OPEN_THIS_CASE,
  openStage,
  type PressedOn,
  type Residence,
  STAGE_NAMES,
  type StageName,
  type StageStatus,
  stagesFor,
  UNDO_MS,
} from 'contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { advances } from '../db/advances.table.ts'
import { documents } from '../db/documents.table.ts'
import { mails } from '../db/mails.table.ts'
import { notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { followStages, type LockedApplication } from './completion.ts'
import { residenceOf } from './residence.ts'
import * as queries from './stages.queries.ts'
import { changeStage, recordStage, type StageBy } from './stages.ts'
import { lockOpen } from './withdrawal.ts'

/** Mails leave some seconds after the last moment at which they can be taken back. */
const DUE_MS = UNDO_MS + 5_000

interface Given extends Residence {
  /** Absent: as it stands. */
  pressed_on?: PressedOn | undefined
  notes?: string | null | undefined
  /** A stored file. */
  document?: string | undefined
  passport_number?: string | undefined
  /** Among several: a case at its last stage is left, because completing asks for dates (S14). */
  isOneOfMany?: true
}

/** Approves the open stage and begins the next that is needed, by the code of the single calls. */
export async function advance(
  tx: Db,
  viewer: Viewer,
  id: string,
  { pressed_on, notes, document, passport_number, isOneOfMany, ...rest }: Given,
  now: Date,
): Promise<void> {
  const application = (await lockOpen(tx, viewer, id)) ?? refuseUnknown('application')
  const recorded = await queries.listRecorded(tx, id)
  const stage_name = openStage(application, recorded)
  const stage = recorded.find((each) => each.stage_name === stage_name)
  const isMoved = pressed_on && (pressed_on.stage_name !== stage_name || (pressed_on.status ?? undefined) !== stage?.status)
  if (isMoved || application.status !== 'active') refuse(409, `This case is now at ${stage_name}: ${stage?.status ?? 'Not started'}`)
  if (isOneOfMany && stage_name === LAST_STAGE) refuse(409, OPEN_THIS_CASE)
  const residence = residenceOf(rest, { stage_name, status: 'Approved' })
  const moment = now.toISOString()
  const by = { viewer, moment, due_at: new Date(now.getTime() + DUE_MS).toISOString() }
  const given = { status: 'Approved' as const, notes: notes ?? '', document, residence, passport_number }
  const replaced = stage && document && stage_name !== LAST_STAGE ? await queries.detachDocument(tx, stage.id) : undefined
  const stage_id = stage?.id ?? (await recordStage(tx, application, { ...given, stage_name }, by))
  if (stage) await changeStage(tx, application, stage, given, by)
  // A completion has written the person's record, which an undo could not give back.
  if (stage_name === LAST_STAGE) return forget(tx, id)
  const begun_id = await beginNext(tx, application, stage_name, by)
  const { answered_at } = application
  const before = stage && {
    ...{ status: stage.status, notes: stage.notes, updated_at: stage.updated_at, updated_by: stage.updated_by },
    answered_at,
  }
  const files = { document_id: document ?? null, replaced_id: replaced ?? null }
  const done = { advanced_by: viewer.id, advanced_at: moment, stage_id, before: before ?? null, begun_id: begun_id ?? null, ...files }
  await tx
    .insert(advances)
    .values({ application_id: id, ...done })
    .onConflictDoUpdate({ target: advances.application_id, set: done })
}

/** Unless it is recorded already. */
async function beginNext(tx: Db, application: LockedApplication, stage_name: StageName, by: StageBy): Promise<string | undefined> {
  const place = STAGE_NAMES.indexOf(stage_name)
  const next = stagesFor(application).find((each) => STAGE_NAMES.indexOf(each) > place)
  const recorded = await queries.listRecorded(tx, application.id)
  if (!next || recorded.some((each) => each.stage_name === next)) return undefined
  return recordStage(
    tx,
    application,
    { stage_name: next, status: 'Submitted', document: undefined, residence: {}, passport_number: undefined },
    by,
  )
}

const TOUCHED = 'Somebody has changed these stages since'

type Advance = typeof advances.$inferSelect

/** Takes an advance back: its mails, the stage that it began and what it changed in the other. Both lines of the history stay. */
export async function undo(tx: Db, viewer: Viewer, id: string, clock: () => Date): Promise<void> {
  const application = (await lockOpen(tx, viewer, id)) ?? refuseUnknown('application')
  // Only now: while it waited for the lock, the mails may have left.
  const now = clock()
  const [done] = await tx.select().from(advances).where(eq(advances.application_id, id))
  if (done?.advanced_by !== viewer.id) refuse(409, 'There is nothing of yours to undo here')
  if (now.getTime() - Date.parse(done.advanced_at) > UNDO_MS) refuse(409, 'It is too late to undo this')
  const stages = await queries.listRecorded(tx, id)
  const approved = stages.find((stage) => stage.id === done.stage_id)
  const begun = stages.find((stage) => stage.id === done.begun_id)
  const isUntouched = (stage: typeof approved, status: StageStatus) =>
    stage?.status === status && stage.updated_at === done.advanced_at && stage.updated_by === viewer.id
  if (!approved || !isUntouched(approved, 'Approved') || (done.begun_id && !isUntouched(begun, 'Submitted'))) refuse(409, TOUCHED)
  const moment = now.toISOString()
  await withdrawNews(tx, done)
  if (begun) await queries.removeStage(tx, begun.id)
  if (done.document_id) await tx.update(documents).set({ stage_id: null }).where(eq(documents.id, done.document_id))
  if (!done.before) await queries.removeStage(tx, approved.id)
  // With the moment of the undo first, by which the days are kept; then with its own again.
  else await queries.updateStage(tx, approved.id, { status: done.before.status, notes: done.before.notes }, viewer.id, moment)
  if (done.before) await queries.restoreStage(tx, approved.id, done.before)
  if (done.replaced_id && !(await queries.putBack(tx, done.replaced_id, approved.id))) refuse(409, TOUCHED)
  const event = { of: { application: id }, by: viewer, at: moment, action: 'stage_undone' as const }
  if (begun) await writeHistory(tx, { ...event, subject: begun.stage_name, changes: [{ field: 'status', from: begun.status, to: null }] })
  const after = done.before ?? { status: '', notes: '' }
  await writeHistory(tx, {
    ...event,
    subject: approved.stage_name,
    changes: changesOf(approved, { status: after.status, notes: after.notes ?? '' }),
  })
  await followStages(tx, application, { viewer, passport_number: undefined, moment })
  await queries.restoreWork(tx, id, done.before?.answered_at ?? null)
  await forget(tx, id)
}

async function forget(tx: Db, id: string): Promise<void> {
  await tx.delete(advances).where(eq(advances.application_id, id))
}

/** They are not due yet. */
async function withdrawNews(tx: Db, { application_id, advanced_at }: Advance): Promise<void> {
  const due_at = new Date(Date.parse(advanced_at) + DUE_MS).toISOString()
  const ofThis = sql`${mails.facts}->>'application_id' = ${application_id}`
  await tx.delete(mails).where(and(isNull(mails.ended_at), eq(mails.due_at, due_at), eq(mails.created_at, advanced_at), ofThis))
  await tx.delete(notices).where(and(eq(notices.application_id, application_id), eq(notices.created_at, due_at)))
}
