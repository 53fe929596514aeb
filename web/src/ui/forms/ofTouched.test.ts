import { expect, it } from 'vitest'
import { ofTouched } from './ofTouched.ts'

it.each([
  ['an empty field that was left', '', '', {}],
  ['a field that was emptied', '', 'Falcon', { name: 'Name is required' }],
  ['a field that was filled wrongly', ' ', '', { name: 'Name is required' }],
] as const)('says of %s what there is to say', (_, value, began, expected) => {
  expect(ofTouched({ name: 'Name is required' }, { name: value }, { name: began })).toEqual(expected)
})
