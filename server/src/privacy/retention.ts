import { DAY_MS } from 'contract'
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { applications, stages } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { erasures, history } from '../db/history.table.ts'
import { messages } from '../db/messages.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees, userCompanies, users } from '../db/people.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { deleteUnattachedBefore } from '../documents/queries.ts'
import { removeFiles } from '../documents/removal.ts'
import { writeHistory } from '../history/queries.ts'
import type { Settings } from '../settings.ts'
import { lockUser, removeUser } from '../users/queries.ts'
import type { Given } from './erase.ts'
import { many } from './plan.ts'
import { ROW_SWEEPS } from './sweeps.ts'

const REGISTRATION_DAYS = 90

/** Thrown to roll a dry run back. */
class OnlyLooked extends Error {}

/** Deletes what is past its term (T64). Without `yes` it is rolled back, so the report is exact. Money and receipts always stay. */
export async function retain(given: Given, moment: Date, { yes }: { yes: boolean }): Promise<string[]> {
  const { db, settings } = given
  const report: string[] = []
  const files: string[] = []
  try {
    await db.transaction(async (tx) => {
      report.push(...(await removeRegistrations(tx, moment)))
      const old = await removeDocumentsOfCancelled(tx, settings, moment)
      const unused = await deleteUnattachedBefore(tx, daysBefore(moment, 1))
      files.push(...old.ids, ...unused)
      report.push(...old.report, ...(unused.length > 0 ? [`${many(unused.length, 'uploaded file')} that nobody used`] : []))
      report.push(...(await sweepRows({ ...given, db: tx }, moment)))
      if (!yes) throw new OnlyLooked()
    })
  } catch (error) {
    if (!(error instanceof OnlyLooked)) throw error
    return report
  }
  await removeFiles(given, files)
  return report
}

const daysBefore = (moment: Date, days: number): string => new Date(moment.getTime() - days * DAY_MS).toISOString()

/** Unapproved accounts, with their company if it has nothing else. */
async function removeRegistrations(tx: Db, moment: Date): Promise<string[]> {
  const waiting = and(eq(users.approved, false), ne(users.role, 'admin'), lt(users.created_at, daysBefore(moment, REGISTRATION_DAYS)))
  const found = await tx.select({ id: users.id, email: users.email, company_id: users.company_id }).from(users).where(waiting)
  const removed: typeof found = []
  for (const registered of found) {
    const user = await lockUser(tx, registered.id)
    if (!user || user.approved || !(await isAlone(tx, user.id, user.company_id))) continue
    await removeUser(tx, user)
    removed.push(registered)
  }
  await eraseHistoryOf(tx, removed, moment)
  return removed.map(({ email }) => `the registration of ${email}, not approved for ${REGISTRATION_DAYS} days`)
}

/** Whether no company with applications, employees or money would lose its last user. */
async function isAlone(tx: Db, user_id: string, company_id: string | null): Promise<boolean> {
  if (!company_id) return true
  const colleagues = await tx.$count(userCompanies, and(eq(userCompanies.company_id, company_id), ne(userCompanies.user_id, user_id)))
  if (colleagues > 0) return true
  const held = [
    await tx.$count(applications, eq(applications.company_id, company_id)),
    await tx.$count(employees, eq(employees.company_id, company_id)),
    await tx.$count(transactions, eq(transactions.company_id, company_id)),
  ]
  return held.every((rows) => rows === 0)
}

async function eraseHistoryOf(tx: Db, removed: { id: string; company_id: string | null }[], moment: Date): Promise<void> {
  if (removed.length === 0) return
  await tx.insert(erasures).values({ id: v7(), erased_at: moment.toISOString(), cause: 'retention' })
  const left = await tx.select({ id: companies.id }).from(companies)
  const kept = new Set(left.map(({ id }) => id))
  const gone = removed.flatMap(({ id, company_id }) => (company_id && !kept.has(company_id) ? [id, company_id] : [id]))
  await tx
    .update(history)
    .set({ changes: sql`erased_changes(${history.changes})`, subject: sql`erased(${history.subject})` })
    .where(inArray(history.record_id, gone))
  await tx
    .update(history)
    .set({ actor_name: sql`erased(${history.actor_name})` })
    .where(inArray(history.actor_id, gone))
}

/** Documents of people whose visa was cancelled that long ago, by the history. */
async function removeDocumentsOfCancelled(tx: Db, { retention_documents_days: days }: Settings, moment: Date) {
  if (days === undefined) return { ids: [], report: [] }
  const cancelled = sql`(select max(${history.happened_at}) from ${history} where ${history.record_type} = 'employee'
    and ${history.record_id} = ${employees.id} and ${history.action} = 'cancelled')`
  const people = await tx
    .select()
    .from(employees)
    .where(and(eq(employees.status, 'cancelled'), sql`${cancelled} < ${daysBefore(moment, days)}`))
    .for('update')
  const ids: string[] = []
  const report: string[] = []
  for (const person of people) {
    const removed = await removeDocumentsOf(tx, person, moment)
    ids.push(...removed)
    if (removed.length > 0)
      report.push(`${many(removed.length, 'document')} of ${person.employee_name}, whose visa was cancelled more than ${days} days ago`)
  }
  return { ids, report }
}

async function removeDocumentsOf(tx: Db, person: typeof employees.$inferSelect, moment: Date): Promise<string[]> {
  const theirs = eq(applications.person_id, person.person_id)
  if ((await tx.$count(applications, and(theirs, eq(applications.status, 'active')))) > 0) return []
  const found = await tx
    .select({ id: documents.id, application: applications.id, slot: documents.slot, stage_name: stages.stage_name })
    .from(documents)
    .leftJoin(stages, eq(stages.id, documents.stage_id))
    .leftJoin(messages, eq(messages.id, documents.message_id))
    .innerJoin(
      applications,
      sql`${applications.id} = coalesce(${documents.application_id}, ${stages.application_id}, ${messages.application_id})`,
    )
    .where(theirs)
  const ids = found.map((row) => row.id)
  await tx.delete(documents).where(inArray(documents.id, ids))
  const at = moment.toISOString()
  // The person reads the history, but not the messages.
  const told = found.flatMap(({ application, slot, stage_name }) => {
    const subject = slot ?? stage_name
    return subject ? [{ application, subject }] : []
  })
  for (const { application, subject } of told)
    await writeHistory(tx, { of: { application }, by: null, at, action: 'document_deleted', subject })
  return [...ids, ...(await removeFilesOfPapers(tx, person, at))]
}

async function removeFilesOfPapers(tx: Db, { id: employee, person_id }: typeof employees.$inferSelect, at: string): Promise<string[]> {
  const theirs = tx.select({ id: papers.id }).from(papers).where(eq(papers.person_id, person_id))
  const removed = await tx
    .delete(documents)
    .where(inArray(documents.paper_id, theirs))
    .returning({ id: documents.id, paper_id: documents.paper_id })
  const changed = await tx
    .update(papers)
    .set({ updated_at: at })
    .where(
      inArray(
        papers.id,
        removed.flatMap(({ paper_id }) => paper_id ?? []),
      ),
    )
    .returning({ kind: papers.kind })
  for (const { kind: subject } of changed) await writeHistory(tx, { of: { employee }, by: null, at, action: 'document_deleted', subject })
  return removed.map(({ id }) => id)
}

async function sweepRows(given: Given, moment: Date): Promise<string[]> {
  const report: string[] = []
  for (const { name, sweep } of ROW_SWEEPS) {
    const gone = await sweep(given, moment)
    if (gone > 0) report.push(`${gone} × ${name}`)
  }
  return report
}
