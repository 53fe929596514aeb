import { activeCompanyId } from 'contract'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Viewer } from '../http/session.ts'

/** All for an admin, all own for a company_admin (V3). */
export function visibleCompany(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  return viewer.role === 'company_admin' ? inArray(companies.id, viewer.company_ids) : sql`false`
}

/** The active one for a company_admin (V3). */
export function listedCompany(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  const active = activeCompanyId(viewer)
  return viewer.role === 'company_admin' && active ? eq(companies.id, active) : sql`false`
}
