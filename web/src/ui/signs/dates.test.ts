import { describe, expect, it } from 'vitest'
import { absolute, formatDate, formatRelative } from './dates.ts'

describe('formatDate (U12)', () => {
  it.each([
    ['2026-12-01', '1 Dec 2026'],
    ['2026-09-03', '3 Sep 2026'],
    ['2026-11-30T19:59:59.000Z', '30 Nov 2026'],
    ['2026-11-30T20:00:00.000Z', '1 Dec 2026'],
  ])('writes %s as %s', (value, text) => {
    expect(formatDate(value)).toBe(text)
  })
})

describe('absolute', () => {
  it('tells the time of a moment in Dubai', () => {
    expect(absolute('2026-11-30T20:05:00.000Z')).toMatch(/1 Dec 2026.*00:05/)
  })
  it('leaves a calendar date without one', () => {
    expect(absolute('2026-12-01')).toBe('1 Dec 2026')
  })
})

describe('formatRelative', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  it.each([
    ['2026-11-20T11:59:40.000Z', 'this minute'],
    ['2026-11-20T11:57:00.000Z', '3 minutes ago'],
    ['2026-11-20T09:00:00.000Z', '3 hours ago'],
    ['2026-11-19T09:00:00.000Z', 'yesterday'],
    ['2026-09-01T09:00:00.000Z', '1 Sep 2026'],
    ['2024-11-01T09:00:00.000Z', '1 Nov 2024'],
  ])('writes %s as %s', (value, text) => {
    expect(formatRelative(value, now)).toBe(text)
  })
})
