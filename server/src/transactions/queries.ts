import { type Fils, fils, type ListQuery, searchable, shortfall, sum, type TransactionStatus, type TransactionType, toAed } from 'contract'
import { and, asc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { aed } from '../db/columns.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { ledger, transactions, wallets } from '../db/wallet.table.ts'
import { countsOf, countUpTo, inPage, type Listing, NO_COUNTS, pageOf } from '../http/list.ts'
import type { Actor, Viewer } from '../http/session.ts'
import { keptNumber, listedScope } from '../visibility/counts.ts'
import { listedTransaction, visibleTransaction } from '../visibility/transactions.ts'
import { reversedOf } from './wallet.ts'

const { amount_fils, decided_by: _, seq: __, ...shown } = getTableColumns(transactions)

/** The balance after a movement: the current one minus later movements, which are few for new rows. */
const balanceAfter = sql`(select ${wallets.balance_fils} - coalesce((select sum(later.amount_fils) from ${ledger} later
    where later.company_id = own.company_id and later.account = 'wallet' and later.seq > own.seq), 0)
  from ${ledger} own join ${wallets} on ${wallets.company_id} = own.company_id
  where own.transaction_id = ${transactions.id} and own.account = 'wallet')`
const reversed = sql`(select coalesce(sum(back.amount_fils), 0) from ${transactions} back where back.reverses_id = ${transactions.id})`

/** For admins: an earlier top-up has the same receipt, or the company asked for the same amount within seven days (W10). */
function flags(viewer: Viewer) {
  if (viewer.role !== 'admin') return { receipt_seen_before: sql<boolean>`false`, amount_seen_before: sql<boolean>`false` }
  const earlier = sql`${transactions} earlier where earlier.type = 'topup' and (earlier.created_at, earlier.id) < (${transactions.created_at}, ${transactions.id})`
  const receipt = sql`select 1 from ${documents} mine, ${documents} theirs, ${earlier}
    and mine.transaction_id = ${transactions.id} and theirs.sha256 = mine.sha256
    and theirs.transaction_id is not null and theirs.transaction_id = earlier.id`
  const amount = sql`select 1 from ${earlier} and earlier.company_id = ${transactions.company_id}
    and earlier.amount_fils = ${transactions.amount_fils} and earlier.created_at > ${transactions.created_at} - interval '7 days'`
  const isTopup = sql`${transactions.type} = 'topup'`
  return {
    receipt_seen_before: sql<boolean>`${isTopup} and exists (${receipt})`,
    amount_seen_before: sql<boolean>`${isTopup} and exists (${amount})`,
  }
}

const columnsOf = (viewer: Viewer) => ({
  ...shown,
  ...flags(viewer),
  amount: aed(amount_fils),
  company_name: sql<string>`coalesce(${companies.name}, 'Deleted company')`,
  user_name: sql<string | null>`case when ${transactions.user_id} is null then null else coalesce(${users.full_name}, 'Deleted user') end`,
  balance_after: sql<number | null>`${balanceAfter}`.mapWith((value) => (value === null ? null : toAed(fils(Number(value))))),
  reversed: aed(reversed),
})

const rows = (db: Db, viewer: Viewer, counts = NO_COUNTS) =>
  db
    .select({ row: columnsOf(viewer), counts })
    .from(transactions)
    .leftJoin(companies, eq(companies.id, transactions.company_id))
    .leftJoin(users, eq(users.id, transactions.user_id))
    .$dynamic()

export type TransactionRow = Awaited<ReturnType<typeof rows>>[number]['row']

interface Filter {
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
  pending?: 'true' | 'false' | undefined
  company_id?: string | undefined
}

const NEWEST: Order = { key: transactions.created_at, type: 'timestamptz', descending: true, id: transactions.id }
/** Reading so many rows takes no longer than an index over the words of all companies. */
const FEW = 2_000
/** In this form it has its index. */
const searchText = sql`lower(coalesce(${transactions.employee_name}, ''))`

function listingOf(viewer: Viewer, query: ListQuery & Filter): Listing {
  const { type, status, pending, company_id } = query
  const within = and(listedTransaction(viewer), company_id ? eq(transactions.company_id, company_id) : undefined)
  // Literals, so that the partial index of top-ups fits.
  const filter = and(
    type && sql`${transactions.type} = ${sql.raw(`'${type}'`)}`,
    status && sql`${transactions.status} = ${sql.raw(`'${status}'`)}`,
    pending && (pending === 'true' ? eq : ne)(transactions.status, 'pending'),
  )
  const all = listedScope(viewer) ?? 'none'
  const shown = listedScope(viewer, company_id) ?? 'none'
  const few = shown === 'all' ? sql<boolean>`false` : sql<boolean>`${keptNumber(shown, 'transaction')} <= ${FEW}`
  const unfiltered = keptNumber(all, 'transaction')
  const total = filter || company_id ? countUpTo(transactions, and(within, filter)) : unfiltered
  const word = searchable(query.q ?? '')
  const company = { id: transactions.company_id, name: word }
  const search = word ? { word, table: transactions, text: searchText, company, few } : undefined
  return { order: NEWEST, within, filter, counts: { total, unfiltered }, search }
}

export async function listTransactions(db: Db, viewer: Viewer, query: ListQuery & Filter) {
  const listing = listingOf(viewer, query)
  const read = await inPage(rows(db, viewer, countsOf(listing)), listing, query)
  return pageOf(db, listing, query, read, (row) => row.created_at)
}

export async function findTransaction(db: Db, viewer: Viewer, id: string) {
  const [found] = await rows(db, viewer).where(and(eq(transactions.id, id), visibleTransaction(viewer)))
  return found?.row
}

/** The payment of an application and what the wallet lacks for it and older ones (W2); null: not charged (W12). */
export async function findPayment(db: Db, application: { id: string; company_id: string }) {
  const [found] = await db.select().from(transactions).where(eq(transactions.application_id, application.id))
  if (!found) return null
  const reversed = toAed(await reversedOf(db, found.id))
  const payment = { transaction_id: found.id, status: found.status, amount: toAed(found.amount_fils), reversed }
  if (found.status !== 'pending') return { ...payment, missing: 0 }
  const wallet = (await listWallets(db, [application.company_id])).get(application.company_id)
  const upTo = (wallet?.waiting ?? []).filter((each) => each.seq <= found.seq)
  const needed = sum(upTo.map((each) => each.amount_fils))
  return { ...payment, missing: toAed(shortfall(needed, wallet?.balance ?? fils(0))) }
}

export async function findStored(db: Db, id: string) {
  const [found] = await db.select().from(transactions).where(eq(transactions.id, id))
  return found
}

export async function findBalance(db: Db, company_id: string) {
  const pending = (type: TransactionType) =>
    aed(sql`(select coalesce(sum(${transactions.amount_fils}), 0) from ${transactions}
      where ${transactions.company_id} = ${company_id}::uuid and ${transactions.status} = 'pending' and ${transactions.type} = ${type})`)
  const balance = aed(sql`coalesce((select ${wallets.balance_fils} from ${wallets} where ${wallets.company_id} = ${company_id}::uuid), 0)`)
  const [found] = await db.select({ balance, due: pending('visa_payment'), pending_topups: pending('topup') }).from(sql`(select 1) as one`)
  return found ?? { balance: 0, due: 0, pending_topups: 0 }
}

export async function listWallets(db: Db, company_ids: string[]) {
  const waiting = await db
    .select()
    .from(transactions)
    .where(and(inArray(transactions.company_id, company_ids), eq(transactions.type, 'visa_payment'), eq(transactions.status, 'pending')))
    .orderBy(asc(transactions.seq))
  const balances = await db.select().from(wallets).where(inArray(wallets.company_id, company_ids))
  const byCompany = Map.groupBy(waiting, (payment) => payment.company_id)
  return new Map(
    company_ids.map((id) => {
      const balance = balances.find((wallet) => wallet.company_id === id)?.balance_fils ?? fils(0)
      return [id, { balance, waiting: byCompany.get(id) ?? [] }]
    }),
  )
}

/** Locks a company against deletion, before its wallet is locked; false if it is gone. */
export async function keepCompany(tx: Db, id: string): Promise<boolean> {
  const kept = await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, id)).for('key share')
  return kept.length > 0
}

export async function insertTopup(tx: Db, viewer: Viewer, company_id: string, amount: Fils, at: string): Promise<string> {
  const id = v7()
  const row = { id, company_id, user_id: viewer.id, amount_fils: amount, created_at: at }
  await tx.insert(transactions).values({ ...row, type: 'topup', status: 'pending', direction: 'credit' })
  return id
}

interface Decision {
  status: 'approved' | 'rejected'
  notes: string | null
  by: Actor
  at: string
}

/** Only a pending top-up is updated, so that two admins cannot credit it twice (W4). */
export async function decideTopup(tx: Db, id: string, { status, notes, by, at }: Decision) {
  const [decided] = await tx
    .update(transactions)
    .set({ status, notes, decided_by: by.id, decided_by_name: by.full_name, decided_at: at })
    .where(and(eq(transactions.id, id), eq(transactions.type, 'topup'), eq(transactions.status, 'pending')))
    .returning()
  return decided
}
