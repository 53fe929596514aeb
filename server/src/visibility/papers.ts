import { activeCompanyId } from 'contract'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { recordsOfPeople } from './persons.ts'

/** Papers about the employee of the account, by the same record as their cases (V4). */
const own = (viewer: Viewer): SQL =>
  sql`${papers.person_id} = any(array(select ${employees.person_id} from ${employees} where ${recordsOfPeople(viewer)}))`

/** What a viewer may open: those of any own company for a company_admin (V3). */
export function visiblePaper(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  return viewer.role === 'company_admin' ? inArray(papers.company_id, viewer.company_ids) : own(viewer)
}

/** What lists and counts show (V3, V4). */
export function listedPaper(viewer: Viewer): SQL | undefined {
  if (viewer.role !== 'company_admin') return visiblePaper(viewer)
  const active = activeCompanyId(viewer)
  return active ? eq(papers.company_id, active) : sql`false`
}
