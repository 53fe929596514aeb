import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VISA_COST } from './applications.ts'
import {
  editAmount,
  fils,
  formatAed,
  formatAmount,
  formatSigned,
  fromAed,
  minus,
  parseAmount,
  plus,
  shortfall,
  sum,
  toAed,
} from './money.ts'

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

describe('an amount that a person types', () => {
  it('is read back as it was written, to the fils, without and with its currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        expect(parseAmount(formatAmount(fils(amount)))).toBe(amount)
        expect(formatAmount(fils(amount))).toMatch(/^\d{1,3}(,\d{3})*\.\d\d$/)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (amount) => {
        expect(parseAmount(formatAed(toAed(fils(amount))))).toBe(amount)
      }),
    )
  })

  it('is an amount in whole fils or none, whatever the text', () => {
    const near = fc.string({ unit: fc.constantFrom(...'0123456789.,-+e AED٠٩٫٬'), maxLength: 12 })
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        const amount = parseAmount(text)
        if (amount !== undefined) expect(parseAmount(formatAmount(amount))).toBe(amount)
      }),
    )
  })

  it.each([
    ['8.20', 820],
    ['8.2', 820],
    ['8.', 800],
    ['1,234.50', 123_450],
    [' AED\u00a01,234.50 ', 123_450],
    ['0.29', 29],
    ['1000000', 100_000_000],
    ['١٬٢٣٤٫٥٠', 123_450],
    ['۱۲۳۴', 123_400],
  ])('reads %s as %s fils', (text, expected) => expect(parseAmount(text)).toBe(expected))

  it.each([
    '',
    ' ',
    '1.005',
    '1e21',
    '8,20',
    '1,2345',
    '1,23,456',
    '-5',
    '+5',
    '.5',
    '1.2.3',
    'Infinity',
    'NaN',
    '0x10',
    '9'.repeat(17),
    '½',
  ])('refuses "%s"', (text) => expect(parseAmount(text)).toBeUndefined())

  it.each([
    ['1,23', '1,234', '1,234'],
    ['1,234', '1,2345', '12,345'],
    ['1,234', '1,24', '124'],
    ['1', '1,', '1'],
    ['12', '12.', '12.'],
    ['12.', '12.5', '12.5'],
    ['', '1,234.50', '1,234.50'],
    ['', '٥٠٠٠', '5,000'],
    ['1,000', '1,500000', '1,500,000'],
    ['5', '', ''],
  ])('shows %s edited to %s as %s', (before, edited, shown) => expect(editAmount(before, edited)).toBe(shown))

  it.each([
    ['12.50', '12.505'],
    ['', '1.005'],
    ['', '8,20'],
    ['12', '12a'],
    ['', '1e21'],
    ['1.5', '1.5.'],
  ])('keeps %s where it would become %s', (before, edited) => expect(editAmount(before, edited)).toBeUndefined())

  it('never shows another amount than was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (amount) => {
        const typed = [...(amount / 100).toFixed(2)].reduce((shown, key) => editAmount(shown, shown + key) ?? 'refused', '')
        expect(parseAmount(typed)).toBe(amount)
      }),
    )
  })
})

describe('sums of fils', () => {
  it('are exact, and refuse what no integer holds', () => {
    expect([plus(fils(1), fils(2)), minus(fils(1), fils(3)), sum([fils(10), fils(-4)]), sum([])]).toEqual([3, -2, 6, 0])
    expect(() => plus(fils(Number.MAX_SAFE_INTEGER), fils(1))).toThrow(RangeError)
  })

  it('fall short by what is missing, never by less than nothing', () => {
    expect([shortfall(fils(650_000), fils(100)), shortfall(fils(100), fils(650_000))]).toEqual([649_900, 0])
  })
})
