import { STOPPED_BY, type StopReason } from 'contract'
import { desc, eq, sql } from 'drizzle-orm'
import { changes } from '../db/changes.table.ts'
import { deadlineCompanies, deadlines } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'

type Row = typeof deadlines.$inferSelect
interface Values {
  stop_reason: StopReason | null
  stopped_from: string | null
  stopped_until: string | null
  stop_note: string | null
}
const NONE: Values = { stop_reason: null, stopped_from: null, stopped_until: null, stop_note: null }

/** Held with its company, as by everybody who writes clocks. */
async function lockRunning(tx: Db, id: string): Promise<Row> {
  const [known] = await tx.select().from(deadlines).where(eq(deadlines.id, id))
  const { company_id } = known ?? refuseUnknown('deadline')
  await tx.select().from(deadlineCompanies).where(eq(deadlineCompanies.company_id, company_id)).for('no key update')
  const [row] = await tx.select().from(deadlines).where(eq(deadlines.id, id))
  if (!row) return refuseUnknown('deadline')
  return row.closed_at ? refuse(409, 'This clock has ended') : row
}

const inWords = (reason: StopReason): string => reason.replaceAll('_', ' ')

function refuseUnfit({ key }: Row, { stop_reason, stopped_from, stopped_until }: Values): void {
  const made = STOPPED_BY[key] ?? []
  if (made.length === 0) refuseField('reason', 'No reason stops this clock')
  if (stop_reason && !made.includes(stop_reason))
    refuseField('reason', `Only these reasons stop this clock: ${made.map(inWords).join(', ')}`)
  if (stopped_from && stopped_until && stopped_until < stopped_from) refuseField('until', 'Until must not be before From')
}

/** The record in whose history it stands, and under which it is told: the case, else the newest record of the person. */
async function recordOf(tx: Db, { application_id, person_id }: Row): Promise<{ noun: 'application' | 'employee'; id: string } | undefined> {
  if (application_id) return { noun: 'application', id: application_id }
  if (!person_id) return undefined
  const [newest] = await tx
    .select({ id: employees.id })
    .from(employees)
    .where(eq(employees.person_id, person_id))
    .orderBy(desc(employees.created_at), desc(employees.id))
    .limit(1)
  return newest && { noun: 'employee', id: newest.id }
}

async function change(tx: Db, row: Row, values: Values, { by, at }: { by: Viewer; at: string }): Promise<void> {
  const changed = changesOf({ ...row }, { ...values })
  const isSame = Object.entries(values).every(([name, value]) => row[name as keyof Values] === value)
  if (isSame) return
  await tx.update(deadlines).set(values).where(eq(deadlines.id, row.id))
  await tx
    .update(deadlineCompanies)
    .set({ version: sql`${deadlineCompanies.version} + 1` })
    .where(eq(deadlineCompanies.company_id, row.company_id))
  const record = await recordOf(tx, row)
  if (!record) return
  const action = values.stop_reason ? 'clock_stopped' : 'clock_resumed'
  await writeHistory(tx, { of: { [record.noun]: record.id }, by, at, action, subject: row.key, changes: changed })
  await tx
    .insert(changes)
    .values({ ...record, company_id: row.company_id })
    .onConflictDoNothing()
}

export async function stop(tx: Db, id: string, values: Values, by: { by: Viewer; at: string }): Promise<void> {
  const row = await lockRunning(tx, id)
  refuseUnfit(row, values)
  await change(tx, row, values, by)
}

export async function resume(tx: Db, id: string, by: { by: Viewer; at: string }): Promise<void> {
  await change(tx, await lockRunning(tx, id), NONE, by)
}
