import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './dates.ts'
import { orderOf, readCell, readDate } from './importCells.ts'

describe('a date of a file', () => {
  it.each([
    ['03/04/2027', '2027-04-03'],
    ['3-4-27', '2027-04-03'],
    ['03.04.1968', '1968-04-03'],
    ['2027-04-03', '2027-04-03'],
    ['2027-04-03T00:00:00', '2027-04-03'],
    ['03-Apr-2027', '2027-04-03'],
    ['3 April 27', '2027-04-03'],
    ['٠٣/٠٤/٢٠٢٧', '2027-04-03'],
    ['\u200f٣ أبريل ٢٠٢٧', '2027-04-03'],
    ['3 كانون الثاني 2027', '2027-01-03'],
    ['46480', '2027-04-03'],
    ['29/02/2028', '2028-02-29'],
    ['31/11/2026', '31/11/2026'],
    ['12/25/2026', '12/25/2026'],
    ['soon', 'soon'],
    ['784', '784'],
    ['', ''],
  ])('%s is %s', (cell, day) => {
    expect(readDate(cell)).toBe(day)
  })

  it('has its month first where the file has', () => {
    expect(readDate('12/25/2026', 'month')).toBe('2026-12-25')
    expect(orderOf(['01/02/2026', '12/25/2026'])).toBe('month')
    expect(orderOf(['01/02/2026', '25/12/2026'])).toBe('day')
    expect(orderOf(['01/02/2026'])).toBeUndefined()
  })

  it('is the same day however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 60_000 }), (days) => {
        const day = addDays('2000-01-01', days)
        const [year, month, at] = day.split('-')
        expect([readDate(day), readDate(`${at}/${month}/${year}`), readDate(`${month}/${at}/${year}`, 'month')]).toEqual([day, day, day])
      }),
    )
  })
})

describe('a cell of a file', () => {
  it('has the digits of this language in numbers, and stays as it is in names', () => {
    expect(readCell('passport_number', ' N٠١٢٣ ')).toBe('N0123')
    expect(readCell('employee_name', '\u202bمحمد ٢\u202c')).toBe('محمد ٢')
    expect(readCell('visa_expiry_date', '١٥/٠١/٢٠٢٧')).toBe('2027-01-15')
  })

  it.each(['-', '—', 'N/A', 'na', 'Nil', '#N/A', '#REF!', 'لا يوجد', ' '])('is empty where it is %s', (cell) => {
    expect(readCell('visa_expiry_date', cell)).toBe('')
    expect(readCell('visa_number', cell)).toBe('')
  })
})
