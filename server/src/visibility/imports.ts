import { activeCompanyId } from 'contract'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { imports } from '../db/imports.table.ts'
import type { Viewer } from '../http/session.ts'

/** Those of any own company for a company_admin (V3). */
export function visibleImport(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  return viewer.role === 'company_admin' ? inArray(imports.company_id, viewer.company_ids) : sql`false`
}

/** Those of the active company for a company_admin (V3). */
export function listedImport(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  const active = activeCompanyId(viewer)
  return viewer.role === 'company_admin' && active ? eq(imports.company_id, active) : sql`false`
}
