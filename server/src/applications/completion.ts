import { applicationStatus, currentStage, searchable } from 'contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { applications, stages } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { writeHistory } from '../history/queries.ts'
import { refuseField } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { searchText } from './queries.ts'

export type LockedApplication = typeof applications.$inferSelect

interface Given {
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
    .returning({ id: employees.id })
  const search_text = searchText({ employee_name, passport_number, visa_type: application.visa_type })
  await tx
    .update(applications)
    .set({ employee_id: employee?.id ?? null, passport_number, search_text })
    .where(eq(applications.id, application.id))
}

/** A value of the application replaces the record's. */
const kept = (column: 'designation' | 'email' | 'mobile' | 'visa_expiry_date') =>
  sql`coalesce(excluded.${sql.identifier(column)}, ${employees[column]})`

/** The passport of a renewal without one, if a single record has its company, name and nationality (S5). */
async function findOnlyPassport(tx: Db, { company_id, employee_name, nationality }: LockedApplication): Promise<string | undefined> {
  const records = await tx
    .select({ passport_number: employees.passport_number, employee_name: employees.employee_name, nationality: employees.nationality })
    .from(employees)
    .where(eq(employees.company_id, company_id))
  const same = (one: string, other: string) => searchable(one) === searchable(other)
  const found = records.filter((record) => same(record.employee_name, employee_name) && same(record.nationality, nationality))
  return found.length === 1 ? found[0]?.passport_number : undefined
}

/** The employee's visa expiry follows the newest completed application (E1). */
export async function followExpiryDate(tx: Db, application: LockedApplication, expiry_date: string | null): Promise<void> {
  if (application.status !== 'completed' || !application.employee_id) return
  const [newest] = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.employee_id, application.employee_id), eq(applications.status, 'completed')))
    .orderBy(desc(applications.completed_at), desc(applications.id))
    .limit(1)
  if (newest?.id !== application.id) return
  await tx.update(employees).set({ visa_expiry_date: expiry_date }).where(eq(employees.id, application.employee_id))
}
