import { activeCompanyId, dubaiDate, READING_DAYS } from 'contract'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { employees, userCompanies, users } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'

/** What a viewer may open: those of any own company for a company_admin (V3). */
export function visibleEmployee(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  return viewer.role === 'company_admin' ? inArray(employees.company_id, viewer.company_ids) : sql`false`
}

/** What lists and counts show (V3, V4). */
export function listedEmployee(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  const active = activeCompanyId(viewer)
  return viewer.role === 'company_admin' && active ? eq(employees.company_id, active) : sql`false`
}

const endOf = (
  which: SQL,
): SQL => sql`select e.status, greatest(dubai_day(e.cancelled_at) + ${sql.raw(String(READING_DAYS))}, e.leave_by) as reads_until
  from ${employees} e where e.company_id = m.company_id and ${which}`

/**
 * The last Dubai day on which an employee's account reads, once every record of it is cancelled; else null. Its records are found as its cases
 * are (V4). For a query of users (E7).
 */
export const readsUntil = sql<string | null>`(case when ${users}.role = 'employee' then (
  select case when bool_and(own.status = 'cancelled') then max(own.reads_until) end
  from ${userCompanies} m cross join lateral (
    ${endOf(sql`e.id = ${users}.employee_id`)}
    union all ${endOf(sql`${users}.employee_id is null and ${users}.email_verified_at is not null and lower(e.email) = lower(${users}.email)`)}
  ) own where m.user_id = ${users}.id) end)::text`

/** Whether the time of reading is over, by the clock in Dubai. */
export const hasEnded = ({ reads_until }: { reads_until: string | null }, moment: Date): boolean =>
  reads_until !== null && reads_until < dubaiDate(moment)
