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
])('a notice period of %j is unusual: %j', (typed, unusual) => expect(isUnusualNotice(typed)).toBe(unusual))

it.each([
  ['6 months', false],
  ['184 days', false],
  ['7 months', true],
  ['185 days', true],
  ['9', false],
  ['none', false],
])('a probation period of %j is long: %j', (typed, long) => expect(isLongProbation(typed)).toBe(long))
