import { describe, expect, it } from 'vitest'
import { Line, RequiredLine } from './fields.ts'

describe('a line', () => {
  it.each([
    ['Layla\r\nBcc: all@falcon.example', 'Layla Bcc: all@falcon.example'],
    ['a\u2028b\tc\u0085d', 'a b c d'],
    ['\n سارة خان \n', 'سارة خان'],
  ])('is one: %j', (given, line) => {
    expect(Line.parse(given)).toBe(line)
  })

  it('is none where only controls are in it, and refused with a NUL', () => {
    expect(RequiredLine.safeParse('\u0001\n').success).toBe(false)
    expect(Line.safeParse('a\u0000b').success).toBe(false)
  })
})
