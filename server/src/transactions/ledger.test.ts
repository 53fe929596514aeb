import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { findBroken } from './invariants.ts'

const portal = startPortal()
const make = given(portal)
const run = (statement: string) => portal.db.execute(sql.raw(statement))
const entry = (id: string, account: string, company: string | null, fils: number) =>
  `insert into ledger (transaction_id, account, company_id, amount_fils, created_at) values ('${id}', '${account}', ${company ? `'${company}'` : 'null'}, ${fils}, now())`

describe('the ledger (T43)', () => {
  it.each(['update ledger set amount_fils = 1', 'delete from ledger', 'truncate ledger'])('refuses: %s', async (statement) => {
    await make.topup(await make.company(), { approved: true })
    await expect(run(statement)).rejects.toMatchObject({ cause: { message: 'ledger is append-only' } })
  })

  it('commits no movement that does not sum to zero', async () => {
    const company = await make.company()
    const topup = await make.topup(company)
    await expect(run(entry(topup.id, 'wallet', company.id, 500))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('sum to zero') },
    })
    const uneven = portal.db.transaction(async (tx) => {
      await tx.execute(sql.raw(entry(topup.id, 'wallet', company.id, 500)))
      await tx.execute(sql.raw(entry(topup.id, 'bank_clearing', null, -499)))
    })
    await expect(uneven).rejects.toThrow()
    expect(await findBroken(portal.db)).toEqual([])
  })

  it('lets no balance go below zero (W4)', async () => {
    const company = await make.company()
    const topup = await make.topup(company)
    await expect(run(entry(topup.id, 'wallet', company.id, -1))).rejects.toMatchObject({ cause: { constraint: 'wallets_never_negative' } })
  })

  it('lets no hand move a balance or change a decided transaction', async () => {
    const company = await make.company()
    const topup = await make.topup(company, { approved: true })
    await expect(run(`update wallets set balance_fils = 1 where company_id = '${company.id}'`)).rejects.toThrow()
    await expect(run(`delete from wallets where company_id = '${company.id}'`)).rejects.toThrow()
    await expect(run(`insert into wallets values ('${v7()}', 5)`)).rejects.toThrow()
    await expect(run(`update transactions set amount_fils = 1 where id = '${topup.id}'`)).rejects.toThrow()
    await expect(run(`update transactions set status = 'pending' where id = '${topup.id}'`)).rejects.toThrow()
    await expect(run(`delete from transactions where id = '${topup.id}'`)).rejects.toThrow()
  })
})
