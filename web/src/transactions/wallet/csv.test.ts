import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../test/readCsv.ts'
import { topup, visaPayment } from '../../../test/sampleTransactions.ts'
import { CSV_COLUMNS, transactionsCsv } from './csv.ts'

const WORDS = {
  heads: Object.fromEntries(CSV_COLUMNS.map((column) => [column, column])) as Record<(typeof CSV_COLUMNS)[number], string>,
  typeOf: ({ type }: { type: string }) => type,
  statusOf: ({ status }: { status: string }) => status,
}

describe('the CSV of transactions', () => {
  it('writes each amount with two decimals, exactly, and never as a formula', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_00 }), fc.boolean(), (fils, credit) => {
        const made = credit ? topup({ amount: fils / 100 }) : visaPayment({ amount: fils / 100 })
        const [, row = []] = readCsv(transactionsCsv([made], WORDS))
        const [into, out] = [row[CSV_COLUMNS.indexOf('credit')] ?? '', row[CSV_COLUMNS.indexOf('debit')] ?? '']
        const [amount, other] = credit ? [into, out] : [out, into]
        expect([amount.replace('.', '').replace(/^0+/, ''), other]).toEqual([String(fils), ''])
        expect(amount).toMatch(/^\d+\.\d\d$/)
      }),
    )
  })

  it.each([
    [8.2, '8.20'],
    [1234.5, '1234.50'],
    [1_000_000, '1000000.00'],
    [0.29, '0.29'],
  ])('writes AED %s as %s', (amount, text) => expect(transactionsCsv([topup({ amount })], WORDS)).toContain(`,${text},`))

  it('keeps the rows in their order, so that each balance follows from the row below it, in one moment too (U61)', () => {
    const moved_at = '2026-11-20T06:00:00.000Z'
    const movement = fc.record({ fils: fc.integer({ min: 1, max: 1_000_000_00 }), credit: fc.boolean() })
    fc.assert(
      fc.property(fc.array(movement, { minLength: 1, maxLength: 12 }), (movements) => {
        let held = 0
        const ledger = [{ fils: 12_000_000_00, credit: true }, ...movements].map(({ fils, credit }, index) => {
          held += credit ? fils : -fils
          const moved = { amount: fils / 100, moved_at, seq: index + 1, balance_after: held / 100 }
          return credit ? topup({ ...moved, status: 'approved' }) : visaPayment({ ...moved, status: 'completed' })
        })
        const [, ...rows] = readCsv(transactionsCsv(ledger.toReversed(), WORDS))
        let before = 0
        for (const row of rows.toReversed()) {
          const [credit = 0, debit = 0, balance = 0] = (['credit', 'debit', 'balance'] as const).map((column) =>
            Math.round(Number(row[CSV_COLUMNS.indexOf(column)]) * 100),
          )
          expect(balance).toBe(before + credit - debit)
          before = balance
        }
        expect(before).toBe(held)
      }),
    )
  })

  it('writes the days of Dubai as ISO dates, and what people wrote as it is', () => {
    const made = topup({
      created_at: '2026-11-30T21:30:00.000Z',
      status: 'rejected',
      notes: '=HYPERLINK("http://evil")',
      user_name: 'Huda, Salem',
      decided_at: '2026-12-01T05:00:00.000Z',
    })
    const [heads, row] = readCsv(transactionsCsv([made], WORDS))
    expect(heads).toEqual([...CSV_COLUMNS])
    expect(row).toEqual([
      '2026-12-01',
      '2026-12-01',
      'topup',
      'rejected',
      '',
      'Huda, Salem',
      '500.00',
      '',
      '',
      '\'=HYPERLINK("http://evil")',
      '2026-12-01',
      made.id,
    ])
  })
})
