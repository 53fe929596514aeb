import { type Fils, fils, minus } from 'contract'
import { and, asc, eq, sum } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../db/open.ts'
import { ledger, transactions, wallets } from '../db/wallet.table.ts'
import type { Actor } from '../http/session.ts'

/** Every movement locks the wallet first, so that movements come one after the other (W4). Answers the balance. */
export async function lockWallet(tx: Db, company_id: string): Promise<Fils> {
  await tx
    .insert(wallets)
    .values({ company_id, balance_fils: fils(0) })
    .onConflictDoNothing()
  const [wallet] = await tx.select({ balance: wallets.balance_fils }).from(wallets).where(eq(wallets.company_id, company_id)).for('update')
  if (!wallet) throw new Error('a wallet was not made')
  return wallet.balance
}

interface Movement {
  transaction_id: string
  company_id: string
  /** Negative: out of the wallet. */
  amount: Fils
  against: 'bank_clearing' | 'visa_revenue'
  at: string
}

/** Two entries that sum to zero (W5); a trigger updates the balance. */
async function post(tx: Db, { transaction_id, company_id, amount, against, at }: Movement): Promise<void> {
  await tx.insert(ledger).values([
    { transaction_id, account: 'wallet', company_id, amount_fils: amount, created_at: at },
    { transaction_id, account: against, company_id: null, amount_fils: fils(-amount), created_at: at },
  ])
}

type Waiting = typeof transactions.$inferSelect

const listWaiting = (db: Db, company_id: string): Promise<Waiting[]> =>
  db
    .select()
    .from(transactions)
    .where(and(eq(transactions.company_id, company_id), eq(transactions.type, 'visa_payment'), eq(transactions.status, 'pending')))
    .orderBy(asc(transactions.seq))

/** Strictly oldest first: the first payment that is not covered stops the rest (W2). */
export function covered(waiting: Waiting[], balance: Fils): Waiting[] {
  let left = balance
  const settled: Waiting[] = []
  for (const payment of waiting) {
    if (payment.amount_fils > left) break
    left = minus(left, payment.amount_fils)
    settled.push(payment)
  }
  return settled
}

async function settle(tx: Db, company_id: string, at: string): Promise<void> {
  const balance = await lockWallet(tx, company_id)
  for (const payment of covered(await listWaiting(tx, company_id), balance)) {
    await tx.update(transactions).set({ status: 'completed', decided_at: at }).where(eq(transactions.id, payment.id))
    await post(tx, { transaction_id: payment.id, company_id, amount: fils(-payment.amount_fils), against: 'visa_revenue', at })
  }
}

interface Payment {
  company_id: string
  application_id: string
  employee_name: string
  amount: Fils
  by: Actor
  at: string
}

/** A payment settles at once if nothing older waits and the balance covers it (W2). */
export async function chargeVisa(tx: Db, { company_id, application_id, employee_name, amount, by, at }: Payment): Promise<void> {
  await lockWallet(tx, company_id)
  const row = { id: v7(), company_id, application_id, employee_name, user_id: by.id, amount_fils: amount, created_at: at }
  await tx.insert(transactions).values({ ...row, type: 'visa_payment', status: 'pending', direction: 'debit' })
  await settle(tx, company_id, at)
}

export async function creditTopup(tx: Db, topup: { id: string; company_id: string; amount_fils: Fils }, at: string): Promise<void> {
  await post(tx, { transaction_id: topup.id, company_id: topup.company_id, amount: topup.amount_fils, against: 'bank_clearing', at })
  await settle(tx, topup.company_id, at)
}

interface Correction {
  of: typeof transactions.$inferSelect
  amount: Fils
  reason: string
  by: Actor
  at: string
}

/** Writes a reversing transaction; money that comes back settles waiting payments (W5). Answers its id. */
export async function postReversal(tx: Db, { of, amount, reason, by, at }: Correction): Promise<string> {
  const id = v7()
  const direction = of.direction === 'credit' ? 'debit' : 'credit'
  const { company_id, application_id: _, employee_name } = of
  const decided = { decided_by: by.id, decided_by_name: by.full_name, decided_at: at }
  const row = { id, company_id, employee_name, user_id: by.id, amount_fils: amount, direction, notes: reason, created_at: at } as const
  await tx.insert(transactions).values({ ...row, ...decided, type: 'reversal', status: 'completed', reverses_id: of.id })
  const against = of.type === 'topup' ? 'bank_clearing' : 'visa_revenue'
  await post(tx, { transaction_id: id, company_id, amount: direction === 'credit' ? amount : fils(-amount), against, at })
  await settle(tx, company_id, at)
  return id
}

/** Rejects what is pending when the company is deleted; wallet and ledger stay (W6). */
export async function closeWallet(tx: Db, company_id: string, by: Actor, at: string): Promise<void> {
  await lockWallet(tx, company_id)
  await tx
    .update(transactions)
    .set({ status: 'rejected', notes: 'Company deleted', decided_by: by.id, decided_by_name: by.full_name, decided_at: at })
    .where(and(eq(transactions.company_id, company_id), eq(transactions.status, 'pending')))
}

export async function reversedOf(tx: Db, id: string): Promise<Fils> {
  const [found] = await tx
    .select({ reversed: sum(transactions.amount_fils).mapWith(Number) })
    .from(transactions)
    .where(eq(transactions.reverses_id, id))
  return fils(found?.reversed ?? 0)
}
