import { costOf, type Deadline, daysLeft, dubaiDate, OWN_OF_EMPLOYEE, toAed } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { deadlines } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { visibleDeadline } from '../visibility/deadlines.ts'
import { FINES, finesOfRow } from './fines.ts'

/** The newest record of the person names them. */
export const newestRecord = sql`(select e.id, e.employee_name from ${employees} e where e.person_id = ${deadlines.person_id}
  order by e.created_at desc, e.id desc limit 1) as newest`

const COLUMNS = {
  id: deadlines.id,
  key: deadlines.key,
  company_id: deadlines.company_id,
  company_name: companies.name,
  employee_id: sql<string | null>`newest.id`,
  person_name: sql<
    string | null
  >`coalesce(newest.employee_name, (select a.employee_name from ${applications} a where a.id = ${deadlines.application_id}))`,
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
/** Of a list: a column costs PostgreSQL, pg and drizzle more than its content. */
export const ROW = sql<string>`(select row_to_json(shown) from (select ${sql.join(
  Object.entries(COLUMNS).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
  sql`, `,
)}) shown)`

type Named = Exclude<keyof Deadline, 'days_left' | 'counted' | 'stop' | 'accrued' | 'next_30_days' | 'cap'>
export type Row = Pick<Deadline, Named> & {
  certain: boolean
  stop_reason: NonNullable<Deadline['stop']>['reason'] | null
  stopped_from: string | null
  stopped_until: string | null
  stop_note: string | null
  fines: Parameters<typeof finesOfRow>[0]
}

/** What it costs the company does not concern an employee, nor why it stands still. */
const NOT_THEIRS = { fined_from: null, accrued: null, next_30_days: null, cap: null, rule_id: null, grace_rule_id: null }

export function shownTo({ role }: Viewer, row: Row, today: string): Deadline {
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

/** One clock that runs or has ended, and that this viewer may open; any other is like an unknown one (V2). */
export async function findDeadline(db: Db, viewer: Viewer, id: string, now: Date): Promise<Deadline | undefined> {
  const [found] = await db
    .select(COLUMNS)
    .from(deadlines)
    .innerJoin(companies, eq(companies.id, deadlines.company_id))
    .leftJoinLateral(newestRecord, sql`true`)
    .where(and(eq(deadlines.id, id), visibleDeadline(viewer)))
  return found && shownTo(viewer, found, dubaiDate(now))
}
