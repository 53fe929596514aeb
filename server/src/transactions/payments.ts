import { type Fils, toAed, VisaApplicationRecord } from 'contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { aed } from '../db/columns.ts'
import type { Db } from '../db/open.ts'
import { transactions, wallets } from '../db/wallet.table.ts'
import { membersOf, writtenAed } from '../db/written.ts'
import { reversed } from './queries.ts'

const missing = sql`greatest(0, owed_through(${transactions}) - ${wallets.balance_fils})`
const members = membersOf(VisaApplicationRecord.shape.payment.unwrap(), {
  transaction_id: transactions.id,
  status: transactions.status,
  amount: writtenAed(transactions.amount_fils),
  missing: writtenAed(sql`case ${transactions.status} when 'pending' then ${missing} else 0 end`),
  reversed: writtenAed(reversed),
})

/** The payment of an application and what the wallet lacks for it and older ones (W2), as JSON; null: not charged (W12). */
export const WRITTEN_PAYMENT = sql<string | null>`(select row_to_json(payment)::text from (select ${members} from ${transactions}
  left join ${wallets} on ${wallets.company_id} = ${transactions.company_id} where ${transactions.application_id} = ${applications.id}) payment)`

export async function findBalance(db: Db, company_id: string) {
  const balance = aed(sql`coalesce((select ${wallets.balance_fils} from ${wallets} where ${wallets.company_id} = ${company_id}), 0)`)
  const asked = sql`select sum(${transactions.amount_fils}) from ${transactions}
    where ${transactions.company_id} = ${company_id} and ${transactions.type} = 'topup' and ${transactions.status} = 'pending'`
  const [found] = await db
    .select({ balance, due: aed(sql`due_of_wallet(${company_id})`), pending_topups: aed(sql`coalesce((${asked}), 0)`) })
    .from(sql`(select 1) as one`)
  return found ?? { balance: 0, due: 0, pending_topups: 0 }
}

/** The balance after the approval of each top-up, and the payments that it would settle (W2). */
export async function listOutlooks(db: Db, ids: string[]) {
  const credited = sql`${transactions.amount_fils} + coalesce(${wallets.balance_fils}, 0)`
  const payments = sql`(select sum(p.amount_fils) as amount, json_agg(json_build_object('transaction_id', p.id, 'employee_name', p.employee_name,
    'amount_fils', p.amount_fils) order by p.seq) as settled from covered_payments(${transactions.company_id}, ${credited}) p) as covered`
  const rows = await db
    .select({
      id: transactions.id,
      balance: aed(sql`${credited} - coalesce(covered.amount, 0)`),
      settles: sql<Settled[] | null>`covered.settled`,
    })
    .from(transactions)
    .leftJoin(wallets, eq(wallets.company_id, transactions.company_id))
    .crossJoinLateral(payments)
    .where(inArray(transactions.id, ids))
  return new Map(
    rows.map(({ id, balance, settles }) => [
      id,
      { balance, settles: (settles ?? []).map(({ amount_fils, ...payment }) => ({ ...payment, amount: toAed(amount_fils) })) },
    ]),
  )
}

interface Settled {
  transaction_id: string
  employee_name: string | null
  amount_fils: Fils
}
