import { addMonths, MAX_COUNTED, searchable, startOf } from 'contract'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { ledger, transactions, wallets } from '../db/wallet.table.ts'
import { besideOf, type CountedQuery, countUpTo, inPage, type Listing, type Page, pageOf } from '../http/list.ts'
import type { WrittenRow } from '../http/written.ts'
import { isOfSeveral, keptNumber, readScope, type WideScope } from '../visibility/counts.ts'
import type { Reader } from '../visibility/reader.ts'
import { listedMovement } from '../visibility/transactions.ts'
import { type Filter, filterOf, rows, searchText } from './queries.ts'

interface Moved {
  /** Newest first where it is not given. */
  sort?: 'moved_at' | '-moved_at' | undefined
  month?: string | undefined
}

function movedIn(month: string | undefined): SQL | undefined {
  if (!month) return undefined
  const [begin, end] = [month, addMonths(month, 1)].map((each) => startOf(`${each}-01`))
  return sql`${ledger.created_at} >= ${begin}::timestamptz and ${ledger.created_at} < ${end}::timestamptz`
}

/** A month is read by its moments, which rise with the places in a wallet: by place alone it could lie anywhere. */
function orderOf({ sort, month }: Moved): Order {
  const order = { descending: sort !== 'moved_at', id: ledger.transaction_id }
  if (!month) return { ...order, key: ledger.seq, type: 'int8' }
  const of = (id: SQL) => sql`(select at.seq from ${ledger} at where at.transaction_id = ${id} and at.account = 'wallet')`
  return { ...order, key: ledger.created_at, type: 'timestamptz', tie: { column: ledger.seq, of } }
}

/** What has moved, in the order in which it moved: each row's balance is that of the row before and its own amount. */
export async function listLedger(db: Db, viewer: Reader, query: CountedQuery & Filter & Moved): Promise<Page<WrittenRow>> {
  const shown = readScope(viewer, query.company_id)
  const ofCompany = query.company_id ? eq(ledger.company_id, query.company_id) : undefined
  // The same as those of the account 'wallet', by index alone.
  const within = and(isNotNull(ledger.company_id), listedMovement(viewer), ofCompany)
  const [ofTransaction, month] = [and(filterOf(query), about(query.q)), movedIn(query.month)]
  const filter = and(ofTransaction, month)
  const total = ofTransaction
    ? (sql`(select count(*) from (${movements(db, and(within, filter), query.count_to)}) counted)`.mapWith(Number) as SQL<number>)
    : ((month ? undefined : movedOf(shown)) ?? countUpTo(ledger, and(within, month), query.count_to))
  const listing: Listing = {
    order: orderOf(query),
    within,
    filter,
    counts: { total, unfiltered: keptNumber(readScope(viewer) ?? 'none', 'transaction') },
    owned: isOfSeveral(shown) ? { from: MOVED, of: ledger.company_id, owners: shown.company_ids } : undefined,
  }
  const read = await inPage(rows(db, viewer, besideOf(listing)), listing, query)
  return pageOf(db, listing, query, read)
}

const MOVED = sql`${ledger} join ${transactions} on ${transactions.id} = ${ledger.transaction_id} left join ${companies} on ${companies.id} = ${transactions.company_id}`

/** A wallet keeps the number of its movements. */
function movedOf(scope: WideScope | undefined): SQL<number> | undefined {
  if (typeof scope !== 'object') return undefined
  const owners = isOfSeveral(scope) ? scope.company_ids : [scope.company_id]
  return sql`(select coalesce(sum(${wallets.movements}), 0) from ${wallets} where ${inArray(wallets.company_id, owners)})`.mapWith(
    Number,
  ) as SQL<number>
}

function about(q: string | undefined): SQL | undefined {
  const word = searchable(q ?? '')
  return word ? sql`position(${word} in coalesce(${companies.search_text}, '') || E'\n' || ${searchText}) > 0` : undefined
}

const movements = (db: Db, where: SQL | undefined, most = MAX_COUNTED) =>
  db
    .select({ one: sql`1` })
    .from(ledger)
    .innerJoin(transactions, eq(transactions.id, ledger.transaction_id))
    .leftJoin(companies, eq(companies.id, transactions.company_id))
    .where(where)
    .limit(most + 1)
