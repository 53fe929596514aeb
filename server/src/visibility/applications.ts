import { activeCompanyId } from 'contract'
import { and, eq, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { employees, users } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'

const NOTHING = sql`false`

/** Columns where it is asked for every row, else values. */
type Case = Record<'company_id' | 'employee_id' | 'passport_number' | 'email', SQLWrapper | string | null>

const isCaseOfRecord = (employee_id: SQLWrapper | string, { company_id, passport_number, employee_id: named }: Case): SQL =>
  sql`exists (select 1 from ${employees} where ${employees.id} = ${employee_id} and ${employees.company_id} = ${company_id}
    and (${employees.passport_number} = ${passport_number} or ${employees.id} = ${named}))`

const isCaseOfAddress = (address: SQLWrapper | string, { email }: Case): SQL => sql`lower(${email}) = lower(${address})`

/** An employee's own cases: by employee record, else by verified e-mail, in their companies (V4). */
function ownCases({ company_ids, employee_id, email, email_verified }: Viewer): SQL | undefined {
  const within = inArray(applications.company_id, company_ids)
  if (employee_id) return and(within, isCaseOfRecord(employee_id, applications))
  return email_verified ? and(within, isCaseOfAddress(email, applications)) : NOTHING
}

/** The reverse of V4: whether a user of the company has the application as their own case. */
export const hasAsOwnCase = (application: Case): SQL =>
  sql`case when ${users.employee_id} is null
    then ${users.email_verified_at} is not null and ${isCaseOfAddress(users.email, application)}
    else ${isCaseOfRecord(users.employee_id, application)} end`

/** What a company_admin may open (V3). */
export const ofCompanies = (company_ids: string[] | Placeholder): SQL =>
  sql`${applications.company_id} = any(${Array.isArray(company_ids) ? sql.param(company_ids) : company_ids}::uuid[])`

/** What a viewer may open: all for an admin, those of any own company for a company_admin (V1, V3, V4). */
export function visibleApplication(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  if (viewer.company_ids.length === 0) return NOTHING
  return viewer.role === 'employee' ? ownCases(viewer) : ofCompanies(viewer.company_ids)
}

/** What lists and counts show: for a company_admin only the active company's (V3). */
export function listedApplication(viewer: Viewer): SQL | undefined {
  if (viewer.role !== 'company_admin') return visibleApplication(viewer)
  const active = activeCompanyId(viewer)
  return active ? eq(applications.company_id, active) : NOTHING
}
