import { describe, expect, it } from 'vitest'
import { strengthOf } from './strength.ts'

describe('strengthOf (A10)', () => {
  it.each([
    ['', 0],
    ['abc', 1],
    ['aaaaaaaaaaaa', 1],
    ['falcon26', 2],
    ['falcon-2026', 3],
    ['a quiet falcon over Dubai', 4],
  ] as const)('rates %j as %i', (password, strength) => {
    expect(strengthOf(password)).toBe(strength)
  })
})
