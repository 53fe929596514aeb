import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPANY_NEEDS, type ReadinessFacts, readinessOf, stoppingFor } from './readiness.ts'

const UNKNOWN = {
  emirate: null,
  jurisdiction: null,
  free_zone: null,
  mohre_category: null,
  quota_total: null,
  wages_paid_through: null,
} as const
const rule = (key: 'wages_due' | 'wages_stop' | 'company_papers_lapsed', in_force_from: string, value: object, confirmed = true) => ({
  ...{ id: `${key} ${in_force_from}`, key, applies: {}, value, in_force_from, confirmed },
})
const RULES = [
  rule('company_papers_lapsed', '2024-03-18', { en: 'Stops', ar: 'تتوقف' }),
  rule('wages_due', '2022-07-27', { due: 'after_payday' }),
  rule('wages_due', '2026-06-01', { due: 'first_of_next_month', paid_percent: 85 }),
  rule('wages_stop', '2022-07-27', { days: 17 }),
  rule('wages_stop', '2026-06-01', { days: 5 }, false),
]

interface Given extends Partial<Omit<ReadinessFacts, 'establishment'>> {
  establishment?: Partial<ReadinessFacts['establishment']>
}
const findings = ({ establishment, ...given }: Given = {}) =>
  readinessOf({
    ...{ papers: [], quota_used: 0, rules: RULES, today: '2026-11-22' },
    ...given,
    establishment: { ...UNKNOWN, ...establishment },
  })
const known = (given: Given) => findings(given).filter(({ level }) => level !== 'unknown')

describe('whether the authorities take something from a company', () => {
  it('is six times not on record where nothing is known, and nothing stops', () => {
    expect(findings().map(({ key, level }) => `${key} ${level}`)).toEqual([
      'trade_license unknown',
      'establishment_card unknown',
      'mohre_card unknown',
      'e_signature_card unknown',
      'quota unknown',
      'wages unknown',
    ])
    expect(stoppingFor(findings(), 'new')).toEqual([])
  })

  it('is stopped since the last day of an establishment card, by the rule that says so', () => {
    const papers = [{ id: 'card', kind: 'establishment_card', expires_on: '2026-11-12' }]
    expect(known({ papers })).toEqual([
      {
        ...{ key: 'establishment_card', level: 'stops', since: '2026-11-12', until: null, new_only: false },
        ...{ rule_id: 'company_papers_lapsed 2024-03-18', confirmed: true, paper_id: 'card' },
      },
    ])
    expect(known({ papers: [{ ...papers[0], id: 'card', kind: 'establishment_card', expires_on: '2028-11-12' }] })).toEqual([])
  })

  it('is slowed by what expires soon, and not confirmed where no source is known', () => {
    const papers = [{ id: 'card', kind: 'mohre_card', expires_on: '2026-11-22' }]
    expect(known({ papers })).toMatchObject([
      { key: 'mohre_card', level: 'slows', since: null, until: '2026-11-22', rule_id: null, confirmed: false },
    ])
  })

  it('is stopped for new people alone where the quota is used up', () => {
    const full = { establishment: { quota_total: 20 }, quota_used: 20 }
    expect(known(full)).toMatchObject([{ key: 'quota', level: 'stops', new_only: true }])
    expect(stoppingFor(findings(full), 'new').map(({ key }) => key)).toEqual(['quota'])
    expect(stoppingFor(findings(full), 'renewal')).toEqual([])
    expect(known({ ...full, quota_used: 19 })).toEqual([])
  })

  it.each([
    { paid: '2026-09', today: '2026-11-22', level: 'stops', since: '2026-11-06', rule_id: 'wages_stop 2026-06-01', confirmed: false },
    { paid: '2026-03', today: '2026-05-20', level: 'stops', since: '2026-05-18', rule_id: 'wages_stop 2022-07-27', confirmed: true },
    { paid: '2026-03', today: '2026-05-12', level: 'slows', since: '2026-05-01', rule_id: 'wages_due 2022-07-27', confirmed: true },
    { paid: '2026-09', today: '2026-11-01', level: 'slows', since: '2026-11-01', rule_id: 'wages_due 2026-06-01', confirmed: true },
  ])('$level since $since where wages are paid through $paid, on $today', ({ paid, today, ...finding }) => {
    expect(known({ establishment: { wages_paid_through: paid }, today })).toMatchObject([{ key: 'wages', new_only: true, ...finding }])
  })

  it('says nothing of wages that are not due yet, or where no rule says when they are', () => {
    expect(known({ establishment: { wages_paid_through: '2026-10' } })).toEqual([])
    expect(known({ establishment: { wages_paid_through: '2020-01' }, rules: [] })).toEqual([])
  })

  it('is slowed by the third category, and by nothing of the ministry in a free zone', () => {
    const establishment = { mohre_category: 3, quota_total: 0, wages_paid_through: '2020-01' }
    expect(known({ establishment }).map(({ key }) => key)).toEqual(['quota', 'wages', 'category'])
    expect(findings({ establishment: { ...establishment, jurisdiction: 'free_zone' } }).map(({ key }) => key)).toEqual([
      'trade_license',
      'establishment_card',
    ])
  })

  it('names each key once, and never takes an unknown one for fine (property)', () => {
    const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    const date = fc.option(day.map((each) => each.toISOString().slice(0, 10)))
    const held = fc.uniqueArray(fc.record({ kind: fc.constantFrom(...COMPANY_NEEDS), expires_on: date }), { selector: ({ kind }) => kind })
    fc.assert(
      fc.property(held, fc.option(fc.nat(30)), fc.nat(30), (papers, quota_total, quota_used) => {
        const found = findings({
          papers: papers.map((paper) => ({ ...paper, id: paper.kind })),
          establishment: { quota_total },
          quota_used,
        })
        const keys = found.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        const dated = new Set<string>(papers.filter(({ expires_on }) => expires_on !== null).map(({ kind }) => kind))
        for (const kind of COMPANY_NEEDS) expect(found.some((each) => each.key === kind && each.level === 'unknown')).toBe(!dated.has(kind))
        const levels = found.map(({ level }) => ['stops', 'slows', 'unknown'].indexOf(level))
        expect(levels).toEqual(levels.toSorted())
      }),
    )
  })
})
