import {
  approveTopup,
  type Charts,
  deleteCompany,
  getCharts,
  getStatement,
  listTransactions,
  reverseTransaction,
  submitApplication,
} from 'contract'
import { desc, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { transactions } from '../db/wallet.table.ts'
import { findAllMiscounted } from './countsProof.ts'
import { isCountedRight } from './largeProof.ts'

const portal = startPortal()
const make = given(portal)
type Person = Awaited<ReturnType<typeof make.user>>

const money = async (who: Person, query = {}): Promise<Charts['money']> => (await as(portal, who).send(getCharts, { query })).reply.money
const inAed = (months: Charts['money']) => months.filter(({ moved_in, moved_out, balance }) => moved_in || moved_out || balance)
const broken = () => findAllMiscounted(portal.db, portal.clock.moment)

/** In AED, by counting every row of the ledger. */
async function counted(month: string): Promise<Omit<Charts['money'][number], 'month'>> {
  const { rows } = await portal.db.execute<{ moved_in: number; moved_out: number; balance: number }>(sql`
    select coalesce(sum(amount_fils) filter (where amount_fils > 0 and month = ${month}), 0)::float8 / 100 as moved_in,
      coalesce(-sum(amount_fils) filter (where amount_fils < 0 and month = ${month}), 0)::float8 / 100 as moved_out,
      coalesce(sum(amount_fils) filter (where month <= ${month}), 0)::float8 / 100 as balance
    from (select amount_fils, to_char(created_at at time zone 'Asia/Dubai', 'YYYY-MM') as month from ledger where company_id is not null) moved`)
  return rows[0] ?? { moved_in: 0, moved_out: 0, balance: 0 }
}

async function office() {
  const company = await make.company()
  return { company, customer: await make.user('company_admin', { of: [company] }) }
}

interface Step {
  act: 'ask' | 'approve' | 'submit' | 'reverse'
  office: number
  aed: number
  days: number
}

/** One that cannot be done is refused. */
async function take({ company, customer }: Awaited<ReturnType<typeof office>>, admin: Person, { act, aed }: Step): Promise<void> {
  const newest = (fits: ReturnType<typeof sql>) =>
    portal.db.select().from(transactions).where(sql`company_id = ${company.id} and ${fits}`).orderBy(desc(transactions.seq)).limit(1)
  if (act === 'ask') await make.topup(company, { aed })
  else if (act === 'submit')
    await as(portal, customer).send(submitApplication, { body: newEmployee(company, { passport_number: `P${aed}` }) })
  else {
    const [one] = await newest(act === 'approve' ? sql`type = 'topup' and status = 'pending'` : sql`decided_at is not null`)
    if (!one) return
    if (act === 'approve') await as(portal, admin).send(approveTopup, { params: one, body: {} })
    else await as(portal, admin).send(reverseTransaction, { params: one, body: { reason: 'Booked twice', amount: 0.29 } })
  }
}

describe('the money of GET /dashboard/charts', () => {
  it('is what counting the ledger and the statements say, after random work', async () => {
    const admin = await make.user('admin')
    const step = fc.record({
      act: fc.constantFrom<Step['act']>('ask', 'ask', 'approve', 'approve', 'submit', 'reverse'),
      office: fc.nat(1),
      aed: fc.integer({ min: 1, max: 2_000_000 }).map((fils) => fils / 100),
      days: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const offices = [await office(), await office()] as const
        for (const one of steps) {
          portal.clock.moment = new Date(portal.clock.moment.getTime() + one.days * 86_400_000)
          await take(one.office === 0 ? offices[0] : offices[1], admin, one)
        }
        for (const { month, ...said } of await money(admin)) expect([month, said]).toEqual([month, await counted(month)])
        for (const { company, customer } of offices) {
          const own = await money(customer)
          expect(own).toEqual(await money(admin, { company_id: company.id }))
          for (const { month, moved_in, moved_out, balance } of inAed(own)) {
            const { reply } = await as(portal, customer).send(getStatement, { query: { month } })
            expect([reply.credits, reply.debits, reply.closing]).toEqual([moved_in, moved_out, balance])
            const query = { company_id: company.id, month }
            const listed = await as(portal, admin).list(listTransactions, { query })
            expect([listed.items.map(({ id }) => id), listed.total]).toEqual([
              reply.rows.map(({ id }) => id).toReversed(),
              reply.rows.length,
            ])
          }
          for (const slice of [1, 100]) expect(await isCountedRight(portal.db, company.id, portal.clock.moment, slice)).toBe(true)
        }
        expect(await broken()).toEqual([])
      }),
      { numRuns: Number(process.env.COUNT_ROUNDS ?? 20) / 10, seed: 2026 },
    )
    expect(inAed(await money(admin)).length).toBeGreaterThan(3)
  })

  it('counts a month of Asia/Dubai, as many as asked, and keeps the balance of before', async () => {
    const { company, customer } = await office()
    portal.clock.moment = new Date('2030-01-31T19:59:59.999Z')
    await make.topup(company, { approved: true, aed: 100 })
    portal.clock.moment = new Date('2030-01-31T20:00:00.000Z')
    await make.topup(company, { approved: true, aed: 25.5 })
    portal.clock.moment = new Date('2030-05-10T08:00:00.000Z')
    expect(await money(customer, { months: '3' })).toEqual(
      ['2030-03', '2030-04', '2030-05'].map((month) => ({ month, moved_in: 0, moved_out: 0, balance: 125.5 })),
    )
    expect((await money(customer, { months: '6' })).slice(1, 3)).toEqual([
      { month: '2030-01', moved_in: 100, moved_out: 0, balance: 100 },
      { month: '2030-02', moved_in: 25.5, moved_out: 0, balance: 125.5 },
    ])
  })

  it('shows a company nothing of others, and stays after a company is gone as its transactions do (V3, W6)', async () => {
    const [one, other] = [await office(), await office()]
    const admin = await make.user('admin')
    await make.topup(other.company, { approved: true, aed: 77 })
    for (const query of [{}, { company_id: other.company.id }]) expect(inAed(await money(one.customer, query))).toEqual([])
    const before = await money(admin)
    await as(portal, admin).send(deleteCompany, { params: other.company })
    expect(await money(admin)).toEqual(before)
    expect((await money(admin, { company_id: other.company.id })).at(-1)?.balance).toBe(77)
    expect(await broken()).toEqual([])
  })

  it('is found where it is wrong, also in a company of many slices', async () => {
    const { company } = await office()
    await make.topup(company, { approved: true })
    const change = (by: number) =>
      portal.db.execute(sql`update company_counts set number = number + ${by} where company_id = ${company.id} and kind = 'moved_in'`)
    await change(1)
    expect(await broken()).toEqual([`of company ${company.id}`, 'total by moved_in'])
    expect(await isCountedRight(portal.db, company.id, portal.clock.moment, 1)).toBe(false)
    await change(-1)
    expect(await isCountedRight(portal.db, company.id, portal.clock.moment, 1)).toBe(true)
  })
})
