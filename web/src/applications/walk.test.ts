import { expect, it } from 'vitest'
import { reportOtherUser } from '../api/otherUser.ts'
import { placeInWalk, searchOfWalk, startWalk } from './walk.ts'

it('leads along the list that was shown last, and is forgotten when somebody else signs in', () => {
  startWalk({ ids: ['a', 'b'], search: { q: 'sara khan' } })
  expect([placeInWalk('a'), searchOfWalk('b')]).toEqual([{ place: 1, of: 2, previous: undefined, next: 'b' }, { q: 'sara khan' }])
  reportOtherUser()
  expect([placeInWalk('a'), searchOfWalk('b')]).toEqual([undefined, {}])
})
