import { expect, it } from 'vitest'
import { referenceIn, referenceOf } from './reference.ts'

const ID = '0193a5f0-1111-7222-8333-0123456789ab'

it.each([
  [referenceOf(ID), '456789ab'],
  ['#456789AB', '456789ab'],
  [' 4567 ', '4567'],
  [ID.toUpperCase(), '456789ab'],
  ['456', undefined],
  ['456789ABC', undefined],
  ['N1234567', undefined],
  ['سارة', undefined],
])('the digits of a reference in %j are %j', (text, digits) => expect(referenceIn(text)).toBe(digits))
