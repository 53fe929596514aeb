import { addMonths, searchable, startOf, type TransactionStatus, TransactionType } from 'contract'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { ledger, transactions, wallets } from '../db/wallet.table.ts'
import { besideOf, type CountedQuery, countUpTo, type Listing, type Page, pageOf } from '../http/list.ts'
import type { WrittenRow } from '../http/written.ts'
import { readWritten } from '../http/writtenPage.ts'
import { isOfSeveral, keptNumber, readScope, type WideScope } from '../visibility/counts.ts'
import type { Reader } from '../visibility/reader.ts'
import { listedMovement } from '../visibility/transactions.ts'
import { type Filter, rows, searchText } from './queries.ts'
import { writtenFor } from './written.ts'

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

/** What a transaction of each kind is once it has moved. */
const SETTLED: Record<TransactionType, TransactionStatus> = { topup: 'approved', visa_payment: 'completed', reversal: 'completed' }

/** Of which kinds is asked for; undefined: of all. */
function kindsOf({ type, status, pending }: Filter): TransactionType[] | undefined {
  if (!type && !status && pending !== 'true') return undefined
  return TransactionType.options.filter((kind) => pending !== 'true' && (!type || type === kind) && (!status || status === SETTLED[kind]))
}

const isOneOf = (kinds: TransactionType[] | undefined): SQL | undefined => kinds && inArray(ledger.type, kinds)

/** Months and kinds are read by their moments, which rise with the places in a wallet: by place alone they could lie anywhere. */
function orderOf({ sort }: Moved, byMoment: boolean): Order {
  const order = { descending: sort !== 'moved_at', id: ledger.transaction_id }
  if (!byMoment) return { ...order, key: ledger.seq, type: 'int8' }
  const of = (id: SQL) => sql`(select at.seq from ${ledger} at where at.transaction_id = ${id} and at.account = 'wallet')`
  return { ...order, key: ledger.created_at, type: 'timestamptz', tie: { column: ledger.seq, of } }
}

/** What has moved, in the order in which it moved: each row's balance is that of the row before and its own amount. */
export async function listLedger(db: Db, viewer: Reader, query: CountedQuery & Filter & Moved): Promise<Page<WrittenRow>> {
  const { company_id, count_to } = query
  const shown = readScope(viewer, company_id)
  const [kinds, month] = [kindsOf(query), movedIn(query.month)]
  // The same as those of the account 'wallet', by index alone.
  const within = and(
    isNotNull(ledger.company_id),
    listedMovement(viewer),
    company_id ? eq(ledger.company_id, company_id) : undefined,
    month,
  )
  const filter = isOneOf(kinds)
  const moved = movedOf(shown)
  const total = ((filter ?? month) ? undefined : moved) ?? countUpTo(ledger, and(within, filter), count_to)
  const several = isOfSeveral(shown) ? [{ of: ledger.company_id, owners: shown.company_ids }] : []
  const by = [...several, ...(kinds ? [{ of: ledger.type, owners: kinds }] : [])]
  const word = searchable(query.q ?? '')
  const few = isFew(month ? countUpTo(ledger, within, FEW) : moved)
  const company = { id: ledger.company_id, name: word }
  const listing: Listing = {
    order: orderOf(query, Boolean(kinds ?? month)),
    within,
    filter,
    counts: { total, unfiltered: keptNumber(readScope(viewer) ?? 'none', 'transaction') },
    search: word ? { word, table: MOVED, text: searchText, company, few, count_to } : undefined,
    owned: by.length > 0 ? { from: ledger, by } : undefined,
  }
  const read = await readWritten(db, rows(db, viewer, besideOf(listing)), listing, query, writtenFor(viewer))
  return pageOf(db, listing, query, read)
}

/** Reading so many movements takes no longer than an index over the words of all. */
const FEW = 2_000
const isFew = (moved: SQL<number> | undefined): SQL<boolean> => (moved ? sql<boolean>`${moved} <= ${FEW}` : sql<boolean>`false`)

const MOVED = sql`${ledger} join ${transactions} on ${transactions.id} = ${ledger.transaction_id}`

/** A wallet keeps the number of its movements. */
function movedOf(scope: WideScope<string> | undefined): SQL<number> | undefined {
  if (typeof scope !== 'object') return undefined
  const owners = isOfSeveral(scope) ? scope.company_ids : [scope.company_id]
  return sql`(select coalesce(sum(${wallets.movements}), 0) from ${wallets} where ${inArray(wallets.company_id, owners)})`.mapWith(
    Number,
  ) as SQL<number>
}
