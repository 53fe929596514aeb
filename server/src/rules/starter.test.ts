import { NewRule, type Rule, type RuleFacts, ruleFor, STAGE_ITEMS, STAGE_NAMES, type StageName } from 'contract'
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

  it('name a source each that anybody can open, except our own choices', () => {
    const blind = rules.filter(({ source_url, confidence }) => source_url === null && confidence !== 'provider')
    expect(blind.map(nameOf)).toEqual([])
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

  it('ask at each stage for what the case needs, by place, level, nationality and emirate', () => {
    const pakistani = {
      ...({ application_type: 'new', visa_type: 'employee', employee_location: 'inside_uae' } as const),
      ...({ jurisdiction: 'mainland', emirate: 'dubai', skill_level: 3, nationality: 'PK' } as const),
    }
    const asked = (stage_name: StageName, facts: RuleFacts = pakistani) =>
      STAGE_ITEMS.filter((item) => ruleFor(rules, 'stage_papers', { stage_name, item, ...facts }, '2026-11-22'))
    const company = ['trade_license', 'mohre_card', 'e_signature_card']
    expect(asked('Offer Letter')).toEqual(['passport', 'photo', 'degree', 'signed_offer', ...company, 'tenancy'])
    expect(asked('Offer Letter', { ...pakistani, skill_level: 6 })).not.toContain('degree')
    expect(asked('Labor Fees')).toContain('workers_protection')
    expect(asked('Labor Fees', { ...pakistani, jurisdiction: 'free_zone' })).toEqual(['fee_receipt', 'zone_approval'])
    expect(asked('Entry Permit')).toContain('national_id')
    expect(asked('Entry Permit', { ...pakistani, nationality: 'IN' })).not.toContain('national_id')
    expect(asked('Entry Permit', { ...pakistani, visa_type: 'investor' })).toEqual(expect.arrayContaining(['articles', 'sponsor_iban']))
    expect(asked('Change Status')).toEqual(['entry_stamp'])
    expect(asked('Change Status', { ...pakistani, employee_location: 'outside_uae' })).toEqual([])
    const last = ['health_insurance', 'medical_fitness', 'tawjeeh']
    expect(asked('Visa Stamping')).toEqual(last)
    expect(asked('Visa Stamping', { ...pakistani, application_type: 'renewal' })).toEqual([...last, 'traffic_fines'])
  })

  it('say nothing of a stage for which no figure was found', () => {
    const known = STAGE_NAMES.filter((stage_name) => ruleFor(rules, 'stage_usual_days', { stage_name }, '2026-11-22'))
    expect(known).toEqual(['Labor Fees', 'Entry Permit', 'Medical Test', 'Emirates ID', 'Visa Stamping'])
  })
})
