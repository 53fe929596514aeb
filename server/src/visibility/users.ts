import { activeCompanyId } from 'contract'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'

/** All for an admin; for a company_admin the active company's users, never platform admins (V3). */
export function visibleUser(db: Db, viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  const active = activeCompanyId(viewer)
  if (viewer.role !== 'company_admin' || !active) return sql`false`
  const people = db.select({ id: userCompanies.user_id }).from(userCompanies).where(eq(userCompanies.company_id, active))
  return and(ne(users.role, 'admin'), inArray(users.id, people))
}
