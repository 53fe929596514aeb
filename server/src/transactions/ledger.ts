import { type ListQuery, MAX_COUNTED, searchable } from 'contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { ledger, transactions } from '../db/wallet.table.ts'
import { besideOf, inPage, type Listing, pageOf } from '../http/list.ts'
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
  const within = and(eq(ledger.account, 'wallet'), listedMovement(viewer), ofCompany, about(query.q))
  const filter = filterOf(query)
  const total = sql`(select count(*) from (${movements(db, and(within, filter))}) counted)`.mapWith(Number) as SQL<number>
  const listing: Listing = {
    order: { key: ledger.seq, type: 'int8', descending: query.sort === '-moved_at', id: transactions.id },
    within,
    filter,
    counts: { total, unfiltered: keptNumber(listedScope(viewer) ?? 'none', 'transaction') },
  }
  const read = await inPage(rows(db, viewer, besideOf(listing)), listing, query)
  return pageOf(db, listing, query, read)
}

function about(q: string | undefined): SQL | undefined {
  const word = searchable(q ?? '')
  return word ? sql`position(${word} in coalesce(${companies.search_text}, '') || E'\n' || ${searchText}) > 0` : undefined
}

const movements = (db: Db, where: SQL | undefined) =>
  db
    .select({ one: sql`1` })
    .from(ledger)
    .innerJoin(transactions, eq(transactions.id, ledger.transaction_id))
    .leftJoin(companies, eq(companies.id, transactions.company_id))
    .where(where)
    .limit(MAX_COUNTED + 1)
