import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterEach, describe, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { findBroken, INVARIANT_NAMES } from './invariants.ts'
import { watchLedger } from './ledgerWatch.ts'

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

const payment = (company: string, status: 'pending' | 'completed', id = v7(), charged: number | null = null) =>
  `insert into transactions (id, company_id, type, status, amount_fils, direction, charged_fils, created_at)
   values ('${id}', '${company}', 'visa_payment', '${status}', 650000, 'debit', ${charged}, now())`

/** A change that breaks each rule, on a wallet with one approved top-up of AED 10,000. */
const PLANTED: Record<string, (company: string, topup: string) => string> = {
  'the ledger sums to zero': (_, topup) =>
    `update ledger set amount_fils = amount_fils + 1 where transaction_id = '${topup}' and account = 'bank_clearing'`,
  'each movement is two entries that sum to zero': (_, topup) => entry(topup, 'visa_revenue', null, 5),
  'each entry keeps the balance that it leaves': (_, topup) =>
    `update ledger set balance_fils = balance_fils + 1 where transaction_id = '${topup}' and account = 'wallet'`,
  'each movement is of the kind of its transaction': (_, topup) =>
    `update ledger set type = 'reversal' where transaction_id = '${topup}' and account = 'wallet'`,
  'movements of a wallet are numbered one by one': (_, topup) =>
    `update ledger set number = number + 1 where transaction_id = '${topup}' and account = 'wallet'`,
  'settled transactions have ledger entries, others have none': (company) => payment(company, 'completed'),
  'each entry has the amount and the direction of its transaction': (_, topup) =>
    `update transactions set amount_fils = 999999 where id = '${topup}'`,
  'no correction exceeds what it corrects': (company, topup) =>
    `insert into transactions (id, company_id, type, status, amount_fils, direction, reverses_id, created_at)
     values ('${v7()}', '${company}', 'reversal', 'completed', 1000001, 'debit', '${topup}', now())`,
  'payments settle oldest first': (company) =>
    `${payment(company, 'pending')}; ${payment(company, 'pending')}; ${payment(company, 'completed')}`,
  'each payment is charged after the one before': (company) =>
    `${payment(company, 'pending', v7(), 7_000_000)}; ${payment(company, 'pending', v7(), 7_000_000)}`,
  'each balance is the sum of its entries': (company) =>
    `update wallets set balance_fils = balance_fils + 1 where company_id = '${company}'`,
  'each wallet knows its last movement': (company) => `update wallets set movements = movements + 1 where company_id = '${company}'`,
  'each wallet knows what is due': (company) => `update wallets set due_fils = 650000 where company_id = '${company}'`,
  'no balance is negative': (company) => `update wallets set balance_fils = -1 where company_id = '${company}'`,
  'what waits is not covered': (company) => payment(company, 'pending'),
  'an application owes what its payment waits for': (company) =>
    `update visa_applications set due_fils = 650000 where company_id = '${company}'`,
}

afterEach(async () => {
  await plant('truncate ledger; truncate wallets; truncate transactions cascade; update visa_applications set due_fils = 0')
})

describe('findBroken (T44)', () => {
  it('has something planted against each invariant', () => {
    expect(Object.keys(PLANTED)).toEqual(INVARIANT_NAMES)
  })

  it.each(INVARIANT_NAMES)('names what does not hold: %s', async (name) => {
    const company = await make.company()
    const topup = await make.topup(company, { approved: true })
    await make.application(company)
    expect(await findBroken(portal.db)).toEqual([])
    await plant(PLANTED[name]?.(company.id, topup.id) ?? '')
    expect(await findBroken(portal.db)).toContain(name)
  })

  it.each(INVARIANT_NAMES)('finds it in the oldest of many slices: %s', async (name) => {
    const company = await make.company()
    const topup = await make.topup(company, { approved: true })
    await make.application(company)
    await plant(PLANTED[name]?.(company.id, topup.id) ?? '')
    for (let later = 0; later < 5; later++) {
      portal.clock.moment = new Date(Date.now() + later * 60_000)
      const other = await make.company()
      await make.topup(other, { approved: true })
      await make.application(other)
    }
    expect(await findBroken(portal.db, 2)).toContain(name)
  })
})

describe('watchLedger', () => {
  const errors: unknown[] = []
  const log = { error: (found: unknown) => errors.push(found) } as never
  const broken = (watch: () => Promise<void>) => watch().then(async () => (await portal.proofs.read()).ledger.broken)

  it('goes round in slices, newest first, and stays at one that is broken', async () => {
    const company = await make.company()
    const oldest = await make.topup(company, { approved: true })
    for (let later = 0; later < 4; later++) await make.topup(company, { approved: true })
    await plant(`update ledger set amount_fils = amount_fils + 1 where transaction_id = '${oldest.id}' and account = 'bank_clearing'`)
    const watch = watchLedger({ log }, portal.db, portal.proofs, 4)
    const found = [await broken(watch), await broken(watch), await broken(watch), await broken(watch)]
    const names = ['the ledger sums to zero', 'each movement is two entries that sum to zero']
    expect(found).toEqual([[], [], names, names])
    expect(errors).toEqual([{ broken: names }, { broken: names }])
    await plant(`update ledger set amount_fils = amount_fils - 1 where transaction_id = '${oldest.id}' and account = 'bank_clearing'`)
    expect([await broken(watch), await broken(watch)]).toEqual([[], []])
  })
})
