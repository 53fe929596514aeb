import { describe, expect, it } from 'vitest'
import { MONTHS, parseTyped } from './typedDate.ts'

describe('a typed month', () => {
  it.each(['09/2026', '9/2026', '9.2026', '2026-09', 'Sep 2026', 'September 2026', ' سبتمبر 2026 '])('%s', (text) => {
    expect(parseTyped(text, MONTHS)?.format('YYYY-MM')).toBe('2026-09')
  })

  it.each(['', '13/2026', '09/26', 'soon'])('is not %j', (text) => {
    expect(parseTyped(text, MONTHS)).toBeUndefined()
  })
})
