import { describe, expect, it } from 'vitest'
import type { Stop } from './accrued.ts'
import { costOf, isAtRisk } from './costOf.ts'
import { type ClockRule, finesOf } from './deadlineRules.ts'
import type { DeadlineKey } from './deadlines.ts'
import { type Clock, type DeadlineFacts, deadlinesOf, type HeldPaper, type OpenCase } from './deadlinesOf.ts'
import { sum, toAed } from './money.ts'
import type { RuleConditions, RuleKey } from './ruleValues.ts'

const TODAY = '2026-11-22'
let number = 0
const rule = (key: RuleKey, value: unknown, given: Partial<ClockRule> & { applies?: RuleConditions } = {}): ClockRule => ({
  ...{ id: `${key} ${++number}`, key, value, applies: {}, in_force_from: '2020-01-01', confirmed: true },
  ...given,
})
const mainland = { jurisdiction: 'mainland' } as const
const perMonth = { every: 'month', months: 'begun', after_days: 60, cap: 2_000 } as const
/** As the portal brings them along. */
const rules = [
  rule('residence_overstay', { amount: 50, every: 'day' }, { in_force_from: '2022-10-03', confirmed: false }),
  rule('residence_overstay', { amount: 50, every: 'day' }, { in_force_from: '2026-02-11' }),
  rule('grace_after_end', { days: 30 }, { confirmed: false }),
  rule('grace_after_end', { days: 180 }, { confirmed: false, applies: { skill_from: 1, skill_to: 2 } }),
  rule('grace_after_end', { days: 90 }, { id: 'level 3', confirmed: false, applies: { skill_from: 3, skill_to: 3 } }),
  rule('grace_after_end', { days: 180 }, { confirmed: false, applies: { visa_type: 'investor' } }),
  rule('emirates_id_renewal', { amount: 20, every: 'day', after_days: 30, cap: 1_000 }, { in_force_from: '2023-05-25' }),
  rule('work_permit_renewal', { amount: 200, ...perMonth }, { applies: mainland, id: 'work permit' }),
  rule('contract_after_entry', { amount: 100, ...perMonth }, { applies: mainland }),
  rule('enter_by', { days: 60 }),
  rule('finish_after_entry', { days: 60 }),
  rule('medical_use', { days: 90 }),
  rule('passport_min', { months: 6 }),
  rule('health_insurance', { amount: 500, every: 'month', months: 'begun' }, { applies: { emirate: 'dubai' } }),
  rule('unemployment_insurance', { amount: 400, every: 'once', after_months: 4 }),
  rule('unemployment_insurance', { amount: 400, every: 'once', after_months: 4 }, { applies: { jurisdiction: 'free_zone' } }),
  rule('absence_abroad', { amount: 100, every: 'month', months: 'begun', after_days: 180 }),
]

const about = (given: Partial<DeadlineFacts>): DeadlineFacts => ({ known: mainland, papers: [], cases: [], outside_since: null, ...given })
const paper = (kind: HeldPaper['kind'], expires_on: string | null, issued_on: string | null = null): HeldPaper => ({
  ...{ id: `the ${kind}`, kind, issued_on, expires_on },
})
const dates = { entry_permit_issued_on: null, entered_on: null, status_changed_on: null, medical_on: null }
const openCase = (given: Partial<OpenCase>): OpenCase => ({
  ...{ id: 'the case', application_type: 'new', employee_location: 'outside_uae', ...dates },
  ...given,
})

/** What the portal says of them together. */
function riskOf(people: readonly DeadlineFacts[], by: readonly ClockRule[], stopped: Partial<Record<DeadlineKey, Stop[]>> = {}) {
  const costing = people
    .flatMap((facts) =>
      deadlinesOf(facts, by).map((clock) => costOf(clock, finesOf(by, clock.key, facts.known), TODAY, stopped[clock.key] ?? [])),
    )
    .filter(isAtRisk)
  const counted = costing.filter((each) => each.counted)
  const total = (name: 'accrued' | 'soon') => toAed(sum(counted.map((each) => each[name])))
  return { accrued: total('accrued'), next_30_days: total('soon'), uncounted: costing.length - counted.length }
}

