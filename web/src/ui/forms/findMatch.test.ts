import { describe, expect, it } from 'vitest'
import { findMatch } from './findMatch.ts'

const found = (text: string, search: string) => {
  const match = findMatch(text, search)
  return match && text.slice(...match)
}

describe('findMatch', () => {
  it.each([
    ['Sara Khan', 'khan', 'Khan'],
    ['José Álvarez', 'alvar', 'Álvar'],
    ['Jose\u0301 Alvarez', 'jose', 'Jose\u0301'],
    ['محمد أحمد', 'احمد', 'أحمد'],
    ['Sara  Khan', 'sara khan', 'Sara  Khan'],
    ['Sara Khan', 'omar', undefined],
    ['Sara Khan', '', undefined],
    ['Sara Khan', '  ', undefined],
  ])('in %j finds %j as %j', (text, search, expected) => {
    expect(found(text, search)).toBe(expected)
  })
})
