import { expect, it } from 'vitest'
import { apart } from './useSentence.ts'

it('keeps a name from changing the direction of its sentence', () => {
  expect(apart('Sara Khan', false)).toBe('Sara Khan')
  expect(apart('سارة', false)).toBe('\u2068سارة\u2069')
  expect(apart('Sara \u202eKhan\u2069', false)).toBe('Sara Khan')
})
