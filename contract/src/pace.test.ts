import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dubaiDate, startOf } from './dates.ts'
import { lateBefore, paceOf, usualUntil } from './pace.ts'
import type { UsualDays } from './ruleValues.ts'
import { STAGE_NAMES } from './stages.ts'

const USUAL: UsualDays = {
  'Labor Fees': { least: 2 },
  'Entry Permit': { least: 3, most: 5 },
  'Medical Test': { least: 1, most: 3 },
  'Emirates ID': { least: 5, most: 7 },
  'Visa Stamping': { least: 2, most: 3 },
}

const since = (date: string) => new Date(`${date}T12:00:00+04:00`)

describe('paceOf', () => {
  it.each([
    // Usually 3 to 5; 23 November 2026 is a Monday, and the first day does not count.
    ['Entry Permit', '2026-11-23', '2026-11-30', 'on_time'],
    ['Entry Permit', '2026-11-23', '2026-12-01', 'slow'],
    ['Entry Permit', '2026-11-23', '2026-12-07', 'slow'],
    ['Entry Permit', '2026-11-23', '2026-12-08', 'late'],
    // Saturday and Sunday do not count: begun on Friday.
    ['Labor Fees', '2026-11-20', '2026-11-24', 'on_time'],
    ['Labor Fees', '2026-11-20', '2026-11-25', 'slow'],
    ['Labor Fees', '2026-11-20', '2026-11-26', 'slow'],
    ['Labor Fees', '2026-11-20', '2026-11-27', 'late'],
    // None is usual: late after ten.
    ['Offer Letter', '2026-11-23', '2026-12-07', 'on_time'],
    ['Offer Letter', '2026-11-23', '2026-12-08', 'late'],
    ['Offer Letter', '2026-11-21', '2026-12-05', 'on_time'],
    ['Offer Letter', '2026-11-21', '2026-12-07', 'late'],
  ] as const)('says of %s since %s on %s: %s', (stage, from, today, pace) => {
    expect(paceOf(stage, since(from), today, USUAL)).toBe(pace)
  })

  it('counts Dubai days', () => {
    expect(paceOf('Labor Fees', new Date('2026-11-23T20:00:00Z'), '2026-11-26', USUAL)).toBe('on_time')
    expect(paceOf('Labor Fees', new Date('2026-11-23T19:59:59Z'), '2026-11-26', USUAL)).toBe('slow')
  })

  it('says late of what has stood since before lateBefore, whatever the day, by counting the days', () => {
    const days = (from: string, to: string): number =>
      from >= to ? 0 : days(addDays(from, 1), to) + ([0, 6].includes(since(addDays(from, 1)).getUTCDay()) ? 0 : 1)
    const most = { 'Labor Fees': 2, 'Entry Permit': 5, 'Medical Test': 3, 'Emirates ID': 7, 'Visa Stamping': 3 }
    const anyDay = fc.integer({ min: 0, max: 800 }).map((day) => addDays('2026-01-01', day))
    fc.assert(
      fc.property(fc.constantFrom(...STAGE_NAMES), anyDay, fc.integer({ min: 0, max: 40 }), (stage, today, back) => {
        const from = addDays(today, -back)
        const counted = days(from, today) > 2 * (most[stage as keyof typeof most] ?? 5)
        expect(paceOf(stage, since(from), today, USUAL) === 'late').toBe(counted)
        expect(since(from) < lateBefore(stage, today, USUAL)).toBe(counted)
        expect(lateBefore(stage, today, USUAL)).toEqual(new Date(startOf(dubaiDate(lateBefore(stage, today, USUAL)))))
      }),
    )
  })
})

describe('usualUntil', () => {
  it('is the last day on which a case is not slow', () => {
    const anyDay = fc.integer({ min: 0, max: 800 }).map((day) => addDays('2026-01-01', day))
    fc.assert(
      fc.property(fc.constantFrom('Labor Fees', 'Entry Permit', 'Visa Stamping'), anyDay, (stage, from) => {
        const until = usualUntil(stage, since(from), USUAL) ?? ''
        expect(paceOf(stage, since(from), until, USUAL)).toBe('on_time')
        expect(paceOf(stage, since(from), addDays(until, 3), USUAL)).not.toBe('on_time')
      }),
    )
  })

  it('is not known where no figure is usual', () => {
    expect(usualUntil('Offer Letter', since('2026-11-23'), USUAL)).toBeUndefined()
  })
})
