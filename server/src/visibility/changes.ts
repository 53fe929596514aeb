import { and, eq, inArray } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { RowChange } from '../db/changes.ts'
import type { Db } from '../db/open.ts'
import { userCompanies } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from './applications.ts'

/** Whether a viewer may see the changed record (V1–V4); for a deleted one, judged by its company. */
export async function maySee(db: Db, viewer: Viewer, { noun, id, company_id }: RowChange): Promise<boolean> {
  if (noun === 'session') return false
  if (viewer.role === 'admin' || (noun === 'user' && id === viewer.id)) return true
  if (viewer.role === 'employee') return noun === 'application' && (await isOwnCase(db, viewer, id))
  if (noun === 'user') return sharesCompany(db, viewer, id)
  return company_id !== null && viewer.company_ids.includes(company_id)
}

async function isOwnCase(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  return (await db.$count(applications, and(eq(applications.id, id), visibleApplication(viewer)))) > 0
}

/** Users of the viewer's companies (V3). */
async function sharesCompany(db: Db, viewer: Viewer, user_id: string): Promise<boolean> {
  if (viewer.company_ids.length === 0) return false
  return (
    (await db.$count(userCompanies, and(eq(userCompanies.user_id, user_id), inArray(userCompanies.company_id, viewer.company_ids)))) > 0
  )
}
