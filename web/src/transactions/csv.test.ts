import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CSV_COLUMNS, csvOf, transactionsCsv } from './csv.ts'
import { topup, visaPayment } from './given.ts'

const WORDS = {
  heads: Object.fromEntries(CSV_COLUMNS.map((column) => [column, column])) as Record<(typeof CSV_COLUMNS)[number], string>,
  typeOf: ({ type }: { type: string }) => type,
  statusOf: ({ status }: { status: string }) => status,
}

/** Reads a CSV as RFC 4180 says. */
function read(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('the CSV of transactions', () => {
  it('begins with a byte order mark and ends each line with CR LF', () => {
    expect(csvOf([['a', 'b'], ['c']])).toBe('\uFEFFa,b\r\nc\r\n')
  })

  it('gives every cell back, but for the mark before what a spreadsheet would take for a formula', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",\'aé٣') }))
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const back = read(csvOf(rows))
        expect(back).toEqual(rows.map((row) => row.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))))
        for (const cell of back.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })

  it('writes each amount with two decimals, exactly, and never as a formula', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_00 }), fc.boolean(), (fils, credit) => {
        const made = credit ? topup({ amount: fils / 100 }) : visaPayment({ amount: fils / 100 })
        const [, row = []] = read(transactionsCsv([made], WORDS))
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

  it('writes the days of Dubai as ISO dates, and what people wrote as it is', () => {
    const made = topup({
      created_at: '2026-11-30T21:30:00.000Z',
      status: 'rejected',
      notes: '=HYPERLINK("http://evil")',
      user_name: 'Huda, Salem',
      decided_at: '2026-12-01T05:00:00.000Z',
    })
    const [heads, row] = read(transactionsCsv([made], WORDS))
    expect(heads).toEqual([...CSV_COLUMNS])
    expect(row).toEqual([
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
