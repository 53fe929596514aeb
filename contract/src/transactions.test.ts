import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fils, toAed } from './money.ts'
import { outlookOf } from './transactions.ts'

describe('what a payment leaves (W2, U40)', () => {
  it.each([
    ['covered', 6500, { balance: 7000, due: 0 }, 0, 0],
    ['covered to the fils', 6500, { balance: 6500, due: 0 }, 0, 0],
    ['one fils short', 6500, { balance: 6499.99, due: 0 }, 6500, 0.01],
    ['nothing in the wallet', 7500, { balance: 0, due: 0 }, 7500, 7500],
    ['behind an older one that it could have paid for', 6500, { balance: 7000, due: 7500 }, 14_000, 7000],
  ])('%s', (_, cost, wallet, due, missing) => {
    const outlook = outlookOf(fils(cost * 100), wallet)
    expect([toAed(outlook.due), toAed(outlook.missing)]).toEqual([due, missing])
  })

  it('is due as a whole or not at all, and what is missing makes it paid', () => {
    const amount = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 1_000_000 }), (balance, before, cost) => {
        const { due, missing } = outlookOf(fils(cost), { balance: balance / 100, due: before / 100 })
        expect([0, before + cost]).toContain(due)
        expect(balance + missing).toBeGreaterThanOrEqual(due)
        if (missing > 0) expect(balance + missing).toBe(due)
      }),
    )
  })
})
