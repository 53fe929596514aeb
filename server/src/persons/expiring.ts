import { addDays, dubaiDate, EXPIRING_WINDOW_DAYS, ExpiringVisa, type ListQuery } from 'contract'
import { and, desc, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { built } from '../db/built.ts'
import { companies } from '../db/companies.table.ts'
import { alongOwners, type Order, orderBy, type Place } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { expiringDays, persons } from '../db/persons.table.ts'
import { asJson, membersOf, objectOf } from '../db/written.ts'
import { cut, type Page, placeOf } from '../http/list.ts'
import type { WrittenRow } from '../http/written.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { listedPerson, recordsOfPeople } from '../visibility/persons.ts'
import { listedCompanies, type Reader } from '../visibility/reader.ts'

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
export const BEFORE_ALL: Place<string> = { key: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Each person's latest known date, without whoever is or will be cancelled (S9). List, numbers and mails read this. */
const expires = (days: Days): SQL => sql`${within(persons.expires_on, days)} and not ${persons.cancelled}`

interface Scope {
  whose?: SQL | undefined
  seen?: SQL | undefined
  recorded?: SQL | undefined
  /** Whether it is of several companies, which the rows then name. */
  isOfAll?: boolean
}

/** Of each person the newest application, employee record and active renewal of those that are seen. */
function newestOf(db: Db, { seen, recorded }: Scope) {
  const newest = and(eq(applications.person_id, persons.id), ne(applications.status, 'withdrawn'), seen)
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
  const { current_stage, stage_status, visa_type, employee_location } = applications
  const standing = { current_stage, stage_status, visa_type, employee_location }
  const renewal = db
    .select({ id, ...standing })
    .from(applications)
    .where(and(newest, eq(applications.application_type, 'renewal'), eq(applications.status, 'active')))
    .orderBy(desc(applications.submitted_at), desc(applications.id))
    .limit(1)
    .as('renewal')
  return { application, record, renewal }
}

function visaOf({ application, record, renewal }: ReturnType<typeof newestOf>, company_name: SQLWrapper, { today }: Days): SQL<string> {
  const { id, current_stage, stage_status, visa_type, employee_location } = renewal
  const underway = { application_id: id, stage_name: current_stage, stage_status, visa_type, employee_location }
  const members = {
    id: sql`coalesce(${application.id}, ${record.id}, ${persons.id})`,
    record: sql`case when ${application.id} is null then 'employee' else 'application' end`,
    employee_id: record.id,
    employee_name: sql`coalesce(${application.employee_name}, ${record.employee_name}, '')`,
    passport_number: sql`coalesce(${application.passport_number}, ${record.passport_number})`,
    company_name,
    // Of those alone that have one.
    expiry_date: sql`${persons.expires_on}`,
    days_left: sql`${persons.expires_on} - ${today}::date`,
    renewal: sql`case when ${renewal.id} is not null then ${objectOf(membersOf(ExpiringVisa.shape.renewal.unwrap(), underway))} end`,
  }
  return asJson(ExpiringVisa, members)
}

/** People with what is shown of them as a written ExpiringVisa, and `total` read once beside them. */
function expiring(db: Db, scope: Scope, days: Days, total = sql<number>`0`) {
  const { application, record, renewal } = newestOf(db, scope)
  return db
    .select({
      id: persons.id,
      company_id: persons.company_id,
      expiry_date: sql<string>`${persons.expires_on}::text`,
      json: visaOf({ application, record, renewal }, scope.isOfAll ? companies.name : sql`null`, days),
      total: total.mapWith(Number),
    })
    .from(persons)
    .innerJoin(companies, eq(companies.id, persons.company_id))
    .leftJoinLateral(application, sql`true`)
    .leftJoinLateral(record, sql`true`)
    .leftJoinLateral(renewal, sql`true`)
    .where(and(scope.whose, expires(days), behindPlace))
    .orderBy(orderBy(SOONEST))
    .$dynamic()
}

const DAYS: Days = { today: given('today'), until: given('until') }

const peopleIn = (whose: SQL | undefined): SQL<number> => sql`(select count(*) from ${persons} where ${and(whose, expires(DAYS))})`
const keptDays = sql<number>`(select coalesce(sum(${expiringDays.people}), 0) from ${expiringDays} where ${within(expiringDays.expires_on, DAYS)})`

const page = (db: Db, scope: Scope, total: SQL<number>) => expiring(db, scope, DAYS, total).limit(given('limit'))
const OF_COMPANY = eq(persons.company_id, given('company_id'))
const ofAll = built((db) => page(db, { isOfAll: true }, keptDays))
const ofCompany = built((db) => page(db, { whose: OF_COMPANY }, peopleIn(OF_COMPANY)))
const OF_COMPANIES = sql`${persons.company_id} = any(${given('company_ids')}::uuid[])`
/** Of each company so many, along its part of the index. */
const soonestOfEach = alongOwners(
  SOONEST,
  { from: persons, by: [{ of: persons.company_id, owners: given('company_ids') }] },
  and(expires(DAYS), behindPlace),
  sql`${given('limit')}`,
)
const ofCompanies = built((db) =>
  page(db, { whose: sql`${persons.id} in (select soonest.id from ${soonestOfEach} soonest)`, isOfAll: true }, peopleIn(OF_COMPANIES)),
)

/** An employee's scope is a statement of its own (V4). */
function readPage(db: Db, viewer: Reader, values: Record<string, unknown>): Promise<ExpiringRow[]> {
  if (viewer.role === 'admin') return ofAll(db, values)
  if (viewer.role === 'company_admin') return readOwn(db, viewer, values)
  const whose = listedPerson(viewer)
  const scope = { whose, seen: visibleApplication(viewer), recorded: recordsOfPeople(viewer) }
  return page(db, scope, peopleIn(whose)).prepare('').execute(values)
}

async function readOwn(db: Db, reader: Reader, values: Record<string, unknown>): Promise<ExpiringRow[]> {
  const company_ids = listedCompanies(reader)
  if (reader.companies === 'all') return ofCompanies(db, { ...values, company_ids })
  const [company_id] = company_ids
  return company_id ? ofCompany(db, { ...values, company_id }) : []
}

/** Visas that expire from today to 30 days ahead, soonest first (S9). */
export async function listExpiringVisas(
  db: Db,
  viewer: Reader,
  { limit, cursor }: Pick<ListQuery, 'limit' | 'cursor'>,
  now: Date,
): Promise<Page<WrittenRow>> {
  const today = dubaiDate(now)
  const days = { today, until: addDays(today, EXPIRING_WINDOW_DAYS) }
  const read = await readPage(db, viewer, { ...days, ...(placeOf(cursor) ?? BEFORE_ALL), limit: limit + 1 })
  // Behind the last row there is none to read the total beside.
  const [first] = read.length > 0 || !cursor ? read : await readPage(db, viewer, { ...days, ...BEFORE_ALL, limit: 1 })
  const total = first?.total ?? 0
  const { rows, next } = cut(read, limit, (row) => row.expiry_date)
  return { rows, next, total, unfiltered: total }
}

type ExpiringRow = Awaited<ReturnType<typeof expiring>>[number]

/** Of all companies, soonest first, for the mails: so many behind the place. */
export async function listExpiringOfAll(db: Db, days: Days, place: Place, most: number) {
  const read = await expiring(db, { isOfAll: true }, days)
    .limit(most + 1)
    .prepare('')
    .execute({ ...place })
  const { rows, next } = cut(read, most, (row) => row.expiry_date)
  return { rows: rows.map(({ id, company_id, json }): Expiring => ({ person_id: id, company_id, visa: JSON.parse(json) })), next }
}

export interface Expiring {
  person_id: string
  company_id: string
  visa: ExpiringVisa
}
