import { activeCompanyId } from 'contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { employees } from '../db/people.table.ts'
import { persons } from '../db/persons.table.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from './applications.ts'

/** The records that a viewer may read of people: an employee's own alone, found as their cases are (V4, E7). */
export function recordsOfPeople({ role, employee_id, email, email_verified, company_ids }: Viewer): SQL | undefined {
  if (role !== 'employee') return undefined
  const within = inArray(employees.company_id, company_ids)
  if (employee_id) return and(eq(employees.id, employee_id), within)
  return email_verified ? and(sql`lower(${employees.email}) = lower(${email})`, within) : sql`false`
}

/** Whom lists and counts show: for an employee those of their own cases and record (V3, V4). */
export function listedPerson(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  const active = activeCompanyId(viewer)
  if (viewer.role === 'company_admin') return active ? eq(persons.company_id, active) : sql`false`
  const own = sql`select ${applications.person_id} from ${applications} where ${visibleApplication(viewer)}`
  const recorded = sql`select ${employees.person_id} from ${employees} where ${recordsOfPeople(viewer)}`
  return sql`${persons.id} = any(array(${own} union ${recorded}))`
}
