import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'

/** Each query answers the rows that break its rule (T44). */
const INVARIANTS: Record<string, string> = {
  'the ledger sums to zero': `select sum(amount_fils) from ledger having coalesce(sum(amount_fils), 0) <> 0`,
  'each movement is two entries that sum to zero': `
    select transaction_id from ledger group by transaction_id having count(*) <> 2 or sum(amount_fils) <> 0`,
  'each balance is the sum of its entries': `
    select w.company_id from wallets w left join ledger l on l.company_id = w.company_id
    group by w.company_id, w.balance_fils having w.balance_fils <> coalesce(sum(l.amount_fils), 0)`,
  'no balance is negative': `select company_id from wallets where balance_fils < 0`,
  'settled transactions have ledger entries, others have none': `
    select t.id from transactions t left join ledger l on l.transaction_id = t.id and l.account = 'wallet'
    where (t.status in ('approved', 'completed')) <> (l.seq is not null)`,
  'each entry has the amount and the direction of its transaction': `
    select t.id from transactions t join ledger l on l.transaction_id = t.id and l.account = 'wallet'
    where l.amount_fils <> case t.direction when 'credit' then t.amount_fils else -t.amount_fils end or l.company_id <> t.company_id`,
  'no correction exceeds what it corrects': `
    select t.id from transactions t join transactions r on r.reverses_id = t.id
    group by t.id, t.amount_fils having sum(r.amount_fils) > t.amount_fils`,
  'payments settle oldest first': `
    select late.id from transactions late join transactions early on early.company_id = late.company_id and early.type = late.type
    where late.type = 'visa_payment' and early.status = 'pending' and late.status = 'completed'
      and early.seq < late.seq`,
}

export const INVARIANT_NAMES = Object.keys(INVARIANTS)

export async function findBroken(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await db.execute(sql.raw(`select exists (${query}) as broken`))
    if (rows[0]?.broken) broken.push(name)
  }
  return broken
}
