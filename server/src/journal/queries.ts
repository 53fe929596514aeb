import { type JournalEntry, type listJournal as listJournalCall, startOf } from 'contract'
import { and, desc, eq, getTableColumns, gte, isNotNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications, stages } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { history } from '../db/history.table.ts'
import { accesses } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'
import { employees, users } from '../db/people.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { after, capped, countUpTo, cut, type Page } from '../http/list.ts'

type Query = z.output<typeof listJournalCall.query>
type Row = z.input<typeof JournalEntry>

const { seq: _, ...historyColumns } = getTableColumns(history)
const { seq: __, ...accessColumns } = getTableColumns(accesses)

export async function listJournal(db: Db, query: Query): Promise<Page<Row>> {
  const read = [...(await changes(db, query)), ...(await seen(db, query))].toSorted(newestFirst)
  return { ...cut(read, query.limit, (row) => row.happened_at), ...(await counts(db, query)) }
}

const placeOf = ({ happened_at, id }: Row): string => `${happened_at} ${id}`
const newestFirst = (one: Row, other: Row): number => (placeOf(one) < placeOf(other) ? 1 : -1)

async function changes(db: Db, query: Query): Promise<Row[]> {
  if (!mayBeChanged(query)) return []
  const rows = await db
    .select({ ...historyColumns, record_name: nameOf(history) })
    .from(history)
    .where(and(matches(history, query), after(query.cursor, history.happened_at, history.id)))
    .orderBy(desc(history.happened_at), desc(history.id))
    .limit(query.limit + 1)
  return rows.map((row) => ({ ...row, outcome: 'changed', call: null, request_id: null, address: null }))
}

async function seen(db: Db, query: Query): Promise<Row[]> {
  if (!mayBeSeen(query)) return []
  const rows = await db
    .select({ ...accessColumns, actor_name, record_name: nameOf(accesses) })
    .from(accesses)
    .where(and(matches(accesses, query), isOfAccesses(query), after(query.cursor, accesses.happened_at, accesses.id)))
    .orderBy(desc(accesses.happened_at), desc(accesses.id))
    .limit(query.limit + 1)
  return rows.map((row) => ({ ...row, action: null, subject: null, changes: [] }))
}

type Table = typeof history | typeof accesses

function matches(table: Table, { actor_id, record_type, record_id, from, to }: Query): SQL | undefined {
  return and(
    actor_id ? eq(table.actor_id, actor_id) : undefined,
    // The tables have different kinds of record; a kind of the other one finds nothing here.
    record_type ? sql`${table.record_type} = ${record_type}` : undefined,
    record_id ? eq(table.record_id, record_id) : undefined,
    from ? gte(table.happened_at, startOf(from)) : undefined,
    // Not the start of the next day: after the year 9999 there is none.
    to ? sql`${table.happened_at} < ${startOf(to)}::timestamptz + interval '24 hours'` : undefined,
  )
}

const mayBeChanged = ({ outcome }: Query): boolean => !outcome || outcome === 'changed'
const mayBeSeen = ({ outcome }: Query): boolean => outcome !== 'changed'

function isOfAccesses({ outcome, lists }: Query): SQL | undefined {
  if (outcome === 'changed') return sql`false`
  const ended = outcome === 'failed' ? notInArray(accesses.outcome, ['seen', 'code_asked']) : outcome && eq(accesses.outcome, outcome)
  return and(ended, lists === 'hidden' ? or(ne(accesses.outcome, 'seen'), isNotNull(accesses.record_id)) : undefined)
}

async function counts(db: Db, query: Query): Promise<Pick<Page<Row>, 'total' | 'unfiltered'>> {
  const { limit, cursor: _, lists, ...filters } = query
  const isFiltered = lists === 'hidden' || Object.values(filters).some(Boolean)
  const unfiltered = isFiltered ? countOf({ limit }) : sql<null>`null`
  const [counted] = await db.select({ total: countOf(query), unfiltered }).from(sql`(select 1) one`)
  const total = counted?.total ?? 0
  return { total, unfiltered: counted?.unfiltered ?? total }
}

/** At most MAX_COUNTED + 1, which means more: nobody keeps a number that each access would change. */
function countOf(query: Query): SQL<number> {
  const changed = mayBeChanged(query) ? countUpTo(history, matches(history, query)) : sql`0`
  const accessed = mayBeSeen(query) ? countUpTo(accesses, and(matches(accesses, query), isOfAccesses(query))) : sql`0`
  return capped(sql<number>`${changed} + ${accessed}`)
}

/** The current name of the account, else the name of its last change. */
const actor_name = sql<string | null>`coalesce(
  (select u.full_name from ${users} u where u.id = ${accesses}.actor_id),
  (select h.actor_name from ${history} h where h.actor_id = ${accesses}.actor_id order by h.happened_at desc limit 1))`

/** The current name of the record; for applications, employees and documents the person's name. */
function nameOf(table: Table) {
  // The whole column name, because drizzle-orm 0.45.4 omits the table in queries of one table.
  const id = sql`${table}.record_id`
  return sql<string | null>`case ${table}.record_type
    when 'application' then (select a.employee_name from ${applications} a where a.id = ${id})
    when 'employee' then (select e.employee_name from ${employees} e where e.id = ${id})
    when 'company' then (select c.name from ${companies} c where c.id = ${id})
    when 'user' then (select u.full_name from ${users} u where u.id = ${id})
    when 'sign_in' then (select u.full_name from ${users} u where u.id = ${id})
    when 'transaction' then (select coalesce(t.employee_name, c.name) from ${transactions} t left join ${companies} c on c.id = t.company_id
      where t.id = ${id})
    when 'document' then (select coalesce(a.employee_name, c.name, u.full_name, d.name) from ${documents} d
      left join ${stages} s on s.id = d.stage_id
      left join ${applications} a on a.id = coalesce(d.application_id, s.application_id)
      left join ${transactions} t on t.id = d.transaction_id
      left join ${companies} c on c.id = coalesce(d.company_id, t.company_id)
      left join ${users} u on u.id = d.user_id
      where d.id = ${id})
  end`
}
