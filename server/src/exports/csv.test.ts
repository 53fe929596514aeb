import { BOM, unguarded } from 'contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import { readCsv } from '../../../test/readCsv.ts'
import { linesOf } from './csv.ts'

const csvOf = (rows: string[][]): string => BOM + linesOf(rows)

describe('a CSV', () => {
  it('begins with a byte order mark and ends each line with CR LF', () => {
    expect(csvOf([['a', 'b'], ['c']])).toBe('\uFEFFa,b\r\nc\r\n')
  })

  const nasty = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\'aé٣＝＋－＠') }))
  const tables = fc.array(fc.array(nasty, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

  it('gives every cell back, but for the marks before what a spreadsheet would take for a formula', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const back = readCsv(csvOf(rows))
        const isMark = (shorter: string, longer: string) => {
          let at = 0
          for (const letter of longer) if (letter === shorter[at]) at++
          return at === shorter.length
        }
        expect(back.map((row) => row.length)).toEqual(rows.map((row) => row.length))
        for (const [index, cell] of back.flat().entries()) {
          const given = rows.flat()[index] ?? ''
          expect(cell).not.toMatch(FORMULA)
          expect(cell.replaceAll("'", '')).toBe(given.replaceAll("'", ''))
          expect(isMark(given, cell), `${given} in ${cell}`).toBe(true)
          if (!/(^|[;\t\r\n]"*)[=+\-@\t\r\n＝＋－＠]/.test(given)) expect(cell).toBe(given)
        }
      }),
    )
  })

  it('is read without its marks by an import', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const given = text.replaceAll("'", '')
        expect(unguarded(readCsv(csvOf([[given, 'y']]))[0]?.[0] ?? '')).toBe(given)
      }),
    )
  })

  it('has no formula for a spreadsheet that separates cells by semicolons or tabs either', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(';', '\t', ','), (rows, separator) => {
        for (const cell of cellsOf(csvOf(rows), separator)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['=1', "'=1"],
    ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
    ['x;"=1;y', 'x;"\'=1;y'],
    ['x\t+1', "x\t'+1"],
    ['x\n-1', "x\n'-1"],
    ['Basic 4,000; housing 2,000', 'Basic 4,000; housing 2,000'],
    ['a - b', 'a - b'],
  ])('writes %j as %j', (given, written) => {
    expect(readCsv(csvOf([[given, 'y']]))).toEqual([[written, 'y']])
  })

  it('takes no longer for what is full of quotes', async () => {
    expect(await cpuTime(() => linesOf([['"'.repeat(100_000)]]))).toBeLessThan(1_000)
  })
})

/** The cells as a spreadsheet with this separator reads them: quotes count only at the beginning of a cell. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let rest = text.slice(1)
  while (rest !== '') {
    const [quoted, inside = ''] = /^"((?:[^"]|"")*)(?:"|$)/.exec(rest) ?? ['']
    rest = rest.slice(quoted.length)
    const end = [...rest].findIndex((letter) => letter === separator || letter === '\r' || letter === '\n')
    const letters = [...rest]
    cells.push(inside.replaceAll('""', '"') + letters.slice(0, end < 0 ? undefined : end).join(''))
    rest = end < 0 ? '' : letters.slice(end + 1).join('')
  }
  return cells
}
