import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VISA_COST } from './applications.ts'
import { fils, formatAed, formatSigned, fromAed, toAed } from './money.ts'

describe('money', () => {
  it('comes back from the wire to the fils', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (amount) => {
        expect(fromAed(toAed(fils(amount)))).toBe(amount)
      }),
    )
  })

  it.each([
    [8.2, 820],
    [0.1 + 0.2, 30],
    [1_000_000, 100_000_000],
  ])('reads AED %s as %s fils', (aed, expected) => expect(fromAed(aed)).toBe(expected))

  it.each([0.5, Number.NaN, 1e21])('takes %s for no amount in fils', (amount) => expect(() => fils(amount)).toThrow(RangeError))

  it('is written with two decimals and a non-breaking space (U11)', () => expect(formatAed(7500)).toBe('AED\u00a07,500.00'))

  it('is written with its sign', () => {
    expect([formatSigned(500, 'credit'), formatSigned(7500, 'debit')]).toEqual(['+AED\u00a0500.00', '\u2212AED\u00a07,500.00'])
  })

  it('costs AED 7,500 inside the UAE and AED 6,500 outside (§9)', () => {
    expect([toAed(VISA_COST.inside_uae), toAed(VISA_COST.outside_uae)]).toEqual([7500, 6500])
  })
})
