import { MB } from 'contract'
import { expect, it } from 'vitest'
import { sharedBuffersMb } from './sharedBuffers.ts'

it.each([
  [256, 128],
  [2_048, 512],
  [24_576, 1_024],
])('of %i MB of memory PostgreSQL keeps pages in %i MB', (memory, kept) => {
  expect(sharedBuffersMb(memory * MB)).toBe(kept)
})
