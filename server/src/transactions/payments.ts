import { VisaApplicationRecord } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { aed } from '../db/columns.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { transactions, wallets } from '../db/wallet.table.ts'
import { membersOf, writtenAed } from '../db/written.ts'
import type { Viewer } from '../http/session.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { reversed } from './written.ts'

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

/** The wallet of a company that this viewer may open; any other is like an unknown one (V2). */
export async function findBalance(db: Db, viewer: Viewer, company_id: string) {
  const balance = aed(sql`coalesce((select ${wallets.balance_fils} from ${wallets} where ${wallets.company_id} = ${company_id}), 0)`)
  const asked = sql`select sum(${transactions.amount_fils}) from ${transactions}
    where ${transactions.company_id} = ${company_id} and ${transactions.type} = 'topup' and ${transactions.status} = 'pending'`
  const [found] = await db
    .select({ balance, due: aed(sql`due_of_wallet(${company_id})`), pending_topups: aed(sql`coalesce((${asked}), 0)`) })
    .from(companies)
    .where(and(eq(companies.id, company_id), visibleCompany(viewer)))
  return found
}
