import { Found, MAX_FOUND, referenceIn, searchable } from 'contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { orderOf as orderOfApplications } from '../applications/sorts.ts'
import { orderOf as orderOfCompanies } from '../companies/sorts.ts'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { orderBy } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { firstFound } from '../db/search.ts'
import { membersOf } from '../db/written.ts'
import { orderOf as orderOfEmployees } from '../employees/sorts.ts'
import type { Viewer } from '../http/session.ts'
import { listedApplication, visibleApplication } from '../visibility/applications.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { listedEmployee, visibleEmployee } from '../visibility/employees.ts'

type Kind = keyof Found

const withCompany = (company_id: PgColumn): SQL => sql`join ${companies} on ${eq(companies.id, company_id)}`
const lineOf = (text: PgColumn, number: number): SQL => sql`split_part(${text}, E'\\n', ${sql.raw(String(number))})`

const { search_text } = applications
const KINDS = {
  applications: {
    table: applications,
    text: search_text,
    // Not the type of the visa, which half of all have.
    part: sql`${lineOf(search_text, 1)} || E'\\n' || ${lineOf(search_text, 2)}`,
    order: orderOfApplications(),
    members: membersOf(Found.shape.applications.element, { ...applications, company_name: companies.name }),
    from: sql`${applications} ${withCompany(applications.company_id)}`,
  },
  employees: {
    table: employees,
    text: employees.search_text,
    part: employees.search_text,
    order: orderOfEmployees(),
    members: membersOf(Found.shape.employees.element, { ...employees, company_name: companies.name }),
    from: sql`${employees} ${withCompany(employees.company_id)}`,
  },
  companies: {
    table: companies,
    text: companies.search_text,
    part: companies.search_text,
    order: orderOfCompanies(),
    members: membersOf(Found.shape.companies.element, companies),
    from: sql`${companies}`,
  },
}

interface Asked {
  where: Record<Kind, SQL | undefined>
  most: number
  /** Cases that stand before the others. */
  referred?: SQL | undefined
}

/** The rows of all kinds, in one statement. */
async function read(db: Db, { where, most, referred }: Asked): Promise<Found> {
  const listOf = (kind: Kind) => {
    const { members, from, order } = KINDS[kind]
    const before = kind === 'applications' && referred ? sql`(${referred}) desc,` : sql``
    return sql`(select coalesce(json_agg(found), '[]') from (select ${members} from ${from} where ${where[kind]}
      order by ${before} ${orderBy(order)} limit ${sql.raw(String(most))}) found) as ${sql.identifier(kind)}`
  }
  const statement = sql`select ${listOf('applications')}, ${listOf('employees')}, ${listOf('companies')}`
  const { rows } = await db.execute<Record<Kind, unknown>>(statement).execute()
  return Found.parse(rows[0])
}

const REFERENCE = sql`right(${applications.id}::text, 8) collate "C"`
/** No digit stands behind `g`. */
const begins = (digits: string): SQL => sql`${REFERENCE} >= ${digits} and ${REFERENCE} < ${`${digits}g`}`
const NOTHING: Found = { applications: [], employees: [], companies: [] }

/** Of what the viewer's lists show (V3), that which has the text in its name or passport number, or is a case whose reference begins with it. */
export async function find(db: Db, viewer: Viewer, q: string): Promise<Found> {
  const word = searchable(q)
  if (word === '') return NOTHING
  const seen = { applications: listedApplication(viewer), employees: listedEmployee(viewer), companies: visibleCompany(viewer) }
  const foundIn = (kind: Kind): SQL => firstFound({ ...KINDS[kind], word, within: seen[kind] }, MAX_FOUND)
  const digits = referenceIn(q)
  const referred = digits ? begins(digits) : undefined
  const cases = referred
    ? sql`(select ${applications.id} from ${applications} where ${and(referred, seen.applications)} limit ${sql.raw(String(MAX_FOUND))}) union ${foundIn('applications')}`
    : foundIn('applications')
  const isAmong = (id: PgColumn, ids: SQL) => sql`${id} = any(array(${ids}))`
  const where = {
    applications: isAmong(applications.id, cases),
    employees: isAmong(employees.id, foundIn('employees')),
    companies: isAmong(companies.id, foundIn('companies')),
  }
  return read(db, { where, most: MAX_FOUND, referred })
}

/** Those of the records that the viewer may open. */
export async function lookUp(db: Db, viewer: Viewer, ids: string[]): Promise<Found> {
  const where = {
    applications: and(inArray(applications.id, ids), visibleApplication(viewer)),
    employees: and(inArray(employees.id, ids), visibleEmployee(viewer)),
    companies: and(inArray(companies.id, ids), visibleCompany(viewer)),
  }
  return ids.length > 0 ? read(db, { where, most: ids.length }) : NOTHING
}
