import { activeCompanyId } from 'contract'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { employees } from '../db/people.table.ts'
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
