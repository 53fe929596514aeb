import { addDays, daysLeft, dubaiDate, EXPIRING_WINDOW_DAYS, type ExpiringVisa, type ListQuery } from 'contract'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { behind, type Order, orderBy } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { expiringDays, persons } from '../db/persons.table.ts'
import { cut, type Page, placeOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { listedPerson, recordsOfPeople } from '../visibility/persons.ts'

/** From a day on, that many days. */
interface Days {
  today: string
  days: number
}

const within = (day: SQL | typeof persons.expires_on | typeof expiringDays.expires_on, { today, days }: Days): SQL =>
  sql`${day} between ${today}::date and ${addDays(today, days)}::date`

const SOONEST: Order = { key: persons.expires_on, type: 'date', descending: false, id: persons.id }

/** Each person's latest known date, without whoever is or will be cancelled (S9). List, numbers and mails read this. */
const expires = (days: Days): SQL => sql`${within(persons.expires_on, days)} and not ${persons.cancelled}`

/** With the person's newest application and employee record that the viewer sees; without a viewer, all. */
function expiring(db: Db, viewer?: Viewer) {
  const newest = and(eq(applications.person_id, persons.id), viewer && visibleApplication(viewer))
  const { id, employee_name, passport_number } = applications
  const application = db
    .select({ id, employee_name, passport_number })
    .from(applications)
    .where(newest)
    .orderBy(desc(applications.submitted_at), desc(applications.id))
    .limit(1)
    .as('application')
  const record = db
    .select({ id: employees.id, employee_name: employees.employee_name, passport_number: employees.passport_number })
    .from(employees)
    .where(and(eq(employees.person_id, persons.id), viewer && recordsOfPeople(viewer)))
    .orderBy(sql`${employees.status} = 'active' desc`, desc(employees.created_at), desc(employees.id))
    .limit(1)
    .as('record')
  const renewal = db
    .select({ id, current_stage: applications.current_stage })
    .from(applications)
    .where(and(newest, eq(applications.application_type, 'renewal'), eq(applications.status, 'active')))
    .orderBy(desc(applications.submitted_at), desc(applications.id))
    .limit(1)
    .as('renewal')
  return db
    .select({
      id: persons.id,
      company_id: persons.company_id,
      company_name: companies.name,
      expiry_date: sql<string>`${persons.expires_on}::text`,
      application: { id: application.id, employee_name: application.employee_name, passport_number: application.passport_number },
      record: { id: record.id, employee_name: record.employee_name, passport_number: record.passport_number },
      renewal: { application_id: renewal.id, stage_name: renewal.current_stage },
    })
    .from(persons)
    .innerJoin(companies, eq(companies.id, persons.company_id))
    .leftJoinLateral(application, sql`true`)
    .leftJoinLateral(record, sql`true`)
    .leftJoinLateral(renewal, sql`true`)
    .orderBy(orderBy(SOONEST))
    .$dynamic()
}

/** Visas that expire from today to 30 days ahead, soonest first (S9). */
export async function listExpiringVisas(
  db: Db,
  viewer: Viewer,
  { limit, cursor }: Pick<ListQuery, 'limit' | 'cursor'>,
  now: Date,
): Promise<Page<ExpiringVisa>> {
  const today = dubaiDate(now)
  const days = { today, days: EXPIRING_WINDOW_DAYS }
  const place = placeOf(cursor)
  const later = behind(SOONEST, place)
  const total = await countExpiring(db, viewer, days)
  const read = await expiring(db, viewer)
    .where(and(listedPerson(viewer), expires(days), later))
    .limit(limit + 1)
  const { rows, next } = cut(read, limit, (row) => `${row.expiry_date}T00:00:00.000Z`)
  return { rows: rows.map((row) => asVisa(row, viewer, today)), next, total, unfiltered: total }
}

/** For an administrator from the kept days, else by the index over the dates. */
async function countExpiring(db: Db, viewer: Viewer, days: Days): Promise<number> {
  if (viewer.role !== 'admin') return db.$count(persons, and(listedPerson(viewer), expires(days)))
  const [counted] = await db
    .select({ people: sql<number>`coalesce(sum(${expiringDays.people}), 0)`.mapWith(Number) })
    .from(expiringDays)
    .where(within(expiringDays.expires_on, days))
  return counted?.people ?? 0
}

export type ExpiringRow = Awaited<ReturnType<typeof expiring>>[number]

/** What is known of the person, first of all from the application. */
export const nameOf = ({ application, record }: ExpiringRow): string => application?.employee_name ?? record?.employee_name ?? ''
export const passportOf = ({ application, record }: ExpiringRow): string | null =>
  application?.passport_number ?? record?.passport_number ?? null

function asVisa(row: ExpiringRow, viewer: Viewer, today: string): ExpiringVisa {
  const { application, record, renewal, company_name, expiry_date } = row
  return {
    id: application?.id ?? record?.id ?? row.id,
    record: application ? 'application' : 'employee',
    employee_id: record?.id ?? null,
    employee_name: nameOf(row),
    passport_number: passportOf(row),
    company_name: viewer.role === 'admin' ? company_name : null,
    expiry_date,
    days_left: daysLeft(expiry_date, today),
    renewal,
  }
}

/** Of all companies, soonest first, for the mails. */
export const listExpiringOfAll = (db: Db, days: Days): Promise<ExpiringRow[]> => expiring(db).where(expires(days))
