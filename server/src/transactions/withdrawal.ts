import { WITHDRAWN_NOTE } from 'contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { transactions } from '../db/wallet.table.ts'
import { writeHistory } from '../history/queries.ts'
import type { Actor } from '../http/session.ts'
import { reverse } from './decisions.ts'
import { reversedOf, settle } from './wallet.ts'

interface Withdrawal {
  /** Whether a settled payment goes back. */
  isReversed: boolean
  by: Actor
  at: string
}

/** Ends the payment of a withdrawn application, and settles what waited behind it (S13, W2). The wallet is locked. */
export async function withdrawPayment(
  tx: Db,
  { company_id, application_id }: { company_id: string; application_id: string },
  { isReversed, by, at }: Withdrawal,
): Promise<void> {
  const [payment] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.application_id, application_id), eq(transactions.type, 'visa_payment')))
  if (payment?.status === 'pending') {
    const decided = { decided_by: by.id, decided_by_name: by.full_name, decided_at: at }
    await tx
      .update(transactions)
      .set({ status: 'rejected', notes: WITHDRAWN_NOTE, ...decided })
      .where(eq(transactions.id, payment.id))
    await writeHistory(tx, { of: { transaction: payment.id }, by, at, action: 'withdrawn' })
    await settle(tx, company_id, at)
  }
  if (payment?.status === 'completed' && isReversed && (await reversedOf(tx, payment.id)) < payment.amount_fils)
    await reverse(tx, payment.id, { reason: WITHDRAWN_NOTE, by, at })
}