const lina = about({ papers: [paper('emirates_id', '2026-10-01')] })
const omar = about({ papers: [paper('work_permit', '2026-08-01', '2024-08-01'), paper('unemployment_insurance', '2027-08-01')] })
const sara = about({ papers: [paper('residence', '2026-10-10')] })
const days = (facts: DeadlineFacts, by = rules) =>
  Object.fromEntries(deadlinesOf(facts, by).map(({ key, due_on, fined_from }: Clock) => [key, [due_on, fined_from]]))
const level3 = about({ ...sara, known: { ...mainland, skill_level: 3 } })

describe('deadlinesOf', () => {
  it('begins the fine on the day after the time is over', () => {
    expect(days(lina)).toEqual({ emirates_id_renewal: ['2026-10-31', '2026-11-01'] })
    expect(days(omar)).toEqual({ work_permit_renewal: ['2026-09-30', '2026-10-01'], unemployment_insurance: ['2027-08-01', null] })
    expect(days(level3)).toEqual({ residence_expiry: ['2027-01-08', '2027-01-09'] })
    expect(deadlinesOf(level3, rules)[0]).toMatchObject({ paper_id: 'the residence', grace_rule_id: 'level 3', who: 'company' })
  })

  it('sums what is confirmed alone', () => {
    const people = [lina, omar, sara]
    expect(riskOf(people, rules)).toEqual({ accrued: 840, next_30_days: 760, uncounted: 1 })
    const confirmed = rules.map((each) => (each.key === 'grace_after_end' ? { ...each, confirmed: true } : each))
    expect(riskOf([lina, omar, level3], confirmed)).toEqual({ accrued: 840, next_30_days: 760, uncounted: 0 })
    const abroad = { work_permit_renewal: [{ from: '2026-10-01', until: null }] }
    expect(riskOf(people, rules, abroad)).toEqual({ accrued: 440, next_30_days: 560, uncounted: 1 })
    const doubted = rules.map((each) => (each.id === 'work permit' ? { ...each, confirmed: false } : each))
    expect(riskOf([lina, omar], doubted)).toEqual({ accrued: 440, next_30_days: 560, uncounted: 1 })
  })

  it('takes a company that does not say where it is as one of the mainland, and counts nothing by it', () => {
    expect(days({ ...omar, known: {} })).toEqual(days(omar))
    expect(riskOf([{ ...omar, known: {} }], rules)).toEqual({ accrued: 0, next_30_days: 0, uncounted: 1 })
    expect(days({ ...omar, known: { jurisdiction: 'free_zone' } }).work_permit_renewal).toEqual(['2026-08-01', null])
    // What holds everywhere is counted in any case.
    expect(riskOf([{ ...lina, known: {} }], rules)).toEqual({ accrued: 440, next_30_days: 560, uncounted: 0 })
  })

  it('knows the end of each paper, and nothing of one without a date', () => {
    const papers = [paper('passport', '2027-05-31'), paper('health_insurance', '2026-12-01'), paper('residence', null)]
    expect(days(about({ papers }))).toEqual({ passport_too_short: ['2026-11-30', null], health_insurance: ['2026-12-01', null] })
    const known = { ...mainland, emirate: 'dubai' } as const
    expect(days(about({ papers, known })).health_insurance).toEqual(['2026-12-01', '2026-12-02'])
    const company = about({ papers: [paper('trade_license', '2026-12-31'), paper('other_paper', '2026-12-31')] })
    expect(days(company)).toEqual({ trade_license: ['2026-12-31', null] })
    expect(deadlinesOf(company, rules)).toMatchObject([{ printed: true, counted_from: '2026-12-31' }])
    expect(deadlinesOf(lina, rules)).toMatchObject([{ printed: false, counted_from: '2026-10-01' }])
  })

  it('counts a missing subscription from the work permit on', () => {
    const papers = [paper('work_permit', '2028-07-31', '2026-08-01')]
    expect(days(about({ papers })).unemployment_insurance).toEqual(['2026-12-01', '2026-12-02'])
    const subscribed = [...papers, paper('unemployment_insurance', null)]
    expect(days(about({ papers: subscribed })).unemployment_insurance).toBeUndefined()
  })

  it('counts the dates of a case', () => {
    const entering = openCase({ entry_permit_issued_on: '2026-10-01' })
    expect(days(about({ cases: [entering] }))).toEqual({ enter_by: ['2026-11-30', null] })
    const entered = { ...entering, entered_on: '2026-11-01', medical_on: '2026-11-10' }
    expect(days(about({ cases: [entered] }))).toEqual({
      finish_after_entry: ['2026-12-31', null],
      contract_after_entry: ['2026-12-31', '2027-01-01'],
      medical_used_by: ['2027-02-08', null],
    })
    expect(deadlinesOf(about({ cases: [entered] }), rules).map(({ application_id }) => application_id)).toEqual(Array(3).fill('the case'))
    const renewal = openCase({ application_type: 'renewal', employee_location: 'inside_uae', status_changed_on: '2026-11-01' })
    expect(Object.keys(days(about({ cases: [renewal] })))).toEqual(['finish_after_entry'])
  })

  it('takes the end that the certificate of the test prints before that of a rule', () => {
    const tested = openCase({ medical_on: '2026-11-10' })
    const certified = (expires_on: string) => about({ cases: [tested], papers: [paper('medical_fitness', expires_on)] })
    expect(deadlinesOf(certified('2027-01-31'), rules)).toMatchObject([
      { due_on: '2027-01-31', printed: true, paper_id: 'the medical_fitness' },
    ])
    expect(deadlinesOf(certified('2026-11-09'), rules)).toMatchObject([{ due_on: '2027-02-08', printed: false, paper_id: null }])
  })

  it('counts an absence from its first day on', () => {
    expect(days(about({ outside_since: '2026-01-01' }))).toEqual({ absence_abroad: ['2026-06-30', '2026-07-01'] })
  })

  it('has no number without a rule, and takes the first rule where none held on the day', () => {
    expect(days(lina, [])).toEqual({ emirates_id_renewal: ['2026-10-01', null] })
    expect(days(sara, [])).toEqual({ residence_expiry: ['2026-10-10', null] })
    expect(days(about({ outside_since: '2026-01-01', cases: [openCase({ medical_on: '2026-01-01' })] }), [])).toEqual({})
    expect(days(about({ papers: [paper('emirates_id', '2019-01-01')] })).emirates_id_renewal).toEqual(['2019-01-31', '2019-02-01'])
  })

  it('has a date for every day that can be written, and none for what ended before there were such rules', () => {
    const kinds = ['residence', 'emirates_id', 'work_permit', 'passport', 'health_insurance'] as const
    const all = (day: string) => deadlinesOf(about({ papers: kinds.map((kind) => paper(kind, day, day)), outside_since: day }), rules)
    for (const day of ['9999-12-31', '9960-02-29', '9949-12-31'])
      for (const clock of all(day))
        expect([clock.due_on, clock.fined_from ?? clock.due_on].join()).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/)
    expect(all('9999-12-31')).toHaveLength(7)
    for (const day of ['0001-01-01', '0099-12-31', '1960-06-01']) expect(all(day)).toEqual([])
  })

  it('goes by the rule of the day on which a time begins', () => {
    const longer = [...rules, rule('emirates_id_renewal', { amount: 20, every: 'day', after_days: 60 }, { in_force_from: '2026-10-02' })]
    expect(days(lina, longer)).toEqual(days(lina))
    expect(days(about({ papers: [paper('emirates_id', '2026-10-02')] }), longer).emirates_id_renewal).toEqual(['2026-12-01', '2026-12-02'])
  })
})
