import type { ListQuery, Person } from 'contract'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { after, cut, type Page } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { personKey } from '../visibility/personKey.ts'

/** Newest application first (B6). */
export async function listPeople(
  db: Db,
  viewer: Viewer,
  company_id: string,
  { limit, cursor }: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<Page<Person>> {
  const ofCompany = and(eq(applications.company_id, company_id), visibleApplication(viewer))
  const { id, submitted_at, visa_type, current_stage, employee_name, passport_number, nationality, email, mobile } = applications
  const facts = { employee_name, passport_number, nationality, email, mobile }
  const newest = db
    .selectDistinctOn([personKey], { key: personKey.as('key'), id, submitted_at, ...facts })
    .from(applications)
    .where(ofCompany)
    .orderBy(personKey, desc(submitted_at), desc(id))
    .as('newest')
  const [counts] = await db.select({ people: count() }).from(newest)
  const read = await db
    .select()
    .from(newest)
    .where(after(cursor, newest.submitted_at, newest.id))
    .orderBy(desc(newest.submitted_at), desc(newest.id))
    .limit(limit + 1)
  const { rows, next } = cut(read, limit, (row) => row.submitted_at)
  const keys = rows.map(({ key }) => key)
  const theirs = await db
    .select({ key: personKey, id, visa_type, current_stage, submitted_at })
    .from(applications)
    .where(and(ofCompany, inArray(personKey, keys)))
    .orderBy(desc(submitted_at), desc(id))
  const byPerson = Map.groupBy(theirs, ({ key }) => key)
  const total = counts?.people ?? 0
  return { rows: rows.map((row) => ({ ...row, applications: byPerson.get(row.key) ?? [] })), next, total, unfiltered: total }
}
