import { costOf, Deadline, daysLeft, dubaiDate, OWN_OF_EMPLOYEE, toAed } from 'contract'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { deadlines } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { membersOf, objectOf, unknown, writtenMembers } from '../db/written.ts'
import type { Viewer } from '../http/session.ts'
import { visibleDeadline } from '../visibility/deadlines.ts'
import { FINES, finesOfRow } from './fines.ts'

/** The newest record of the person names them. */
export const newestRecord = sql`(select e.id, e.employee_name from ${employees} e where e.person_id = ${deadlines.person_id}
  order by e.created_at desc, e.id desc limit 1) as newest`

const { certain, stop_reason, stopped_from, stopped_until } = deadlines

/** What stands in the row: all but what is reckoned on the day. */
const Kept = Deadline.omit({ days_left: true, counted: true, accrued: true, next_30_days: true, cap: true })

const STOP = membersOf(Deadline.shape.stop.unwrap(), {
  reason: stop_reason,
  from: stopped_from,
  until: stopped_until,
  note: deadlines.stop_note,
})

const MEMBERS = {
  id: deadlines.id,
  key: deadlines.key,
  company_id: deadlines.company_id,
  company_name: companies.name,
  employee_id: sql`newest.id`,
  person_name: sql`coalesce(newest.employee_name, (select a.employee_name from ${applications} a where a.id = ${deadlines.application_id}))`,
  application_id: deadlines.application_id,
  paper_id: deadlines.paper_id,
  renewal_application_id: sql`(select a.id from ${applications} a where a.person_id = ${deadlines.person_id}
    and a.application_type = 'renewal' and a.status = 'active' limit 1)`,
  rule_id: deadlines.rule_id,
  grace_rule_id: deadlines.grace_rule_id,
  counted_from: deadlines.counted_from,
  due_on: deadlines.due_on,
  printed: deadlines.printed,
  fined_from: deadlines.fined_from,
  who: deadlines.who,
  stop: sql`case when ${stop_reason} is not null then ${objectOf(STOP)} end`,
}

const isTheirs = sql`${deadlines.key} = ${sql.raw(`'${OWN_OF_EMPLOYEE}'`)}`
const ifTheirs = (column: SQLWrapper) => sql`case when ${isTheirs} then ${column} end`

/** What it costs the company does not concern an employee, nor why it stands still. */
const OF_EMPLOYEE = {
  ...MEMBERS,
  rule_id: ifTheirs(deadlines.rule_id),
  grace_rule_id: ifTheirs(deadlines.grace_rule_id),
  fined_from: ifTheirs(deadlines.fined_from),
  stop: sql`null`,
}

const BETWEEN = unknown('\u001c')

type Facts = [
  due_on: string,
  fined_from: string | null,
  certain: boolean,
  stopped_from: string | null,
  stopped_until: string | null,
  showsMoney: boolean,
  fines: Parameters<typeof finesOfRow>[0],
]
/** What is reckoned with. */
const factsFor = (showsMoney: SQL): SQL =>
  sql`json_build_array(${deadlines.due_on}, ${deadlines.fined_from}, ${certain}, ${stopped_from}, ${stopped_until}, ${showsMoney}, ${FINES})`

export interface Form {
  /** Of a row: its members and what is reckoned with. */
  text: SQL<string>
  toJson: (text: string) => string
}

function formOf(members: typeof MEMBERS | typeof OF_EMPLOYEE, showsMoney: SQL): Form {
  const { text, toJson } = writtenMembers(Kept, members)
  return { text: sql<string>`concat(${text}, ${sql.raw(`'${BETWEEN}'`)}, ${factsFor(showsMoney)})`, toJson }
}

/** For all but employees. */
export const WHOLE = formOf(MEMBERS, sql`true`)
const THEIRS = formOf(OF_EMPLOYEE, isTheirs)

export const formFor = ({ role }: Pick<Viewer, 'role'>): Form => (role === 'employee' ? THEIRS : WHOLE)

type Reckoned = Pick<Deadline, 'days_left' | 'counted' | 'accrued' | 'next_30_days' | 'cap'>

function reckon([due_on, fined_from, certain, stopped_from, until, showsMoney, fines]: Facts, today: string): Reckoned {
  const stops = stopped_from ? [{ from: stopped_from, until }] : []
  const cost = costOf({ fined_from, certain }, finesOfRow(fines), today, stops)
  const shown = showsMoney ? cost : null
  return {
    days_left: daysLeft(due_on, today),
    counted: cost?.counted ?? certain,
    accrued: shown && toAed(shown.accrued),
    next_30_days: shown && toAed(shown.soon),
    cap: shown?.cap ? toAed(shown.cap) : null,
  }
}

/** Makes texts of rows to JSON on a day. Many rows of a page have the same facts. */
export function jsonOn(today: string, { toJson }: Form): (text: string) => string {
  const reckoned = new Map<string, string>()
  return (text) => {
    const [members = '', facts = ''] = text.split(BETWEEN)
    const known = reckoned.get(facts) ?? JSON.stringify(reckon(JSON.parse(facts), today)).slice(1)
    reckoned.set(facts, known)
    return `${toJson(members).slice(0, -1)},${known}`
  }
}

/** One clock that runs or has ended, and that this viewer may open; any other is like an unknown one (V2). */
export async function findDeadline(db: Db, viewer: Viewer, id: string, now: Date): Promise<Deadline | undefined> {
  const form = formFor(viewer)
  const [found] = await db
    .select({ text: form.text })
    .from(deadlines)
    .innerJoin(companies, eq(companies.id, deadlines.company_id))
    .leftJoinLateral(newestRecord, sql`true`)
    .where(and(eq(deadlines.id, id), visibleDeadline(viewer)))
  return found && JSON.parse(jsonOn(dubaiDate(now), form)(found.text))
}
