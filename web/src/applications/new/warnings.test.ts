import { expect, it } from 'vitest'
import { isLongProbation, isUnusualNotice } from './warnings.ts'

it.each([
  ['30 days', false],
  ['90', false],
  ['3 months', false],
  ['14 days', true],
  ['2 weeks', true],
  ['4 Months', true],
  ['120', true],
  ['as in the contract', false],
  ['30 to 60 days', false],
  ['', false],
])('a notice period of %j is unusual: %j', (typed, unusual) => expect(isUnusualNotice(typed, { from_days: 30, to_days: 90 })).toBe(unusual))

it.each([
  ['6 months', false],
  ['184 days', false],
  ['7 months', true],
  ['185 days', true],
  ['9', false],
  ['none', false],
])('a probation period of %j is long: %j', (typed, long) => expect(isLongProbation(typed, { months: 6 })).toBe(long))

it('goes by the rule, and without one remarks on nothing', () => {
  expect(isUnusualNotice('14 days', { from_days: 14, to_days: 60 })).toBe(false)
  expect(isUnusualNotice('3 months', { from_days: 14, to_days: 60 })).toBe(true)
  expect(isUnusualNotice('1 day', undefined)).toBe(false)
  expect([isLongProbation('92 days', { months: 3 }), isLongProbation('93 days', { months: 3 })]).toEqual([false, true])
  expect([isLongProbation('180 days', { days: 180 }), isLongProbation('181 days', { days: 180 })]).toEqual([false, true])
  expect(isLongProbation('2000 days', undefined)).toBe(false)
})
