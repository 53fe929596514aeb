import { activeCompanyId } from 'contract'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { deadlines } from '../db/deadlines.table.ts'
import { employees } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { recordsOfPeople } from './persons.ts'

/** Clocks about the employee of the account, by the same record as their cases (V4); those of the company are not theirs. */
const own = (viewer: Viewer): SQL =>
  sql`${deadlines.person_id} = any(array(select ${employees.person_id} from ${employees} where ${recordsOfPeople(viewer)}))`

/** What a viewer may open: those of any own company for a company_admin (V3). */
export function visibleDeadline(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  return viewer.role === 'company_admin' ? inArray(deadlines.company_id, viewer.company_ids) : own(viewer)
}

/** What lists and sums show (V3, V4). */
export function listedDeadline(viewer: Viewer): SQL | undefined {
  if (viewer.role !== 'company_admin') return visibleDeadline(viewer)
  const active = activeCompanyId(viewer)
  return active ? eq(deadlines.company_id, active) : sql`false`
}
