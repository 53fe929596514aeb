import { fils, fromAed, toAed } from 'contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { topup, visaPayment } from '../../../test/given.ts'
import { monthsOf, statementOf } from './statement.ts'

const at = (moment: string) => ({ decided_at: moment, balance_after: 0 })

describe('the statement of a month', () => {
  it('begins where the month before ended and adds up, with the rows in the order in which they moved', () => {
    const october = topup({ amount: 10_000, status: 'approved', ...at('2026-10-12T08:00:00.000Z') })
    const paid = visaPayment({ status: 'completed', ...at('2026-10-20T08:00:00.000Z') })
    const waited = visaPayment({ status: 'completed', created_at: '2026-11-01T08:00:00.000Z', ...at('2026-11-05T09:00:00.000Z') })
    const covers = topup({ amount: 3000.29, status: 'approved', created_at: '2026-11-04T08:00:00.000Z', ...at('2026-11-05T09:00:00.000Z') })
    const statement = statementOf([covers, waited, paid, october], '2026-11')
    expect(statement).toMatchObject({ opening: 350_000, credits: 300_029, debits: 650_000, closing: 29 })
    expect(statement.rows.map(({ transaction, amount, balance }) => [transaction, amount, balance])).toEqual([
      [covers, 300_029, 650_029],
      [waited, -650_000, 29],
    ])
  })

  it('counts a movement on its day in Dubai', () => {
    const late = topup({ status: 'approved', ...at('2026-10-31T20:30:00.000Z') })
    expect(statementOf([late], '2026-10').rows).toEqual([])
    expect(statementOf([late], '2026-11').rows.map(({ date }) => date)).toEqual(['2026-11-01'])
  })

  it('leaves out what is pending or was rejected', () => {
    const rejected = topup({ status: 'rejected', decided_at: '2026-11-05T09:00:00.000Z' })
    expect(statementOf([topup(), rejected, visaPayment()], '2026-11')).toEqual({ opening: 0, credits: 0, debits: 0, closing: 0, rows: [] })
  })

  it('is exact to the fils for any movements: one month closes where the next one opens', () => {
    const movement = fc.record({
      amount: fc.integer({ min: 1, max: 1_000_000_00 }).map((amount) => toAed(fils(amount))),
      direction: fc.constantFrom('credit' as const, 'debit' as const),
      day: fc.integer({ min: 1, max: 90 }),
    })
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
        const made = movements.map(({ amount, direction, day }) =>
          topup({ amount, direction, status: 'approved', ...at(new Date(Date.UTC(2026, 8, day)).toISOString()) }),
        )
        const all = ['2026-09', '2026-10', '2026-11', '2026-12'].map((month) => statementOf(made, month))
        for (const [index, each] of all.entries()) {
          expect(each.closing).toBe(each.opening + each.credits - each.debits)
          expect(each.opening).toBe(all[index - 1]?.closing ?? 0)
          expect(each.rows.at(-1)?.balance ?? each.opening).toBe(each.closing)
        }
        const total = made.reduce((sum, { amount, direction }) => sum + (direction === 'credit' ? fromAed(amount) : -fromAed(amount)), 0)
        expect(all.at(-1)?.closing).toBe(total)
      }),
    )
  })
})

describe('the months to choose from', () => {
  it('begin with the first movement and end with today', () => {
    const first = topup({ status: 'approved', ...at('2025-11-30T21:00:00.000Z') })
    expect(monthsOf([topup(), first], '2026-02-14')).toEqual(['2026-02', '2026-01', '2025-12'])
  })

  it('are this month alone while nothing has moved', () => expect(monthsOf([topup()], '2026-02-14')).toEqual(['2026-02']))
})
