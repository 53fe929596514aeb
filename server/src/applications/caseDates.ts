import { CASE_DATES, type CaseDates, dubaiDate } from 'contract'
import { eq } from 'drizzle-orm'
import { caseDates } from '../db/caseDates.table.ts'
import type { Db } from '../db/open.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { findApplication } from './queries.ts'
import { lockOpen } from './withdrawal.ts'

const NONE = { entry_permit_issued_on: null, entered_on: null, status_changed_on: null, medical_on: null }

async function readDates(db: Db, application_id: string): Promise<CaseDates> {
  const [found] = await db.select().from(caseDates).where(eq(caseDates.application_id, application_id))
  return found ?? { application_id, ...NONE }
}

export async function findCaseDates(db: Db, viewer: Viewer, id: string): Promise<CaseDates> {
  const { id: application_id } = (await findApplication(db, viewer, id)) ?? refuseUnknown('application')
  return readDates(db, application_id)
}

type Given = { [Name in keyof typeof NONE]?: string | null | undefined }

/** Null is as absent (P9); an empty text empties the day. */
export async function changeCaseDates(tx: Db, viewer: Viewer, id: string, given: Given, now: Date): Promise<void> {
  const application = (await lockOpen(tx, viewer, id)) ?? refuseUnknown('application')
  if (application.status !== 'active') refuse(409, 'This application is completed: its facts stay as they are')
  const today = dubaiDate(now)
  for (const name of CASE_DATES) if ((given[name] ?? '') > today) refuseField(name, 'This day lies ahead')
  const changes = changesOf(await readDates(tx, id), Object.fromEntries(CASE_DATES.map((name) => [name, given[name] ?? undefined])))
  if (changes.length === 0) return
  const set = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
  await tx
    .insert(caseDates)
    .values({ application_id: id, ...set })
    .onConflictDoUpdate({ target: caseDates.application_id, set })
  await writeHistory(tx, { of: { application: id }, by: viewer, at: now.toISOString(), action: 'changed', changes })
}
