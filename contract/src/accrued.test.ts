import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accrued, addedSoon, type FineFrom, fineOn, type Stop } from './accrued.ts'
import { addDays, afterMonths } from './dates.ts'
import { fils, fromAed } from './money.ts'

const fine = (value: FineFrom['value'], in_force_from = '2020-01-01'): FineFrom => ({ in_force_from, value })
const emiratesId = [fine({ amount: 20, every: 'day', after_days: 30, cap: 1_000 })]
const workPermit = [fine({ amount: 200, every: 'month', months: 'begun', after_days: 60, cap: 2_000 })]
const aed = (amount: number) => fromAed(amount)

describe('accrued', () => {
  it('counts each day from the first to the last, up to the cap', () => {
    expect(accrued(emiratesId, '2026-11-01', '2026-11-22', [])).toBe(aed(440))
    expect(addedSoon(emiratesId, '2026-11-01', '2026-11-22', [])).toBe(aed(560))
    expect(accrued(emiratesId, '2026-11-01', '2027-11-22', [])).toBe(aed(1_000))
    expect(accrued(emiratesId, '2026-11-01', '2026-10-31', [])).toBe(0)
    expect(accrued(emiratesId, '2026-11-01', '2026-11-01', [])).toBe(aed(20))
  })

  it('counts months that have begun', () => {
    expect(accrued(workPermit, '2026-10-01', '2026-11-22', [])).toBe(aed(400))
    expect(addedSoon(workPermit, '2026-10-01', '2026-11-22', [])).toBe(aed(200))
    expect(accrued(workPermit, '2026-10-01', '2026-10-31', [])).toBe(aed(200))
    expect(accrued(workPermit, '2026-10-01', '2028-10-01', [])).toBe(aed(2_000))
  })

  it('counts months that are over, where the rule says so; the last day of a month stands for those it has not', () => {
    const completed = [fine({ amount: 200, every: 'month', months: 'completed' })]
    expect(accrued(completed, '2026-10-01', '2026-10-30', [])).toBe(0)
    expect(accrued(completed, '2026-10-01', '2026-10-31', [])).toBe(aed(200))
    expect(accrued([fine({ amount: 200, every: 'month' })], '2026-10-01', '2026-11-22', [])).toBe(aed(200))
    expect(accrued(completed, '2026-01-31', '2026-02-26', [])).toBe(0)
    expect(accrued(completed, '2026-01-31', '2026-02-27', [])).toBe(aed(200))
    expect(accrued(completed, '2026-01-31', '2026-03-30', [])).toBe(aed(400))
  })

  it('counts once', () => {
    const once = [fine({ amount: 400, every: 'once' })]
    expect([accrued(once, '2026-10-01', '2026-09-30', []), accrued(once, '2026-10-01', '2027-09-30', [])]).toEqual([0, aed(400)])
  })

  it('takes of each day the rule of that day, and the cap of today', () => {
    const rules = [fine({ amount: 50, every: 'day' }, '2026-02-11'), fine({ amount: 100, every: 'day' }, '2027-01-01')]
    expect(accrued(rules, '2026-12-20', '2027-01-05', [])).toBe(aed(12 * 50 + 5 * 100))
    expect(accrued(rules, '2026-12-20', '2026-12-31', [])).toBe(aed(600))
    const capped = [...rules, fine({ amount: 100, every: 'day', cap: 700 }, '2027-01-04')]
    expect(accrued(capped, '2026-12-20', '2027-01-03', [])).toBe(aed(900))
    expect(accrued(capped, '2026-12-20', '2027-01-04', [])).toBe(aed(700))
    expect(addedSoon(capped, '2026-12-20', '2027-01-03', [])).toBe(0)
    const ended = [...rules, fine(null, '2027-01-03')]
    expect(accrued(ended, '2026-12-20', '2027-02-01', [])).toBe(aed(800))
  })

  it('takes of each month the rule of its first day', () => {
    const rules = [...workPermit, fine({ amount: 300, every: 'month', months: 'begun' }, '2026-10-15')]
    expect(accrued(rules, '2026-10-01', '2026-11-22', [])).toBe(aed(500))
  })

  it('passes over the days of a stop', () => {
    const stop = { from: '2026-10-01', until: null }
    expect(accrued(workPermit, '2026-10-01', '2026-11-22', [stop])).toBe(0)
    const ten = { from: '2026-11-05', until: '2026-11-14' }
    expect(accrued(emiratesId, '2026-11-01', '2026-11-22', [ten])).toBe(aed(240))
    expect(accrued(emiratesId, '2026-11-01', '2026-11-22', [ten, ten, { from: '2026-10-01', until: '2026-11-01' }])).toBe(aed(220))
    // A month has begun with its first day outside of them, and is over where none of its days lies inside.
    expect(accrued(workPermit, '2026-10-01', '2026-11-22', [{ from: '2026-11-01', until: '2026-11-21' }])).toBe(aed(400))
    expect(accrued(workPermit, '2026-10-01', '2026-11-22', [{ from: '2026-11-01', until: '2026-11-22' }])).toBe(aed(200))
    const completed = [fine({ amount: 200, every: 'month', months: 'completed' })]
    expect(accrued(completed, '2026-10-01', '2026-12-31', [ten])).toBe(aed(400))
    const once = [fine({ amount: 400, every: 'once' })]
    expect(accrued(once, '2026-10-01', '2026-10-05', [{ from: '2026-10-01', until: '2026-10-05' }])).toBe(0)
    expect(accrued(once, '2026-10-01', '2026-10-06', [{ from: '2026-10-01', until: '2026-10-05' }])).toBe(aed(400))
  })
})

