import { VisaApplicationRecord } from 'contract'
import { and, inArray, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { aed } from '../db/columns.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { transactions, wallets } from '../db/wallet.table.ts'
import { writtenAed, writtenMembers } from '../db/written.ts'
import type { Viewer } from '../http/session.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { reversed } from './written.ts'

const missing = sql`greatest(0, owed_through(${transactions}) - ${wallets.balance_fils})`
const payment = writtenMembers(VisaApplicationRecord.shape.payment.unwrap(), {
  transaction_id: transactions.id,
  status: transactions.status,
  amount: writtenAed(transactions.amount_fils),
  missing: writtenAed(sql`case ${transactions.status} when 'pending' then ${missing} else 0 end`),
  reversed: writtenAed(reversed),
})

/** The payment of an application and what the wallet lacks for it and older ones (W2), as JSON; null: not charged (W12). */
export const WRITTEN_PAYMENT = sql<string | null>`(select ${payment.text} from ${transactions}
  left join ${wallets} on ${wallets.company_id} = ${transactions.company_id} where ${transactions.application_id} = ${applications.id})`.mapWith(
  payment.toJson,
)

/** The wallets of companies that this viewer may open, added up; undefined where it is none of them (V2). */
export async function findBalance(db: Db, viewer: Viewer, company_ids: readonly string[]) {
  const held = sql`select w.balance_fils from ${wallets} w where w.company_id = wallet_of.id`
  const asked = sql`select sum(t.amount_fils) from ${transactions} t
    where t.company_id = wallet_of.id and t.type = 'topup' and t.status = 'pending'`
  const sums = sql`(select count(*) as number, coalesce(sum(coalesce((${held}), 0)), 0) as balance, coalesce(sum(due_of_wallet(wallet_of.id)), 0) as due,
    coalesce(sum(coalesce((${asked}), 0)), 0) as pending_topups from (select ${companies.id} as id from ${companies}
      where ${and(inArray(companies.id, [...company_ids]), visibleCompany(viewer))}) wallet_of)`
  const [found] = await db
    .select({
      number: sql<number>`sums.number`.mapWith(Number),
      balance: aed(sql`sums.balance`),
      due: aed(sql`sums.due`),
      pending_topups: aed(sql`sums.pending_topups`),
    })
    .from(sql`${sums} sums`)
  return found && found.number > 0 ? found : undefined
}
