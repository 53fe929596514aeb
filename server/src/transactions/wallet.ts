import { type Fils, fils, type TransactionStatus, toAed } from 'contract'
import { and, eq, type SQL, sql, sum } from 'drizzle-orm'
import { v7 } from 'uuid'
import { z } from 'zod'
import { uncounted } from '../db/counts.table.ts'
import type { Db } from '../db/open.ts'
import { transactions } from '../db/wallet.table.ts'
import type { Actor } from '../http/session.ts'

// What moves money is a function of the database (0016_wallet_functions.sql): it locks the wallet late and reads few rows.

/** Every movement locks the wallet first, so that movements come one after the other (W4). Answers the balance. */
export async function lockWallet(tx: Db, company_id: string): Promise<Fils> {
  const { rows } = await tx.execute<{ balance: number }>(sql`select lock_wallet(${company_id}) as balance`)
  return fils(rows[0]?.balance ?? 0)
}

interface Movement {
  transaction_id: string
  company_id: string
  /** Negative: out of the wallet. */
  amount: Fils
  against: 'bank_clearing' | 'visa_revenue'
  at: string
}

/** Posts a movement (W5) and settles what it covers, oldest first (W2). */
async function post(tx: Db, { transaction_id, company_id, amount, against, at }: Movement): Promise<void> {
  await tx.execute(sql`select post_movement(${transaction_id}, ${company_id}, ${amount}, ${against}, ${at})`)
  await settle(tx, company_id, at)
}

/** Settles what the balance covers, oldest first (W2). */
export async function settle(tx: Db, company_id: string, at: string): Promise<void> {
  await tx.execute(sql`select settle_wallet(${company_id}, ${at})`)
}

interface Payment {
  company_id: string
  application_id: string
  employee_name: string
  amount: Fils
  by: Actor
  at: string
}

const Charged = z.object({
  transaction_id: z.string(),
  status: z.enum(['pending', 'completed'] satisfies TransactionStatus[]),
  amount_fils: z.number().transform(fils),
  missing_fils: z.number().transform(fils),
})

/** Charges an application (W2). The statement that it stands in must end the transaction: it holds the wallet. */
export const charging = ({ company_id, application_id, employee_name, amount, by, at }: Payment): SQL<ReturnType<typeof paymentOf>> =>
  sql`charge_visa(${v7()}, ${company_id}, ${application_id}, ${employee_name}, ${by.id}, ${amount}, ${at})`.mapWith(paymentOf)

function paymentOf(answer: unknown) {
  const { transaction_id, status, amount_fils, missing_fils } = Charged.parse(answer)
  return { transaction_id, status, amount: toAed(amount_fils), missing: toAed(missing_fils), reversed: 0 }
}

export const creditTopup = (tx: Db, topup: { id: string; company_id: string; amount_fils: Fils }, at: string): Promise<void> =>
  post(tx, { transaction_id: topup.id, company_id: topup.company_id, amount: topup.amount_fils, against: 'bank_clearing', at })

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
  const { company_id, employee_name } = of
  const decided = { decided_by: by.id, decided_by_name: by.full_name, decided_at: at }
  const row = { id, company_id, employee_name, user_id: by.id, amount_fils: amount, direction, notes: reason, created_at: at } as const
  await tx.insert(transactions).values({ ...row, ...decided, type: 'reversal', status: 'completed', reverses_id: of.id })
  const against = of.type === 'topup' ? 'bank_clearing' : 'visa_revenue'
  await post(tx, { transaction_id: id, company_id, amount: direction === 'credit' ? amount : fils(-amount), against, at })
  return id
}

/** Rejects what is pending when the company is deleted; wallet and ledger stay (W6). */
export async function closeWallet(tx: Db, company_id: string, by: Actor, at: string): Promise<void> {
  await lockWallet(tx, company_id)
  // Its kept numbers end at the commit: those of all companies would be locked for as long as the deletion takes.
  await tx.insert(uncounted).values({ company_id }).onConflictDoNothing()
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
