import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'
import { readCsv } from './readCsv.ts'

describe('a CSV', () => {
  it('begins with a byte order mark and ends each line with CR LF', () => {
    expect(csvOf([['a', 'b'], ['c']])).toBe('\uFEFFa,b\r\nc\r\n')
  })

  it('gives every cell back, but for the mark before what a spreadsheet would take for a formula', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",\'aé٣＝＋－＠') }))
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const back = readCsv(csvOf(rows))
        expect(back).toEqual(rows.map((row) => row.map((cell) => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell))))
        for (const cell of back.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }),
    )
  })
})
