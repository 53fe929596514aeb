import { type ListQuery, MAX_COUNTED, searchable } from 'contract'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { ledger, transactions } from '../db/wallet.table.ts'
import { cut, placeOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { keptNumber, listedScope } from '../visibility/counts.ts'
import { listedMovement } from '../visibility/transactions.ts'
import { type Filter, filterOf, rows, searchText } from './queries.ts'

interface Sort {
  sort: 'moved_at' | '-moved_at'
}

/** What has moved, in the order in which it moved: each row's balance is that of the row before and its own amount. */
export async function listLedger(db: Db, viewer: Viewer, query: ListQuery & Filter & Sort) {
  const ofCompany = query.company_id ? eq(ledger.company_id, query.company_id) : undefined
  const listed = and(eq(ledger.account, 'wallet'), listedMovement(viewer))
  const within = and(listed, ofCompany, filterOf(query), matches(query.q))
  const newest = query.sort === '-moved_at'
  const read = await rows(db, viewer)
    .where(and(within, beyond(query.cursor, newest)))
    .orderBy((newest ? desc : asc)(ledger.seq))
    .limit(query.limit + 1)
  const shown = read.map(({ row }) => row)
  const page = cut(shown, query.limit, (row) => row.created_at)
  const [counts] = await db
    .select({ total: upTo(movements(db, within)), unfiltered: keptNumber(listedScope(viewer) ?? 'none', 'transaction') })
    .from(sql`(select 1) as one`)
  return { ...page, total: counts?.total ?? 0, unfiltered: counts?.unfiltered ?? 0 }
}

function matches(q: string | undefined): SQL | undefined {
  const word = searchable(q ?? '')
  return word ? sql`position(${word} in coalesce(${companies.search_text}, '') || E'\n' || ${searchText}) > 0` : undefined
}

/** Of the row that the cursor names only the id counts here. */
function beyond(cursor: string | undefined, newest: boolean): SQL | undefined {
  const place = placeOf(cursor)
  if (!place) return undefined
  const seq = sql`(select last.seq from ${ledger} last where last.transaction_id = ${place.id} and last.account = 'wallet')`
  return newest ? sql`${ledger.seq} < ${seq}` : sql`${ledger.seq} > ${seq}`
}

const movements = (db: Db, where: SQL | undefined) =>
  db
    .select({ one: sql`1` })
    .from(ledger)
    .innerJoin(transactions, eq(transactions.id, ledger.transaction_id))
    .leftJoin(companies, eq(companies.id, transactions.company_id))
    .where(where)
    .limit(MAX_COUNTED + 1)

const upTo = (found: ReturnType<typeof movements>) => sql<number>`(select count(*) from (${found}) counted)`.mapWith(Number)
