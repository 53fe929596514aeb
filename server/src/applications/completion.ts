import { applicationStatus, currentStage, searchable } from 'contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { applications, stages } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { writeHistory } from '../history/queries.ts'
import { refuseField } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { beginResidence, nameCase } from '../papers/newResidence.ts'
import { searchText } from './queries.ts'

export type LockedApplication = typeof applications.$inferSelect

export interface Given {
  viewer: Viewer
  passport_number: string | undefined
  moment: string
}

const PASSPORT_NEEDED = 'Passport number is required to complete this renewal: no single employee record matches the name and nationality'

/** Derives stage and status (S1, S2); completion writes the employee record (E1). `passport_number` is for a renewal without one (S5). */
export async function followStages(tx: Db, application: LockedApplication, { viewer, passport_number, moment }: Given): Promise<void> {
  const recorded = await tx
    .select({ stage_name: stages.stage_name, status: stages.status })
    .from(stages)
    .where(eq(stages.application_id, application.id))
  const status = applicationStatus(recorded)
  const completes = status === 'completed' && application.status === 'active'
  const completed_at = status === 'active' ? null : completes ? moment : application.completed_at
  await tx
    .update(applications)
    .set({ current_stage: currentStage(recorded), status, completed_at })
    .where(eq(applications.id, application.id))
  const by = { of: { application: application.id }, by: viewer, at: moment }
  if (status === 'active' && application.status === 'completed') await writeHistory(tx, { ...by, action: 'reopened' })
  if (!completes) return
  await writeHistory(tx, { ...by, action: 'completed' })
  await recordEmployee(tx, application, passport_number, moment)
}

async function recordEmployee(tx: Db, application: LockedApplication, givenPassport: string | undefined, moment: string): Promise<void> {
  const passport_number = application.passport_number ?? (givenPassport || (await findOnlyPassport(tx, application)))
  if (!passport_number) return refuseField('passport_number', PASSPORT_NEEDED)
  const { company_id, employee_name, nationality, designation, email, mobile, expiry_date } = application
  const [known] = await tx
    .select({ person_id: employees.person_id })
    .from(employees)
    .where(and(eq(employees.company_id, company_id), eq(employees.passport_number, passport_number)))
    .for('update')
  const completed = { application_id: application.id, expiry_date }
  if (known) await beginResidence(tx, { ...completed, ...known }, moment)
  const person = { employee_name, nationality, search_text: searchable(`${employee_name} ${passport_number}`), status: 'active' as const }
  const [employee] = await tx
    .insert(employees)
    .values({
      id: v7(),
      company_id,
      passport_number,
      ...person,
      designation,
      email,
      mobile,
      visa_expiry_date: expiry_date,
      created_at: moment,
    })
    .onConflictDoUpdate({
      target: [employees.company_id, employees.passport_number],
      set: {
        ...person,
        designation: kept('designation'),
        email: kept('email'),
        mobile: kept('mobile'),
        visa_expiry_date: kept('visa_expiry_date'),
      },
    })
    .returning({ id: employees.id, person_id: employees.person_id })
  if (employee) await nameCase(tx, { ...completed, person_id: employee.person_id })
  const search_text = searchText({ employee_name, passport_number, visa_type: application.visa_type })
  // Without a number until now, it goes with the record that the number names (S5).
  const person_id = application.passport_number ? application.person_id : (employee?.person_id ?? application.person_id)
  await tx
    .update(applications)
    .set({ employee_id: employee?.id ?? null, person_id, passport_number, search_text })
    .where(eq(applications.id, application.id))
}

/** A value of the application replaces the record's. */
const kept = (column: 'designation' | 'email' | 'mobile' | 'visa_expiry_date') =>
  sql`coalesce(excluded.${sql.identifier(column)}, ${employees[column]})`

/** The passport of a renewal without one: that of the person's only record, else of the company's only one of that name and nationality (S5). */
async function findOnlyPassport(
  tx: Db,
  { company_id, person_id, employee_name, nationality }: LockedApplication,
): Promise<string | undefined> {
  const sameName = sql`person_name(${employees.employee_name}, ${employees.nationality}) = any(person_names(${employee_name}, ${nationality}))`
  for (const same of [eq(employees.person_id, person_id), and(eq(employees.company_id, company_id), sameName)]) {
    const found = await tx.select({ passport_number: employees.passport_number }).from(employees).where(same).limit(2)
    if (found.length > 0) return found.length === 1 ? found[0]?.passport_number : undefined
  }
  return undefined
}

/** The employee's visa expiry follows the person's newest completed application (E1). */
export async function followExpiryDate(tx: Db, application: LockedApplication, expiry_date: string | null, moment: string): Promise<void> {
  if (application.status !== 'completed' || !application.employee_id) return
  if (!(await isNewest(tx, application))) return
  const isRecord = eq(employees.id, application.employee_id)
  const [record] = await tx.select({ person_id: employees.person_id }).from(employees).where(isRecord).for('update')
  if (!record) return
  const completed = { ...record, application_id: application.id, expiry_date }
  await beginResidence(tx, completed, moment)
  await tx.update(employees).set({ visa_expiry_date: expiry_date }).where(isRecord)
  await nameCase(tx, completed)
}

/** Whether no other application of the person was completed after it. */
export async function isNewest(tx: Db, { id, person_id }: Pick<LockedApplication, 'id' | 'person_id'>): Promise<boolean> {
  const [newest] = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.person_id, person_id), eq(applications.status, 'completed')))
    .orderBy(desc(applications.completed_at), desc(applications.id))
    .limit(1)
  return newest?.id === id
}
