import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, daysLeft, dubaiDate, startOf } from './dates.ts'

const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

describe('Dubai days', () => {
  it.each([
    ['2026-03-01T19:59:59.999Z', '2026-03-01'],
    ['2026-03-01T20:00:00.000Z', '2026-03-02'],
    ['2026-12-31T21:30:00.000Z', '2027-01-01'],
  ])('%s is %s in Dubai', (moment, date) => expect(dubaiDate(new Date(moment))).toBe(date))

  it('agree with the time zone database', () => {
    const inDubai = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' })
    fc.assert(
      fc.property(moments, (moment) => {
        expect(dubaiDate(moment)).toBe(inDubai.format(moment))
      }),
    )
  })

  it('begin at their first moment', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const beginning = new Date(startOf(dubaiDate(moment)))
        expect(dubaiDate(beginning)).toBe(dubaiDate(moment))
        expect(dubaiDate(new Date(beginning.getTime() - 1))).toBe(addDays(dubaiDate(moment), -1))
      }),
    )
  })

  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', -27, '2023-12'],
  ])('are in months: %s and %i are %s', (month, months, sum) => expect(addMonths(month, months)).toBe(sum))

  it('count back what they counted on', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -800, max: 800 }), (moment, days) => {
        const today = dubaiDate(moment)
        expect(daysLeft(addDays(today, days), today)).toBe(days)
      }),
    )
  })
})