const day = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2026-01-01', days))
const value: fc.Arbitrary<FineFrom['value']> = fc.option(
  fc.record(
    {
      amount: fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
      every: fc.constantFrom('once', 'day', 'month'),
      months: fc.constantFrom('begun', 'completed'),
      cap: fc.integer({ min: 1, max: 2_000 }),
    },
    { requiredKeys: ['amount', 'every'] },
  ),
  { freq: 5 },
)
const fines = fc
  .uniqueArray(fc.record({ in_force_from: day, value }), { selector: ({ in_force_from }) => in_force_from, maxLength: 5 })
  .map((rows) => rows.toSorted((one, other) => (one.in_force_from < other.in_force_from ? -1 : 1)))
const stops: fc.Arbitrary<Stop[]> = fc.array(
  fc.record({ from: day, length: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 4 }) }).map(({ from, length }) => ({
    from,
    until: length === null ? null : addDays(from, length),
  })),
  { maxLength: 3 },
)

/** The same, day after day. */
function plainly(rules: readonly FineFrom[], fined_from: string, on: string, stopped: readonly Stop[]): number {
  const isRunning = (date: string) => date <= on && !stopped.some(({ from, until }) => date >= from && (until === null || date <= until))
  let total = 0
  let ran = false
  const isInMonth = (date: string, month: number) => date < afterMonths(fined_from, month + 1)
  for (let [date, month] = [fined_from, 0]; date <= on; month++) {
    const first = fineOn(rules, date)
    const days: boolean[] = []
    for (; isInMonth(date, month); date = addDays(date, 1)) {
      const running = isRunning(date)
      days.push(running)
      const rule = fineOn(rules, date)
      if (running && rule && (rule.every === 'day' || (rule.every === 'once' && !ran))) total += fromAed(rule.amount)
      ran ||= running
    }
    const counts = first?.months === 'begun' ? days.includes(true) : !days.includes(false)
    if (first?.every === 'month' && counts) total += fromAed(first.amount)
  }
  return Math.min(total, fromAed(fineOn(rules, on)?.cap ?? Number.MAX_SAFE_INTEGER / 1_000))
}

describe('for any fines, days and stops', () => {
  it('is what the days cost one by one', () => {
    fc.assert(
      fc.property(fines, day, day, stops, (rules, from, on, stopped) => {
        expect(accrued(rules, from, on, stopped)).toBe(plainly(rules, from, on, stopped))
      }),
      { numRuns: 1_000 },
    )
  })

  it('never falls while the rule stays, and a stop never costs', () => {
    fc.assert(
      fc.property(value, day, day, fc.integer({ min: 0, max: 60 }), stops, (only, from, on, more, stopped) => {
        const rules = [fine(only)]
        const now = accrued(rules, from, on, stopped)
        expect(accrued(rules, from, addDays(on, more), stopped)).toBeGreaterThanOrEqual(now)
        expect(accrued(rules, from, on, [])).toBeGreaterThanOrEqual(now)
        expect(now).toBe(fils(now))
      }),
    )
  })
})
