import { NewRule, type Rule, ruleFor, STAGE_NAMES } from 'contract'
import { describe, expect, it } from 'vitest'
import starter from './starter.json' with { type: 'json' }

const rules = starter as unknown as Rule[]
const nameOf = ({ key, applies, in_force_from }: Rule) => `${key} ${JSON.stringify(applies)} ${in_force_from}`
const confirmed = rules.filter((rule) => rule.confirmed)

describe('the rules that the portal brings along', () => {
  it('are rules as anybody may write them, each once and in force before the portal was', () => {
    for (const { confirmed: _, ...rule } of starter) expect(NewRule.parse(rule)).toMatchObject({ key: rule.key })
    expect(new Set(rules.map(nameOf)).size).toBe(rules.length)
    const ahead = rules.filter(({ in_force_from }) => in_force_from > '2026-11-22')
    expect(new Set(ahead.map(({ key }) => key))).toEqual(new Set(['holiday']))
  })

  it('name a source each, and are unconfirmed where nobody can open it', () => {
    const open = confirmed.filter(({ source_url, confidence }) => source_url === null && confidence !== 'provider')
    expect(open.map(nameOf)).toEqual([])
    for (const { source_name } of rules) expect(source_name).not.toBe('')
  })

  it('are confirmed where an authority or the press quoting one says it, never by those who sell services', () => {
    expect(confirmed.filter(({ confidence }) => confidence === 'vendor').map(nameOf)).toEqual([])
  })

  it('count no amount but these before the provider has confirmed others', () => {
    const on = '2026-11-22'
    const amounts = confirmed.filter(({ value }) => value !== null && 'amount' in value).map(({ key }) => key)
    expect(amounts.toSorted()).toEqual(['cancel_fee', 'emirates_id_renewal', 'residence_overstay'])
    const { rule } = ruleFor(rules, 'emirates_id_renewal', {}, on) ?? {}
    expect(rule).toMatchObject({ confirmed: true, value: { amount: 20, every: 'day', after_days: 30, cap: 1_000 }, confidence: 'press' })
    const mainland = { jurisdiction: 'mainland' } as const
    expect(ruleFor(rules, 'work_permit_renewal', mainland, on)?.rule).toMatchObject({
      confirmed: false,
      value: { amount: 200, every: 'month', months: 'begun', after_days: 60, cap: 2_000 },
    })
    expect(ruleFor(rules, 'work_permit_renewal', {}, on)).toBeUndefined()
  })

  it('give a grace by level; without a level the shortest, which is assumed', () => {
    const grace = (facts: object) => ruleFor(rules, 'grace_after_end', facts, '2026-11-22')
    const daysOf = (skill_level: number) => grace({ skill_level, visa_type: 'employee' })?.rule.value
    expect([1, 2, 3, 4, 9].map(daysOf)).toEqual([180, 180, 90, 60, 60].map((days) => ({ days })))
    expect(grace({})).toMatchObject({ assumed: true, rule: { value: { days: 30 }, confirmed: false } })
  })

  it('say nothing of a stage for which no figure was found', () => {
    const known = STAGE_NAMES.filter((stage_name) => ruleFor(rules, 'stage_usual_days', { stage_name }, '2026-11-22'))
    expect(known).toEqual(['Labor Fees', 'Entry Permit', 'Medical Test', 'Emirates ID', 'Visa Stamping'])
  })
})
