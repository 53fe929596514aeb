import { Transaction } from 'contract'
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { users } from '../db/people.table.ts'
import { ledger, transactions, wallets } from '../db/wallet.table.ts'
import { membersOf, objectOf, writtenAed, writtenIf } from '../db/written.ts'
import { WRITTEN_DOCUMENT } from '../documents/written.ts'
import type { Viewer } from '../http/session.ts'

const { amount_fils, decided_by: _, seq: __, charged_fils: ___, ...shown } = getTableColumns(transactions)

export const reversed = sql`(select coalesce(sum(back.amount_fils), 0) from ${transactions} back where back.reverses_id = ${transactions.id})`

const earlier = sql`${transactions} earlier where earlier.type = 'topup' and (earlier.created_at, earlier.id) < (${transactions.created_at}, ${transactions.id})`
const isTopup = sql`${transactions.type} = 'topup'`
const receiptSeen = sql`select 1 from ${documents} theirs, ${earlier}
  and theirs.sha256 = ${documents.sha256} and theirs.transaction_id is not null and theirs.transaction_id = earlier.id`
const amountSeen = sql`select 1 from ${earlier} and earlier.company_id = ${transactions.company_id}
  and earlier.amount_fils = ${amount_fils} and earlier.created_at > ${transactions.created_at} - interval '7 days'`

const Outlook = Transaction.shape.if_approved.unwrap()
const payment = membersOf(Outlook.shape.settles.element, {
  transaction_id: sql`covered.id`,
  employee_name: sql`covered.employee_name`,
  amount: writtenAed(sql`covered.amount_fils`),
})
const ofWallet = (column: PgColumn) =>
  sql`coalesce((select ${column} from ${wallets} where ${wallets.company_id} = ${transactions.company_id}), 0)`
const outlook = membersOf(Outlook, {
  balance: writtenAed(sql`(wallet.balance - coalesce(paid.amount, 0))`),
  due: writtenAed(sql`(${ofWallet(wallets.due_fils)} - coalesce(paid.amount, 0))`),
  settles: sql`coalesce(paid.settles, '[]')`,
})
/** What the wallet holds after the approval of a top-up, and the payments that it settles (W2). */
const ifApproved = objectOf(
  outlook,
  sql`from (select ${amount_fils} + ${ofWallet(wallets.balance_fils)} as balance) wallet, lateral (
    select sum(covered.amount_fils) as amount, array_to_json(array_agg(${objectOf(payment)} order by covered.seq)) as settles
    from covered_payments(${transactions.company_id}, wallet.balance) covered) paid`,
)

export const companyName = sql<string>`coalesce(${companies.name}, 'Deleted company')`

const forAll = {
  ...shown,
  amount: writtenAed(amount_fils),
  company_name: companyName,
  user_name: sql`case when ${transactions.user_id} is null then null else coalesce(${users.full_name}, 'Deleted user') end`,
  receipt_document: WRITTEN_DOCUMENT.link,
  receipt_details: WRITTEN_DOCUMENT.details,
  moved_at: ledger.created_at,
  seq: ledger.number,
  balance_after: writtenAed(ledger.balance_fils),
  reversed: writtenAed(reversed),
}

const none = { receipt_seen_before: sql`false`, amount_seen_before: sql`false`, if_approved: sql`null` }
/** For admins: an earlier top-up has the same receipt, or the company asked for the same amount within seven days (W10). */
const flags = {
  receipt_seen_before: sql`${isTopup} and exists (${receiptSeen})`,
  amount_seen_before: sql`${isTopup} and exists (${amountSeen})`,
  if_approved: sql`case when ${isTopup} and ${transactions.status} = 'pending' then ${ifApproved} end`,
}

const FOR_ADMINS = writtenIf(transactions.id, Transaction, { ...forAll, ...flags })
const FOR_OTHERS = writtenIf(transactions.id, Transaction, { ...forAll, ...none })

/** A Transaction, its receipt as a link. */
export const writtenFor = ({ role }: Pick<Viewer, 'role'>) => (role === 'admin' ? FOR_ADMINS : FOR_OTHERS)
