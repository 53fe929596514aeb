import { activeCompanyId } from 'contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { employees, users } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'

const NOTHING = sql`false`

/** An employee's own cases: by employee record, else by verified e-mail, in their companies (V4). */
function ownCases(viewer: Viewer): SQL | undefined {
  const within = inArray(applications.company_id, viewer.company_ids)
  if (viewer.employee_id) {
    const record = sql`select 1 from ${employees} where ${employees.id} = ${viewer.employee_id}
      and ${employees.company_id} = ${applications.company_id}
      and (${employees.passport_number} = ${applications.passport_number} or ${employees.id} = ${applications.employee_id})`
    return and(within, sql`exists (${record})`)
  }
  return viewer.email_verified ? and(within, sql`lower(${applications.email}) = lower(${viewer.email})`) : NOTHING
}

/** The reverse of V4: whether a user of the company has the application as their own case. */
export function hasAsOwnCase(of: typeof applications.$inferSelect): SQL {
  const record = sql`select 1 from ${employees} where ${employees.id} = ${users.employee_id}
    and ${employees.company_id} = ${of.company_id}
    and (${employees.passport_number} = ${of.passport_number} or ${employees.id} = ${of.employee_id})`
  const address = sql`${users.email_verified_at} is not null and lower(${users.email}) = lower(${of.email})`
  return sql`case when ${users.employee_id} is null then ${address} else exists (${record}) end`
}

/** What a viewer may open: all for an admin, those of any own company for a company_admin (V1, V3, V4). */
export function visibleApplication(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  if (viewer.company_ids.length === 0) return NOTHING
  return viewer.role === 'employee' ? ownCases(viewer) : inArray(applications.company_id, viewer.company_ids)
}

/** What lists and counts show: for a company_admin only the active company's (V3). */
export function listedApplication(viewer: Viewer): SQL | undefined {
  if (viewer.role !== 'company_admin') return visibleApplication(viewer)
  const active = activeCompanyId(viewer)
  return active ? eq(applications.company_id, active) : NOTHING
}
