import {
  approveTopup,
  fils,
  fromAed,
  getStatement,
  listTransactions,
  requestTopup,
  reverseTransaction,
  submitApplication,
  toAed,
} from 'contract'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { findBroken } from './invariants.ts'

const portal = startPortal()
const make = given(portal)

/** A company whose administrator acts at given times, with an administrator of the portal to approve. */
async function customer() {
  const company = await make.company()
  const [user, administrator] = [await make.user('company_admin', { of: [company] }), await make.user('admin')]
  // A new session each time, because the times are weeks apart.
  const own = () => as(portal, user)
  const admin = () => as(portal, administrator)
  const at = (moment: string) => {
    portal.clock.moment = new Date(moment)
  }
  const topUp = async (amount: number) => {
    const { reply } = await own().send(requestTopup, { body: { amount, receipt_document: dataString(PDF) } })
    return reply.id
  }
  const approve = (id: string) => admin().send(approveTopup, { params: { id }, body: { notes: null } })
  const submit = async (changes = {}) => own().send(submitApplication, { body: newEmployee(company, changes) })
  const statement = async (month?: string) => (await own().send(getStatement, { query: month ? { month } : {} })).reply
  return { company, own, admin, at, topUp, approve, submit, statement }
}

afterEach(async () => {
  expect(await findBroken(portal.db)).toEqual([])
})

describe('GET /transactions/statement', () => {
  it('begins where the month before ended and adds up, in the order in which it moved', async () => {
    const { at, topUp, approve, submit, statement } = await customer()
    at('2026-10-12T08:00:00.000Z')
    await approve(await topUp(10_000))
    at('2026-10-20T08:00:00.000Z')
    await submit()
    at('2026-11-01T08:00:00.000Z')
    await submit({ employee_name: 'Maya Nair', passport_number: 'N2' })
    at('2026-11-04T08:00:00.000Z')
    const covers = await topUp(10_000.29)
    at('2026-11-05T09:00:00.000Z')
    await approve(covers)
    const october = await statement('2026-10')
    expect(october).toMatchObject({ month: '2026-10', opening: 0, credits: 10_000 })
    const { rows, ...november } = await statement()
    const cost = october.debits
    expect(november).toEqual({
      month: '2026-11',
      months: ['2026-11', '2026-10'],
      opening: october.closing,
      credits: 10_000.29,
      debits: cost,
      closing: toAed(fils(fromAed(october.closing) + fromAed(10_000.29) - fromAed(cost))),
    })
    expect(rows).toEqual([
      {
        ...{ id: covers, type: 'topup', direction: 'credit', amount: 10_000.29, employee_name: null, notes: null },
        ...{ moved_on: '2026-11-05', balance: toAed(fils(fromAed(october.closing) + fromAed(10_000.29))) },
      },
      {
        ...{ id: expect.any(String), type: 'visa_payment', direction: 'debit', amount: cost, employee_name: 'Maya Nair', notes: null },
        ...{ moved_on: '2026-11-05', balance: november.closing },
      },
    ])
  })

  it('counts a movement on its day in Dubai', async () => {
    const { at, topUp, approve, statement } = await customer()
    at('2026-10-31T20:30:00.000Z')
    await approve(await topUp(10))
    at(START.toISOString())
    expect((await statement('2026-11')).rows.map((row) => row.moved_on)).toEqual(['2026-11-01'])
    expect((await statement('2026-11')).months).toEqual(['2026-11'])
  })

  it('has every row of a month of many, in the order in which they moved', async () => {
    const { company, statement } = await customer()
    for (let aed = 1; aed <= 205; aed++) await make.topup(company, { approved: true, aed })
    const { rows, credits, closing } = await statement()
    expect(rows.map(({ amount }) => amount)).toEqual(Array.from({ length: 205 }, (_, at) => at + 1))
    expect([rows.at(-1)?.balance, credits, closing]).toEqual([21_115, 21_115, 21_115])
  })

  it('leaves out what is pending or was rejected, and shows a correction with its reason', async () => {
    const { own, admin, at, topUp, approve, submit, statement } = await customer()
    at('2026-11-02T08:00:00.000Z')
    await topUp(500)
    await submit()
    expect(await statement()).toMatchObject({ opening: 0, credits: 0, debits: 0, closing: 0, rows: [] })
    await approve(await topUp(20_000))
    const [payment] = (await own().send(listTransactions, { query: { type: 'visa_payment' } })).reply
    await admin().send(reverseTransaction, { params: { id: payment?.id ?? '' }, body: { reason: 'Discount agreed', amount: 100.01 } })
    const { rows } = await statement()
    expect(rows.map((row) => row.type)).toEqual(['topup', 'visa_payment', 'reversal'])
    expect(rows[2]).toMatchObject({ direction: 'credit', amount: 100.01, notes: 'Discount agreed', employee_name: 'Sara Khan' })
  })

  it('is exact to the fils for any movements: one month closes where the next one opens', async () => {
    const movement = fc.record({ amount: fc.integer({ min: 100, max: 10_000_00 }), day: fc.integer({ min: 1, max: 90 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 8 }), async (movements) => {
        const company = await make.company()
        for (const { amount, day } of movements) {
          portal.clock.moment = new Date(Date.UTC(2026, 8, day))
          await make.topup(company, { approved: true, aed: amount / 100 })
        }
        portal.clock.moment = new Date('2026-12-15T08:00:00.000Z')
        const { send } = as(portal, await make.user('company_admin', { of: [company] }))
        let before = 0
        for (const month of ['2026-09', '2026-10', '2026-11', '2026-12']) {
          const { reply } = await send(getStatement, { query: { month } })
          if (reply.month !== month) continue
          expect(fromAed(reply.opening)).toBe(before)
          expect(fromAed(reply.closing)).toBe(before + fromAed(reply.credits) - fromAed(reply.debits))
          expect(reply.rows.at(-1)?.balance ?? reply.opening).toBe(reply.closing)
          before = fromAed(reply.closing)
        }
        expect(before).toBe(movements.reduce((total, { amount }) => total + amount, 0))
      }),
      { numRuns: 10 },
    )
  })

  it('is of a month without a movement too', async () => {
    const { at, topUp, approve, statement } = await customer()
    at('2026-09-12T08:00:00.000Z')
    await approve(await topUp(10))
    at(START.toISOString())
    expect(await statement('2026-10')).toEqual({
      month: '2026-10',
      months: ['2026-11', '2026-10', '2026-09'],
      opening: 10,
      credits: 0,
      debits: 0,
      closing: 10,
      rows: [],
    })
  })

  it('is of this month for a month before the first movement or in the future, and of nothing without a company', async () => {
    const { statement } = await customer()
    const empty = { month: '2026-11', months: ['2026-11'], opening: 0, credits: 0, debits: 0, closing: 0, rows: [] }
    expect([await statement('1999-01'), await statement('2030-01'), await statement()]).toEqual([empty, empty, empty])
    expect((await as(portal, await make.user('company_admin')).send(getStatement, {})).reply).toEqual(empty)
  })

  it.each(['2026', '2026-13', '2026-00', '11-2026', '0000-01'])('refuses %j as a month', async (month) => {
    const { own } = await customer()
    const { status, problem } = await own().send(getStatement, { query: { month } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'month'])
  })

  it('shows the wallet of the active company alone (W3)', async () => {
    const { topUp, approve, statement } = await customer()
    const other = await customer()
    await approve(await topUp(10))
    expect((await statement()).rows).toHaveLength(1)
    expect((await other.statement()).rows).toEqual([])
  })
})
