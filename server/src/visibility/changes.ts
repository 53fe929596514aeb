import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { applications } from '../db/applications.table.ts'
import type { RowChange } from '../db/changes.ts'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { hasAsOwnCase } from './applications.ts'
import { EVERY_ADMIN } from './notices.ts'

const idsOf = (records: { id: string }[]): string[] => records.map(({ id }) => id)
/** One parameter, so that the statement is the same for any number. */
const isOneOf = (column: PgColumn, ids: string[]) => sql`${column} = any(${sql.param(ids)}::uuid[])`

type Sees = (viewer: Viewer, change: RowChange) => boolean

/** Who may see which changed record (V1–V4); a deleted one is judged by its company. Two statements at most, however many there are. */
export async function sightOf(db: Db, viewers: Viewer[], changes: RowChange[]): Promise<Sees> {
  const [companies, own] = [await companiesOfUsers(db, viewers, changes), await ownCases(db, viewers, changes)]
  return (viewer, { noun, id, company_id }) => {
    if (noun === 'session') return false
    if (noun === 'rule') return true
    if (noun === 'note') return viewer.role === 'admin'
    if (noun === 'notice') return id === viewer.id || (id === EVERY_ADMIN && viewer.role === 'admin')
    if (viewer.role === 'admin' || (noun === 'user' && id === viewer.id)) return true
    if (viewer.role === 'employee') return noun === 'application' && company_id !== null && own.has(`${viewer.id} ${id}`)
    if (noun === 'user') return viewer.company_ids.some((company) => companies.has(`${id} ${company}`))
    return company_id !== null && viewer.company_ids.includes(company_id)
  }
}

/** Users of the viewers' companies (V3). */
async function companiesOfUsers(db: Db, viewers: Viewer[], changes: RowChange[]): Promise<Set<string>> {
  const changed = idsOf(changes.filter(({ noun }) => noun === 'user'))
  if (changed.length === 0 || viewers.every(({ role }) => role !== 'company_admin')) return new Set()
  const found = await db.select().from(userCompanies).where(isOneOf(userCompanies.user_id, changed))
  return new Set(found.map(({ user_id, company_id }) => `${user_id} ${company_id}`))
}

/** The changed applications that are an employee's own cases (V4). */
async function ownCases(db: Db, viewers: Viewer[], changes: RowChange[]): Promise<Set<string>> {
  const changed = changes.filter(({ noun }) => noun === 'application')
  const companies = new Set(changed.map(({ company_id }) => company_id))
  const employees = viewers.filter(({ role, company_ids }) => role === 'employee' && company_ids.some((company) => companies.has(company)))
  if (employees.length === 0) return new Set()
  const found = await db
    .select({ user_id: users.id, application_id: applications.id })
    .from(applications)
    .innerJoin(userCompanies, eq(userCompanies.company_id, applications.company_id))
    .innerJoin(users, eq(users.id, userCompanies.user_id))
    .where(and(isOneOf(applications.id, idsOf(changed)), isOneOf(users.id, idsOf(employees)), hasAsOwnCase(applications)))
  return new Set(found.map(({ user_id, application_id }) => `${user_id} ${application_id}`))
}
