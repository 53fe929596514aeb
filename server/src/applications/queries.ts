import { type Submission, searchable } from 'contract'
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { builtByShape } from '../db/built.ts'
import { aed } from '../db/columns.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { writtenApplications } from '../db/writtenApplications.table.ts'
import { NOTHING_BESIDE } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { personOf, type Told } from '../persons/queries.ts'
import { WRITTEN_PAYMENT } from '../transactions/payments.ts'
import { listedApplication, ofCompanies, visibleApplication } from '../visibility/applications.ts'
import { isWritten, RECORDED } from './written.ts'

const {
  search_text: _,
  cost_fils,
  due_fils: __,
  submitted_by: ___,
  completed_at: ____,
  withdrawn_at: _____,
  assignee_id: ______,
  ...facts
} = getTableColumns(applications)

/** What a row shows of the application itself. */
export const shown = { ...facts, cost: aed(cost_fils) }

const columns = {
  ...shown,
  company_name: companies.name,
}

export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>

const withCompany = (db: Db, beside = NOTHING_BESIDE) =>
  db.select({ row: columns, beside }).from(applications).innerJoin(companies, eq(companies.id, applications.company_id)).$dynamic()

/** The record of an application that this viewer may open, as JSON in two parts: its state, and its payment, which an employee does not see (V4). */
export async function findWritten(db: Db, viewer: Viewer, id: string) {
  const [found] =
    viewer.role === 'employee'
      ? await recordsOf(db, sql<null>`null`, and(eq(applications.id, id), visibleApplication(viewer)))
      : await findWhole(db, { isAdmin: viewer.role === 'admin' }, { id, company_ids: viewer.company_ids })
  return found
}

const recordsOf = (db: Db, payment: SQL<string | null>, where: SQL | undefined) =>
  db
    .select({ state: RECORDED, payment })
    .from(applications)
    .leftJoin(writtenApplications, isWritten)
    .innerJoin(companies, eq(companies.id, applications.company_id))
    .where(where)

const findWhole = builtByShape((db, { isAdmin }: { isAdmin: boolean }) => {
  const ofViewer = isAdmin ? undefined : ofCompanies(sql.placeholder('company_ids'))
  return recordsOf(db, WRITTEN_PAYMENT, and(eq(applications.id, sql.placeholder('id')), ofViewer))
})

/** The company's name is stored with the company (§5). */
export const searchText = (given: { employee_name: string; passport_number?: string | null | undefined; visa_type: string }): string =>
  [given.employee_name, given.passport_number ?? '', given.visa_type].map(searchable).join('\n')

/** One application that this viewer may open; any other is like an unknown one (V2). */
export async function findApplication(db: Db, viewer: Viewer, id: string) {
  const [found] = await withCompany(db).where(and(eq(applications.id, id), visibleApplication(viewer)))
  return found?.row
}

/** The newest active application of the person that is told of, which this viewer may see (S11, S12). */
export async function findActive(db: Db, viewer: Viewer, told: Told) {
  const [found] = await db
    .select({ id: applications.id, employee_name: applications.employee_name })
    .from(applications)
    .where(
      and(
        eq(applications.company_id, told.company_id),
        sql`${applications.person_id} = (select ${personOf(told)})`,
        eq(applications.status, 'active'),
        listedApplication(viewer),
      ),
    )
    .orderBy(desc(applications.submitted_at), desc(applications.id))
    .limit(1)
  return found
}

/**
 * Locked, so that changes of its stages come one after the other. Its company is held before, as a deletion locks them: what is told and a
 * completed case's record refer to the company, and would wait for the deletion that waits for the application.
 */
export async function lockApplication(db: Db, viewer: Viewer, id: string) {
  const company = sql`(select ${applications.company_id} from ${applications} where ${applications.id} = ${id})`
  // A query that locks rows is not drawn into the one around it, whose own lock comes after its joins.
  const held = db
    .$with('held')
    .as(db.select({ id: companies.id }).from(companies).where(sql`${companies.id} = ${company}`).for('key share'))
  const [found] = await db
    .with(held)
    .select(getTableColumns(applications))
    .from(applications)
    .innerJoin(held, eq(held.id, applications.company_id))
    .where(and(eq(applications.id, id), visibleApplication(viewer)))
    .for('update', { of: applications })
  return found
}

export type NewApplication = Omit<typeof applications.$inferInsert, 'search_text'>

export function submitted(given: Submission) {
  const text = (value: string | undefined) => value || null
  return {
    company_id: given.company_id,
    employee_name: given.employee_name ?? '',
    passport_number: text(given.passport_number),
    nationality: given.nationality ?? '',
    designation: text(given.designation),
    email: text(given.email),
    mobile: text(given.mobile),
    visa_type: given.visa_type,
    priority: given.priority,
    salary_breakup: text(given.salary_breakup),
    notice_period: text(given.notice_period),
    probation_period: text(given.probation_period),
    annual_leave_type: given.annual_leave_type,
    ticket_frequency: given.ticket_frequency,
    visa_expiry_date: text(given.visa_expiry_date),
  }
}

export async function setWithdrawn(tx: Db, id: string, at: string): Promise<void> {
  await tx.update(applications).set({ status: 'withdrawn', withdrawn_at: at }).where(eq(applications.id, id))
}

/** Who the application is about. Whoever writes about the same person at this time waits, as for a record that is renamed (S12). */
export async function updateFacts(tx: Db, application: typeof applications.$inferSelect): Promise<void> {
  const { id, company_id, employee_name, passport_number, nationality, designation, email, mobile } = application
  await tx.execute(
    sql`select lock_person_keys(${company_id}::uuid, ${passport_number}::text, ${employee_name}::text, ${nationality}::text)`,
  )
  const facts = { employee_name, passport_number, nationality, designation, email, mobile }
  await tx
    .update(applications)
    .set({ ...facts, search_text: searchText(application) })
    .where(eq(applications.id, id))
}

export async function updateExpiryDate(db: Db, id: string, expiry_date: string | null): Promise<void> {
  await db.update(applications).set({ expiry_date }).where(eq(applications.id, id))
}

/** Marks a refused case as answered, until the next change of a stage. The first answer counts: since then it waits. */
export async function markAnswered(db: Db, application_id: string, at: string): Promise<void> {
  await db
    .update(applications)
    .set({ answered_at: at })
    .where(and(eq(applications.id, application_id), eq(applications.refused, true), isNull(applications.answered_at)))
}
