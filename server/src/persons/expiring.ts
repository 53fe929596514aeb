import { activeCompanyId, addDays, daysLeft, dubaiDate, EXPIRING_WINDOW_DAYS, type ExpiringVisa, type ListQuery } from 'contract'
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { built } from '../db/built.ts'
import { companies } from '../db/companies.table.ts'
import { type Order, orderBy, type Place } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { expiringDays, persons } from '../db/persons.table.ts'
import { cut, type Page, placeOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { listedPerson, recordsOfPeople } from '../visibility/persons.ts'

/** From `today` to `until`, as values or placeholders. */
interface Days {
  today: unknown
  until: unknown
}

const within = (day: SQLWrapper, { today, until }: Days): SQL => sql`${day} between ${today}::date and ${until}::date`

const SOONEST: Order = { key: persons.expires_on, type: 'date', descending: false, id: persons.id }
/** Values of placeholders differ between calls, and the text of the statement stays. */
const given = sql.placeholder
const behindPlace = sql`(${persons.expires_on}, ${persons.id}) > (${given('key')}::date, ${given('id')}::uuid)`
const BEFORE_ALL: Place = { key: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Each person's latest known date, without whoever is or will be cancelled (S9). List, numbers and mails read this. */
const expires = (days: Days): SQL => sql`${within(persons.expires_on, days)} and not ${persons.cancelled}`

interface Scope {
  whose?: SQL | undefined
  seen?: SQL | undefined
  recorded?: SQL | undefined
}

/** People with their newest application and employee record of those that are seen, and `total` read once beside them. */
function expiring(db: Db, { whose, seen, recorded }: Scope, days: Days, total = sql<number>`0`) {
  const newest = and(eq(applications.person_id, persons.id), seen)
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
    .where(and(eq(employees.person_id, persons.id), recorded))
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
      total: total.mapWith(Number),
    })
    .from(persons)
    .innerJoin(companies, eq(companies.id, persons.company_id))
    .leftJoinLateral(application, sql`true`)
    .leftJoinLateral(record, sql`true`)
    .leftJoinLateral(renewal, sql`true`)
    .where(and(whose, expires(days), behindPlace))
    .orderBy(orderBy(SOONEST))
    .$dynamic()
}

const DAYS: Days = { today: given('today'), until: given('until') }

const peopleIn = (whose: SQL | undefined): SQL<number> => sql`(select count(*) from ${persons} where ${and(whose, expires(DAYS))})`
const keptDays = sql<number>`(select coalesce(sum(${expiringDays.people}), 0) from ${expiringDays} where ${within(expiringDays.expires_on, DAYS)})`

const page = (db: Db, scope: Scope, total: SQL<number>) => expiring(db, scope, DAYS, total).limit(given('limit'))
const OF_COMPANY = eq(persons.company_id, given('company_id'))
const ofAll = built((db) => page(db, {}, keptDays))
const ofCompany = built((db) => page(db, { whose: OF_COMPANY }, peopleIn(OF_COMPANY)))

/** An employee's scope is a statement of its own (V4). */
function readPage(db: Db, viewer: Viewer, values: Record<string, unknown>): Promise<ExpiringRow[]> {
  if (viewer.role === 'admin') return ofAll(db, values)
  const company_id = activeCompanyId(viewer)
  if (viewer.role === 'company_admin') return company_id ? ofCompany(db, { ...values, company_id }) : Promise.resolve([])
  const whose = listedPerson(viewer)
  const scope = { whose, seen: visibleApplication(viewer), recorded: recordsOfPeople(viewer) }
  return page(db, scope, peopleIn(whose)).prepare('').execute(values)
}

/** Visas that expire from today to 30 days ahead, soonest first (S9). */
export async function listExpiringVisas(
  db: Db,
  viewer: Viewer,
  { limit, cursor }: Pick<ListQuery, 'limit' | 'cursor'>,
  now: Date,
): Promise<Page<ExpiringVisa>> {
  const today = dubaiDate(now)
  const days = { today, until: addDays(today, EXPIRING_WINDOW_DAYS) }
  const read = await readPage(db, viewer, { ...days, ...(placeOf(cursor) ?? BEFORE_ALL), limit: limit + 1 })
  // Behind the last row there is none to read the total beside.
  const [first] = read.length > 0 || !cursor ? read : await readPage(db, viewer, { ...days, ...BEFORE_ALL, limit: 1 })
  const total = first?.total ?? 0
  const { rows, next } = cut(read, limit, (row) => row.expiry_date)
  return { rows: rows.map((row) => asVisa(row, viewer, today)), next, total, unfiltered: total }
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
export const listExpiringOfAll = (db: Db, days: Days): Promise<ExpiringRow[]> =>
  expiring(db, {}, days)
    .prepare('')
    .execute({ ...BEFORE_ALL })
