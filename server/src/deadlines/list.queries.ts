import {
  actsOn,
  addDays,
  costOf,
  DEADLINE_KEYS,
  type Deadline,
  type DeadlineFilters,
  daysLeft,
  dubaiDate,
  type ListQuery,
  OWN_OF_EMPLOYEE,
  toAed,
} from 'contract'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { deadlines } from '../db/deadlines.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { besideOf, countUpTo, type Listing, type Page, pageOf, readPage } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { listedDeadline, visibleDeadline } from '../visibility/deadlines.ts'
import { costIn, mayCost } from './cost.ts'
import { FINES, finesOfRow } from './fines.ts'

type Query = Omit<ListQuery, 'q'> & DeadlineFilters

const SOONEST: Order = { key: deadlines.due_on, type: 'date', descending: false, id: deadlines.id }
const RUNS = isNull(deadlines.closed_at)

/** The newest record of the person names them. */
const isNewestRecord = sql`${employees.id} = (select e.id from ${employees} e where e.person_id = ${deadlines.person_id}
  order by e.created_at desc, e.id desc limit 1)`

const COLUMNS = {
  id: deadlines.id,
  key: deadlines.key,
  company_id: deadlines.company_id,
  company_name: companies.name,
  employee_id: sql<string | null>`${employees.id}`,
  person_name: sql<
    string | null
  >`coalesce(${employees.employee_name}, (select a.employee_name from ${applications} a where a.id = ${deadlines.application_id}))`,
  application_id: deadlines.application_id,
  paper_id: deadlines.paper_id,
  renewal_application_id: sql<string | null>`(select a.id from ${applications} a where a.person_id = ${deadlines.person_id}
    and a.application_type = 'renewal' and a.status = 'active' limit 1)`,
  rule_id: deadlines.rule_id,
  grace_rule_id: deadlines.grace_rule_id,
  counted_from: deadlines.counted_from,
  due_on: deadlines.due_on,
  printed: deadlines.printed,
  fined_from: deadlines.fined_from,
  who: deadlines.who,
  certain: deadlines.certain,
  stop_reason: deadlines.stop_reason,
  stopped_from: deadlines.stopped_from,
  stopped_until: deadlines.stopped_until,
  stop_note: deadlines.stop_note,
  fines: FINES,
}
type Named = Exclude<keyof Deadline, 'days_left' | 'counted' | 'stop' | 'accrued' | 'next_30_days' | 'cap'>
type Row = Pick<Deadline, Named> & {
  certain: boolean
  stop_reason: NonNullable<Deadline['stop']>['reason'] | null
  stopped_from: string | null
  stopped_until: string | null
  stop_note: string | null
  fines: Parameters<typeof finesOfRow>[0]
}

/** What it costs the company does not concern an employee, nor why it stands still. */
const NOT_THEIRS = { fined_from: null, accrued: null, next_30_days: null, cap: null, rule_id: null, grace_rule_id: null }

function shownTo({ role }: Viewer, row: Row, today: string): Deadline {
  const { certain, fines, stop_reason: reason, stopped_from, stopped_until: until, stop_note: note, ...shown } = row
  const stop = reason && stopped_from ? { reason, from: stopped_from, until, note } : null
  const cost = costOf({ fined_from: row.fined_from, certain }, finesOfRow(fines), today, stop ? [stop] : [])
  const money = {
    accrued: cost && toAed(cost.accrued),
    next_30_days: cost && toAed(cost.soon),
    cap: cost?.cap ? toAed(cost.cap) : null,
  }
  const known = { ...shown, days_left: daysLeft(row.due_on, today), counted: cost?.counted ?? certain }
  if (role !== 'employee') return { ...known, ...money, stop }
  return { ...known, stop: null, ...(row.key === OWN_OF_EMPLOYEE ? money : NOT_THEIRS) }
}

/** Each key has somebody who acts, so that a list of theirs is one of their keys. */
function keysOf({ key, who }: DeadlineFilters): string[] | undefined {
  if (key === undefined && who === undefined) return undefined
  return DEADLINE_KEYS.filter((each) => (key === undefined || each === key) && (who === undefined || actsOn(each) === who))
}

function dayIs({ late, within }: DeadlineFilters, today: string): SQL | undefined {
  return and(
    late === undefined ? undefined : late ? sql`${deadlines.due_on} < ${today}::date` : sql`${deadlines.due_on} >= ${today}::date`,
    within === undefined ? undefined : sql`${deadlines.due_on} between ${today}::date and ${addDays(today, within)}::date`,
  )
}

/** Costs something within the outlook, as does what costs something now, and whether a sum has it; an index has what is in doubt. */
function costs(counted: boolean | undefined, today: string): SQL | undefined {
  if (counted === undefined) return undefined
  const cost = costIn(today)
  return and(mayCost(today), counted ? cost.counted : and(sql`${deadlines.doubted}`, sql`not ${cost.counted}`), sql`${cost.soon} > 0`)
}

function listingOf(viewer: Viewer, query: Query, today: string): Listing {
  const { company_id, employee_id, application_id, counted } = query
  const within = and(RUNS, listedDeadline(viewer), company_id ? eq(deadlines.company_id, company_id) : undefined)
  const keys = keysOf(query)
  const person = employee_id
    ? sql`${deadlines.person_id} = (select e.person_id from ${employees} e where e.id = ${employee_id})`
    : undefined
  const ofCase = application_id ? eq(deadlines.application_id, application_id) : undefined
  const isOfKey = keys && sql`${deadlines.key} = any(${sql.param(keys)}::text[])`
  const filter = and(isOfKey, person, ofCase, dayIs(query, today), costs(counted, today))
  const isOfOne = person !== undefined || ofCase !== undefined || viewer.role === 'employee'
  return {
    order: SOONEST,
    within,
    filter,
    counts: { total: countUpTo(deadlines, and(within, filter)), unfiltered: countUpTo(deadlines, and(RUNS, listedDeadline(viewer))) },
    gathered: isOfOne ? deadlines : undefined,
    owned: keys && counted === undefined ? { from: deadlines, by: [{ of: deadlines.key, owners: keys }] } : undefined,
  }
}

export async function listDeadlines(db: Db, viewer: Viewer, query: Query, now: Date): Promise<Page<Deadline>> {
  const today = dubaiDate(now)
  const listing = listingOf(viewer, query, today)
  const select = db
    .select({ row: COLUMNS, beside: besideOf(listing) })
    .from(deadlines)
    .innerJoin(companies, eq(companies.id, deadlines.company_id))
    .leftJoin(employees, isNewestRecord)
    .$dynamic()
  const page = await pageOf<Row>(db, listing, query, (await readPage(select, listing, query)) as { row: Row; beside: string }[])
  return { ...page, rows: page.rows.map((row) => shownTo(viewer, row, today)) }
}

/** One clock that runs or has ended, and that this viewer may open; any other is like an unknown one (V2). */
export async function findDeadline(db: Db, viewer: Viewer, id: string, now: Date): Promise<Deadline | undefined> {
  const [found] = await db
    .select(COLUMNS)
    .from(deadlines)
    .innerJoin(companies, eq(companies.id, deadlines.company_id))
    .leftJoin(employees, isNewestRecord)
    .where(and(eq(deadlines.id, id), visibleDeadline(viewer)))
  return found && shownTo(viewer, found, dubaiDate(now))
}
