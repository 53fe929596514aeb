import { JournalEntry, type listJournal as listJournalCall, MAX_COUNTED, startOf } from 'contract'
import { and, eq, getTableColumns, gte, isNotNull, like, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications, stages } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { history } from '../db/history.table.ts'
import { accesses } from '../db/journal.table.ts'
import { behind, type Order, orderBy } from '../db/keyset.ts'
import { messages } from '../db/messages.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees, users } from '../db/people.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { writtenMembers } from '../db/written.ts'
import { besideOf, type CountedQuery, capped, countUpTo, type Listing, type Page, pageOf, placeOf } from '../http/list.ts'
import type { WrittenRow } from '../http/written.ts'
import { readWritten } from '../http/writtenPage.ts'

type Query = z.output<typeof listJournalCall.query> & Pick<CountedQuery, 'count_to'>

const NEWEST: Order = { key: history.happened_at, type: 'timestamptz', descending: true, id: history.id }

/** History and accesses as one list, under the name of history. */
export async function listJournal(db: Db, query: Query): Promise<Page<WrittenRow>> {
  const { limit, cursor: _, count_to: __, lists, ...filters } = query
  const isFiltered = lists === 'hidden' || Object.values(filters).some(Boolean)
  const counts = { total: countOf(query), unfiltered: isFiltered ? countOf({ limit }) : sql<number>`0` }
  const listing: Listing = { order: NEWEST, within: undefined, filter: undefined, counts }
  const beside = besideOf({ ...listing, counts: isFiltered ? { total: COUNTED, unfiltered: allOf(filters) } : counts })
  const lines = [...(mayBeChanged(query) ? [changes(query)] : []), ...(mayBeSeen(query) ? [seen(query)] : [])]
  const select = db
    .select({ id: sql<string>`${history.id}`, text: sql<string>`line`, beside })
    .from(sql`(${sql.join(lines, sql` union all `)}) as ${history}`)
    .crossJoin(sql`(select ${counts.total} as total offset 0) as counted`)
    .$dynamic()
  const page = await pageOf(db, listing, query, await readWritten(db, select, listing, query, CHANGE))
  return isFiltered ? page : { ...page, unfiltered: page.total }
}

const COUNTED = sql`counted.total`.mapWith(Number) as SQL<number>

/** Counts only what the total does not tell: more rows fit no filter than fit one, and all changes are a part of all. */
function allOf({ outcome, ...narrowing }: Omit<Query, 'limit' | 'cursor' | 'lists'>): SQL<number> {
  const isOfAllChanges = outcome === 'changed' && !Object.values(narrowing).some(Boolean)
  const all = isOfAllChanges ? capped(sql<number>`${COUNTED} + ${countUpTo(accesses, undefined)}`) : countOf({ limit: 0 })
  return sql`case when ${COUNTED} > ${sql.raw(String(MAX_COUNTED))} then ${COUNTED} else ${all} end`.mapWith(Number) as SQL<number>
}

const changes = (query: Query) => linesOf(history, CHANGE.text, matches(history, query), query)
const seen = (query: Query) => linesOf(accesses, ACCESS.text, and(matches(accesses, query), isOfAccesses(query)), query)

function linesOf(table: Table, line: SQL, where: SQL | undefined, { cursor, limit }: Query): SQL {
  const order: Order = { ...NEWEST, key: table.happened_at, id: table.id }
  const found = and(sql`true`, where, behind(order, placeOf(cursor)))
  // A literal: of a limit that it does not know the planner expects a tenth of the table, and plans each time anew.
  const first = sql.raw(String(limit + 1))
  return sql`(select ${table.id} as id, ${table.happened_at} as happened_at, ${line} as line from ${table} where ${found} order by ${orderBy(order)} limit ${first})`
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
  return and(
    ended,
    lists === 'hidden' ? or(ne(accesses.outcome, 'seen'), isNotNull(accesses.record_id), like(accesses.call, '% rows')) : undefined,
  )
}

/** At most MAX_COUNTED + 1, which means more: nobody keeps a number that each access would change. */
function countOf(query: Query): SQL<number> {
  const most = query.count_to
  const changed = mayBeChanged(query) ? countUpTo(history, matches(history, query), most) : sql`0`
  const accessed = mayBeSeen(query) ? countUpTo(accesses, and(matches(accesses, query), isOfAccesses(query)), most) : sql`0`
  return capped(sql<number>`${changed} + ${accessed}`, most)
}

/** The current name of the account, else the name of its last change. */
const actor_name = sql<string | null>`coalesce(
  (select u.full_name from ${users} u where u.id = ${accesses}.actor_id),
  (select h.actor_name from ${history} h where h.actor_id = ${accesses}.actor_id order by h.happened_at desc limit 1))`

/** The current name of the record; for applications, employees, papers and documents the person's name. */
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
    when 'paper' then (select coalesce((select e.employee_name from ${employees} e where e.person_id = p.person_id
      order by e.created_at desc, e.id desc limit 1), c.name) from ${papers} p join ${companies} c on c.id = p.company_id where p.id = ${id})
    when 'document' then (select coalesce(a.employee_name, (select e.employee_name from ${employees} e where e.person_id = p.person_id
      order by e.created_at desc, e.id desc limit 1), c.name, u.full_name, d.name) from ${documents} d
      left join ${stages} s on s.id = d.stage_id
      left join ${messages} m on m.id = d.message_id
      left join ${applications} a on a.id = coalesce(d.application_id, s.application_id, m.application_id)
      left join ${transactions} t on t.id = d.transaction_id
      left join ${papers} p on p.id = d.paper_id
      left join ${companies} c on c.id = coalesce(d.company_id, t.company_id, p.company_id)
      left join ${users} u on u.id = d.user_id
      where d.id = ${id})
  end`
}

const { seq: _, ...ofHistory } = getTableColumns(history)
/** PostgreSQL keeps members in another order. */
const changesIn = (text: string): string =>
  JSON.stringify(
    JSON.parse(text).map(({ field, from, to }: JournalEntry['changes'][number]) => ({ field, from: from ?? null, to: to ?? null })),
  )
const CHANGE = writtenMembers(JournalEntry, {
  ...ofHistory,
  changes: { value: history.changes, write: changesIn },
  record_name: nameOf(history),
  outcome: sql`'changed'`,
  call: sql`null`,
  request_id: sql`null`,
  address: sql`null`,
})
const { seq: __, ...ofAccesses } = getTableColumns(accesses)
const ACCESS = writtenMembers(JournalEntry, {
  ...ofAccesses,
  actor_name,
  record_name: nameOf(accesses),
  action: sql`null`,
  subject: sql`null`,
  changes: { value: sql`'[]'`, write: changesIn },
})
