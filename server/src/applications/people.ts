import type { ListQuery, Person } from 'contract'
import { and, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { persons } from '../db/persons.table.ts'
import { after, cut, type Page } from '../http/list.ts'

/** The people of a company's applications (S12), the newest application first (B6). */
export async function listPeople(
  db: Db,
  company_id: string,
  { limit, cursor }: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<Page<Person>> {
  const people = and(eq(persons.company_id, company_id), isNotNull(persons.applied_at))
  const { id, submitted_at, employee_name, passport_number, nationality, email, mobile } = applications
  const facts = { employee_name, passport_number, nationality, email, mobile }
  const { application_type, visa_type, employee_location, current_stage, stage_status, stage_since, status } = applications
  const standing = { application_type, visa_type, employee_location, current_stage, stage_status, stage_since, status }
  const total = await db.$count(persons, people)
  const read = await db
    .select({ person_id: persons.id, id, submitted_at, ...facts })
    .from(persons)
    .innerJoin(applications, eq(applications.id, persons.application_id))
    .where(and(people, after(cursor, persons.applied_at, persons.application_id)))
    .orderBy(desc(persons.applied_at), desc(persons.application_id))
    .limit(limit + 1)
  const { rows, next } = cut(read, limit, (row) => row.submitted_at)
  const theirs = await db
    .select({ person_id: applications.person_id, id, submitted_at, ...standing })
    .from(applications)
    .where(
      and(
        inArray(
          applications.person_id,
          rows.map((row) => row.person_id),
        ),
        ne(applications.status, 'withdrawn'),
      ),
    )
    .orderBy(desc(submitted_at), desc(id))
  const byPerson = Map.groupBy(theirs, (row) => row.person_id)
  return { rows: rows.map((row) => ({ ...row, applications: byPerson.get(row.person_id) ?? [] })), next, total, unfiltered: total }
}
