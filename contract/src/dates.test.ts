import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysLeft, dubaiDate } from './dates.ts'

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

  it('count back what they counted on', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -800, max: 800 }), (moment, days) => {
        const today = dubaiDate(moment)
        expect(daysLeft(addDays(today, days), today)).toBe(days)
      }),
    )
  })
})
