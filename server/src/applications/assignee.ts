import { ONLY_ADMINISTRATORS, type Work } from 'contract'
import { and, asc, eq } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { writeHistory } from '../history/queries.ts'
import { refuseField, refuseUnknown } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { lockApplication } from './queries.ts'

const carries = and(eq(users.role, 'admin'), eq(users.approved, true))
const carrier = { id: users.id, full_name: users.full_name }

export const listCarriers = (db: Db) => db.select(carrier).from(users).where(carries).orderBy(asc(users.full_name), asc(users.id))

export async function findWork(db: Db, application_id: string): Promise<Work | undefined> {
  const [found] = await db
    .select({ application_id: applications.id, assignee: carrier })
    .from(applications)
    .leftJoin(users, eq(users.id, applications.assignee_id))
    .where(eq(applications.id, application_id))
  return found && { ...found, administrators: await listCarriers(db) }
}

/** The administrator is locked against deletion. */
export async function findCarrier(tx: Db, id: string | null, field = 'assignee_id') {
  if (id === null) return null
  const [found] = await tx
    .select(carrier)
    .from(users)
    .where(and(eq(users.id, id), carries))
    .for('key share')
  return found ?? refuseField(field, ONLY_ADMINISTRATORS)
}

/** Gives a case to an administrator, or to nobody. */
export async function assign(tx: Db, viewer: Viewer, id: string, assignee_id: string | null, at: string): Promise<void> {
  const next = await findCarrier(tx, assignee_id)
  const application = (await lockApplication(tx, viewer, id)) ?? refuseUnknown('application')
  if (application.assignee_id === assignee_id) return
  const before = (await findWork(tx, id))?.assignee
  await tx.update(applications).set({ assignee_id }).where(eq(applications.id, id))
  const changes = [{ field: 'assignee', from: before?.full_name ?? null, to: next?.full_name ?? null }]
  await writeHistory(tx, { of: { application: id }, by: viewer, at, action: 'assigned', changes })
}
