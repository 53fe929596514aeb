import type { Fils, TransactionStatus, TransactionType } from 'contract'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { ledger, transactions } from '../db/wallet.table.ts'
import { NOTHING_BESIDE } from '../http/list.ts'
import type { Actor, Viewer } from '../http/session.ts'
import { visibleTransaction } from '../visibility/transactions.ts'
import { takeReference } from './references.ts'
import { companyName, writtenFor } from './written.ts'

/** The entry in the wallet; none while nothing has moved. */
const entry = and(eq(ledger.transaction_id, transactions.id), eq(ledger.account, 'wallet'))

/** Transactions as written texts. */
export const rows = (db: Db, viewer: Pick<Viewer, 'role'>, beside = NOTHING_BESIDE) =>
  db
    .select({ id: transactions.id, text: writtenFor(viewer).text, beside })
    .from(transactions)
    .leftJoin(ledger, entry)
    .leftJoin(companies, eq(companies.id, transactions.company_id))
    .leftJoin(users, eq(users.id, transactions.user_id))
    .leftJoin(documents, eq(documents.transaction_id, transactions.id))
    .$dynamic()

export interface Filter {
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
  pending?: 'true' | 'false' | undefined
  company_id?: string | undefined
}

/** In this form it has its index. */
export const searchText = sql`lower(coalesce(${transactions.employee_name}, ${transactions.reference}, ''))`

/** With literals, so that the partial index of top-ups fits. */
export const filterOf = ({ type, status, pending }: Filter): SQL | undefined =>
  and(
    type && sql`${transactions.type} = ${sql.raw(`'${type}'`)}`,
    status && sql`${transactions.status} = ${sql.raw(`'${status}'`)}`,
    pending && (pending === 'true' ? eq : ne)(transactions.status, 'pending'),
  )

/** One transaction that this viewer may open, as JSON; any other is like an unknown one (V2). */
export async function findWritten(db: Db, viewer: Viewer, id: string): Promise<string | undefined> {
  const [found] = await rows(db, viewer).where(and(eq(transactions.id, id), visibleTransaction(viewer)))
  return found && writtenFor(viewer).toJson(found.text)
}

export async function findStored(db: Db, id: string) {
  const [found] = await db.select().from(transactions).where(eq(transactions.id, id))
  return found
}

/** Also of a company that is gone. */
export async function findCompanyName(db: Db, id: string): Promise<string> {
  const [found] = await db
    .select({ name: companyName })
    .from(transactions)
    .leftJoin(companies, eq(companies.id, transactions.company_id))
    .where(eq(transactions.id, id))
  return found?.name ?? ''
}

/** Locks a company against deletion, before its wallet is locked; false if it is gone. */
export async function keepCompany(tx: Db, id: string): Promise<boolean> {
  const kept = await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, id)).for('key share')
  return kept.length > 0
}

export async function insertTopup(tx: Db, viewer: Viewer, company_id: string, amount: Fils, at: string): Promise<string> {
  const id = v7()
  const reference = await takeReference(tx, { user_id: viewer.id, company_id })
  const row = { id, company_id, user_id: viewer.id, amount_fils: amount, reference, created_at: at }
  await tx.insert(transactions).values({ ...row, type: 'topup', status: 'pending', direction: 'credit' })
  return id
}

export interface Decision {
  status: 'approved' | 'rejected'
  notes: string | null
  by: Actor
  at: string
}

interface Decided {
  reference: string | null
  outcome: 'unknown' | 'no top-up' | 'no company' | 'decided before' | 'decided'
  company_id: string
  amount_fils: Fils
}

/** Decides a pending top-up once (W4), credits it where it is approved, and settles what that covers (W2). */
export async function decideTopup(tx: Db, id: string, { status, notes, by, at }: Decision): Promise<Decided> {
  const { rows } = await tx.execute<Decided & Record<string, unknown>>(
    sql`select outcome, of_company as company_id, amount as amount_fils,
      (select reference from ${transactions} where id = ${id}) as reference
    from decide_topup(${id}, ${status}, ${notes}, ${by.id}, ${by.full_name}, ${at})`,
  )
  const [decided] = rows
  if (!decided) throw new Error('a decision has no outcome')
  return decided
}
