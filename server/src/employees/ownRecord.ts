import { dubaiDate, OwnRecord } from 'contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { recordsOfPeople } from '../visibility/persons.ts'
import { statusOn } from './queries.ts'

/** An employee's own record and company (E7). */
export async function findOwnRecord(db: Db, viewer: Viewer, now: Date): Promise<OwnRecord> {
  const { name, contact_person, email } = companies
  const { employee_name, passport_number, nationality, designation, visa_number, visa_expiry_date, eid_number, eid_expiry_date } = employees
  const { cancelled_at, leave_by } = employees
  const numbers = { visa_number, visa_expiry_date, eid_number, eid_expiry_date, cancelled_at, leave_by }
  const record = { employee_name, passport_number, nationality, designation, ...numbers, status: statusOn(sql`${dubaiDate(now)}::date`) }
  const [found] = await db
    .select({ record, company: { name, contact_person, email }, held: employees.id })
    .from(companies)
    .leftJoin(employees, and(eq(employees.company_id, companies.id), recordsOfPeople(viewer)))
    .where(inArray(companies.id, viewer.company_ids))
    .orderBy(sql`${employees.id} is null`, sql`${employees.status} = 'cancelled'`, companies.id, employees.id)
    .limit(1)
  return {
    record: found?.held ? OwnRecord.shape.record.parse(found.record) : null,
    company: found?.company ?? null,
    reads_until: viewer.reads_until,
  }
}
