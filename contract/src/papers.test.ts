import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './dates.ts'
import { PAPER_KINDS, paperStanding, soonUntil } from './papers.ts'
import type { RuleRow } from './ruleFor.ts'

const rule = (applies: RuleRow['applies'], value: object): RuleRow => ({
  key: 'paper_warn_days',
  applies,
  value,
  in_force_from: '2026-01-01',
})

describe('until when an end is soon', () => {
  it('is 60 days ahead where no rule says otherwise', () => {
    for (const kind of PAPER_KINDS) expect(soonUntil(kind, [], '2026-11-22')).toBe('2027-01-21')
  })

  it('is what the rule of the kind says, in days or in months', () => {
    const rules = [rule({ paper: 'passport' }, { days: 240 }), rule({ paper: 'insurance' }, { months: 3 })]
    expect(soonUntil('passport', rules, '2026-11-22')).toBe('2027-07-20')
    expect(soonUntil('health_insurance', rules, '2026-11-30')).toBe('2027-02-28')
    expect(soonUntil('residence', rules, '2026-11-22')).toBe('2027-01-21')
    expect(soonUntil('passport', rules, '2025-12-31')).toBe(addDays('2025-12-31', 60))
  })
})

it('a paper is expired from the day after its end, soon up to that day, and valid before (property)', () => {
  const today = '2026-11-22'
  const until = '2027-01-21'
  expect(paperStanding(null, { today, until })).toBe('no_date')
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
      expect(paperStanding(addDays(today, days), { today, until })).toBe(days < 0 ? 'expired' : days <= 60 ? 'soon' : 'valid')
    }),
  )
})
