import { expect, it } from 'vitest'
import { withLeaving } from './useLeaving.ts'

const present = (...keys: string[]) => keys.map((key) => ({ key, item: key, leaving: false }))
const keysOf = (shown: ReturnType<typeof withLeaving<string>>) => shown.map(({ key, leaving }) => (leaving ? `-${key}` : key))

it.each([
  [
    ['a', 'b', 'c'],
    ['a', 'c'],
    ['a', '-b', 'c'],
  ],
  [['a', 'b'], ['b'], ['-a', 'b']],
  [['a', 'b'], [], ['-a', '-b']],
  [
    ['a', 'b', 'c'],
    ['c', 'd'],
    ['-a', '-b', 'c', 'd'],
  ],
  [['a'], ['a', 'b'], ['a', 'b']],
])('%j with %j after it shows %j: what has left stays in its place', (before, now, shown) => {
  expect(keysOf(withLeaving(present(...before), present(...now)))).toEqual(shown)
})

it('keeps what leaves until it is gone, and takes it back where it comes again', () => {
  const leaving = withLeaving(present('a', 'b'), present('b'))
  expect(keysOf(withLeaving(leaving, present('b', 'c')))).toEqual(['-a', 'b', 'c'])
  expect(keysOf(withLeaving(leaving, present('b', 'a')))).toEqual(['b', 'a'])
})
