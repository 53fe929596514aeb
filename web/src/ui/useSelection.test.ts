import { expect, it } from 'vitest'
import { between } from './useSelection.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  ['gone', 'c', ['c']],
])('from %s to %s are %j', (from, to, ids) => {
  expect(between(rows, from, to)).toEqual(ids)
})
