import { keyed, MAX_CASES, type PersonOfRecord, RENEWAL_SLOTS } from 'contract'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { listHeld } from '../applications/renewal.ts'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { employees, userCompanies, users } from '../db/people.table.ts'
import { documentInfo } from '../documents/queries.ts'
import type { Viewer } from '../http/session.ts'
import { isInvited } from '../users/queries.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { visibleEmployee } from '../visibility/employees.ts'

/** What is known of a person beside a record that this viewer may open; undefined for any other (V2). */
export async function findPerson(db: Db, viewer: Viewer, id: string): Promise<PersonOfRecord | undefined> {
  const record = and(eq(employees.id, id), visibleEmployee(viewer))
  const person = sql`(${db.select({ person_id: employees.person_id }).from(employees).where(record)})`
  const [[found], cases, held] = await Promise.all([findAccount(db, record), listCases(db, viewer, person), listHeld(db, viewer, person)])
  if (!found) return undefined
  const newest = keyed(RENEWAL_SLOTS, (slot) => held.find((each) => each.slot === slot)?.document)
  return {
    applications: cases,
    held_documents: keyed(RENEWAL_SLOTS, (slot) => (newest[slot] ? documentInfo(newest[slot]) : null)),
    account: found.account && standingOf(found.account),
  }
}

/** The account that names the record, else the one of the same e-mail in the company (A6, V4). */
const accountOf = sql`coalesce(
  (select u.id from ${users} u where u.employee_id = ${employees.id} order by u.approved desc, u.id limit 1),
  (select u.id from ${users} u inner join ${userCompanies} m on m.user_id = u.id and m.company_id = ${employees.company_id}
    where lower(u.email) = lower(${employees.email}) and u.employee_id is null))`

const findAccount = (db: Db, record: SQL | undefined) =>
  db
    .select({ id: employees.id, account: { email: users.email, approved: users.approved, invited: isInvited } })
    .from(employees)
    .leftJoin(users, eq(users.id, accountOf))
    .where(record)

function standingOf({ email, approved, invited }: { email: string; approved: boolean; invited: boolean }): PersonOfRecord['account'] {
  if (invited) return { email, standing: 'invited' }
  return { email, standing: approved ? 'approved' : 'pending' }
}

const listCases = (db: Db, viewer: Viewer, person: SQL) => {
  const { id, application_type, visa_type, employee_location, submitted_at } = applications
  const { current_stage, stage_status, stage_since, status, expiry_date } = applications
  const standing = { current_stage, stage_status, stage_since, status, expiry_date }
  return db
    .select({ id, application_type, visa_type, employee_location, submitted_at, ...standing })
    .from(applications)
    .where(and(eq(applications.person_id, person), visibleApplication(viewer)))
    .orderBy(desc(submitted_at), desc(id))
    .limit(MAX_CASES)
}
