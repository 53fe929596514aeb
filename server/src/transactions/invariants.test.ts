import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterEach, describe, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { findBroken, INVARIANT_NAMES } from './invariants.ts'

const portal = startPortal()
const make = given(portal)

/** Changes rows without triggers and checks, as no program can. */
const plant = (statement: string) =>
  portal.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`alter table wallets drop constraint if exists wallets_never_negative`)
    await tx.execute(sql.raw(statement))
  })

const entry = (id: string, account: string, company: string | null, fils: number) =>
  `insert into ledger (transaction_id, account, company_id, amount_fils, created_at)
   values ('${id}', '${account}', ${company ? `'${company}'` : 'null'}, ${fils}, now())`

const payment = (company: string, status: 'pending' | 'completed', id = v7()) =>
  `insert into transactions (id, company_id, type, status, amount_fils, direction, created_at)
   values ('${id}', '${company}', 'visa_payment', '${status}', 650000, 'debit', now())`

/** A change that breaks each rule, on a wallet with one approved top-up of AED 10,000. */
const PLANTED: Record<string, (company: string, topup: string) => string> = {
  'the ledger sums to zero': (_, topup) =>
    `update ledger set amount_fils = amount_fils + 1 where transaction_id = '${topup}' and account = 'bank_clearing'`,
  'each movement is two entries that sum to zero': (_, topup) => entry(topup, 'visa_revenue', null, 5),
  'each balance is the sum of its entries': (company) =>
    `update wallets set balance_fils = balance_fils + 1 where company_id = '${company}'`,
  'no balance is negative': (company) => `update wallets set balance_fils = -1 where company_id = '${company}'`,
  'settled transactions have ledger entries, others have none': (company) => payment(company, 'completed'),
  'each entry has the amount and the direction of its transaction': (_, topup) =>
    `update transactions set amount_fils = 999999 where id = '${topup}'`,
  'no correction exceeds what it corrects': (company, topup) =>
    `insert into transactions (id, company_id, type, status, amount_fils, direction, reverses_id, created_at)
     values ('${v7()}', '${company}', 'reversal', 'completed', 1000001, 'debit', '${topup}', now())`,
  'payments settle oldest first': (company) => `${payment(company, 'pending')}; ${payment(company, 'completed')}`,
}

describe('findBroken (T44)', () => {
  afterEach(async () => {
    await plant('truncate ledger; truncate wallets; truncate transactions cascade')
  })

  it('has something planted against each invariant', () => {
    expect(Object.keys(PLANTED)).toEqual(INVARIANT_NAMES)
  })

  it.each(INVARIANT_NAMES)('names what does not hold: %s', async (name) => {
    const company = await make.company()
    const topup = await make.topup(company, { approved: true })
    expect(await findBroken(portal.db)).toEqual([])
    await plant(PLANTED[name]?.(company.id, topup.id) ?? '')
    expect(await findBroken(portal.db)).toContain(name)
  })
})
