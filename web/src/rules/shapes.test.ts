import { RULE_KEYS, RULES, type RuleKey, type RuleValue } from 'contract'
import { describe, expect, it } from 'vitest'
import { conditionsOf, fieldsOf, saidIn, typedOf } from './shapes.ts'

describe('the fields of a rule', () => {
  it.each(RULE_KEYS)('ask for all that a value has: %s', (key) => {
    const asked = fieldsOf(key).map(({ name }) => name)
    expect(asked.toSorted()).toEqual(Object.keys(RULES[key].value.shape).toSorted())
  })

  it.each<[RuleKey, RuleValue]>([
    ['work_permit_renewal', { amount: 200, every: 'month', months: 'begun', after_days: 60, cap: 2_000 }],
    ['cancel_typing', { amount: 76.14, every: 'once' }],
    ['passport_min', { months: 6 }],
    ['stage_usual_days', { least: 3, most: 5 }],
    ['stage_papers', { need: 'if', en: 'If the work is driving.', ar: 'إذا كان العمل قيادة.' }],
    ['notice_period', { from_days: 30, to_days: 90 }],
    ['exit_permit', { en: 'Needed.', ar: 'مطلوب.' }],
    ['wages_due', { due: 'first_of_next_month', paid_percent: 85 }],
    ['notice_days', { days: [60, 30, 7] }],
    ['holiday', { days: 2, en: 'National Day', ar: 'عيد الاتحاد' }],
    ['working_week', { last_day: 'friday' }],
  ])('say of a rule what it says: %s', (key, value) => {
    expect(saidIn(key, typedOf(value))).toEqual(value)
  })

  it('leave to the server what is no number', () => {
    expect(saidIn('vat', { percent: 'five' })).toEqual({ percent: 'five' })
    expect(saidIn('notice_days', { days: '60، 30, x' })).toEqual({ days: [60, 30, 'x'] })
    expect(saidIn('vat', { percent: ' ' })).toEqual({})
  })

  it('say the conditions that are given', () => {
    const typed = { emirate: 'dubai', free_zone: ' ', skill_from: '3', nationalities: 'pk, IN' }
    expect(conditionsOf(typed)).toEqual({ emirate: 'dubai', skill_from: 3, nationalities: ['PK', 'IN'] })
  })
})
