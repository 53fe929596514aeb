import { type ListQuery, type Role, searchable } from 'contract'
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { builtByShape } from '../db/built.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { transactions } from '../db/wallet.table.ts'
import {
  besideOf,
  type CountedQuery,
  countsAlone,
  countUpTo,
  inPageAsked,
  isUsual,
  joined,
  type Listing,
  type Page,
  pageOf,
  placeOf,
} from '../http/list.ts'
import type { WrittenRow } from '../http/written.ts'
import { asTexts, readWritten } from '../http/writtenPage.ts'
import { isOfSeveral, keptNumber, readScope, type Scope, type WideScope } from '../visibility/counts.ts'
import type { Reader } from '../visibility/reader.ts'
import { listedTransaction } from '../visibility/transactions.ts'
import { type Filter, filterOf, rows, searchText } from './queries.ts'
import { writtenFor } from './written.ts'

const NEWEST: Order = { key: transactions.created_at, type: 'timestamptz', descending: true, id: transactions.id }
/** Reading so many rows takes no longer than an index over the words of all companies. */
const FEW = 2_000

/** What a list is asked for; in a statement that is built once, placeholders. */
interface Asked {
  /** What the viewer sees in lists. */
  seen: SQL | undefined
  /** That, and what of it is asked for. */
  all: WideScope
  shown: WideScope
  company_id: string | Placeholder | undefined
  filter: SQL | undefined
  word: string
  count_to?: number | undefined
}

function listingOf({ seen, all, shown, company_id, filter, word, count_to }: Asked): Listing {
  const within = and(seen, company_id ? eq(transactions.company_id, company_id) : undefined)
  const few = shown === 'all' ? sql<boolean>`false` : sql<boolean>`${keptNumber(shown, 'transaction')} <= ${FEW}`
  const unfiltered = keptNumber(all, 'transaction')
  const total = filter || company_id ? countUpTo(transactions, and(within, filter), count_to) : unfiltered
  const company = { id: transactions.company_id, name: word }
  const search = word ? { word, table: transactions, text: searchText, company, few, count_to } : undefined
  const owned = isOfSeveral(shown) ? { from: transactions, by: [{ of: transactions.company_id, owners: shown.company_ids }] } : undefined
  return { order: NEWEST, within, filter, counts: { total, unfiltered }, search, owned }
}

export async function listTransactions(db: Db, viewer: Reader, query: CountedQuery & Filter): Promise<Page<WrittenRow>> {
  const word = searchable(query.q ?? '')
  const all = readScope(viewer) ?? 'none'
  const shown = readScope(viewer, query.company_id) ?? 'none'
  if (word === '' && all !== 'none' && !isOfSeveral(all) && shown !== 'none' && !query.count_to)
    return listWhole(db, viewer.role, all, query)
  const { company_id, count_to } = query
  const listing = listingOf({ seen: listedTransaction(viewer), all, shown, company_id, filter: filterOf(query), word, count_to })
  return pageOf(db, listing, query, await readWritten(db, rows(db, viewer, besideOf(listing)), listing, query, writtenFor(viewer)))
}

/** All that the text of a list of whole companies depends on, without a word. */
interface Shape extends Pick<Filter, 'type' | 'status' | 'pending'> {
  role: Role
  isOwn: boolean
  hasCompany: boolean
  isBehind: boolean
  /** How many rows to read; null where that is a placeholder. */
  read: number | null
}

const PLACE = { key: sql.placeholder('place_key'), id: sql.placeholder('place_id') }

function listingByShape({ isOwn, hasCompany, ...kinds }: Shape): Listing {
  const own = isOwn ? sql.placeholder('own') : undefined
  const company_id = hasCompany ? sql.placeholder('company_id') : undefined
  const shown = own ?? company_id
  return listingOf({
    seen: own && eq(transactions.company_id, own),
    all: own ? { company_id: own } : 'all',
    shown: shown ? { company_id: shown } : 'all',
    company_id,
    filter: filterOf(kinds),
    word: '',
  })
}

const placeIn = ({ isBehind }: Shape) => (isBehind ? PLACE : undefined)

const readWhole = builtByShape((db, shape: Shape) => {
  const listing = listingByShape(shape)
  const read = shape.read ?? sql.placeholder('read')
  const page = inPageAsked(rows(db, shape, besideOf(listing)), listing, { place: placeIn(shape), read, size: 0 })
  return asTexts(db, page, writtenFor(shape))
})

const countWhole = builtByShape((db, shape: Shape) => countsAlone(db, listingByShape(shape)))

async function listWhole(
  db: Db,
  role: Role,
  all: Exclude<Scope<string>, 'none'>,
  { cursor, limit, company_id, type, status, pending }: ListQuery & Filter,
): Promise<Page<WrittenRow>> {
  const place = placeOf(cursor)
  const whose = { role, isOwn: all !== 'all', hasCompany: Boolean(company_id) }
  const shape: Shape = { ...whose, type, status, pending, isBehind: place !== undefined, read: isUsual(limit) ? limit + 1 : null }
  const own = all === 'all' ? undefined : all.company_id
  const values = { own, company_id, place_key: place?.key, place_id: place?.id, read: limit + 1 }
  return joined(await readWhole(db, shape, values), limit, () => countWhole(db, shape, values))
}
