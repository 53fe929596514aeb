import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '../ui/dates.ts'
import { setLanguage } from './language.ts'
import signedIn from './refusals.signed-in.ar.json' with { type: 'json' }
import { keepRefusals, tell } from './refusals.ts'
import visitors from './refusals.visitors.ar.json' with { type: 'json' }

const table = { ...visitors, ...signedIn }
vi.stubGlobal('document', { documentElement: {} })
afterEach(() => setLanguage('en'))

describe('tell', () => {
  it('leaves the sentences of the server as they are in English', () => {
    keepRefusals(table)
    expect(tell('Invalid email or password')).toBe('Invalid email or password')
  })

  it('says a known one in Arabic, with what differs set apart', () => {
    setLanguage('ar')
    keepRefusals(table)
    expect(tell('Invalid email or password')).toBe(table['Invalid email or password'])
    expect(tell('The wallet holds only AED 5.00')).toBe('لا يوجد في المحفظة سوى \u2066AED 5.00\u2069')
  })

  it('keeps an unknown one readable from left to right', () => {
    setLanguage('ar')
    keepRefusals(table)
    expect(tell('Passport number is required.')).toBe('\u2066Passport number is required.\u2069')
    expect(tell('')).toBe('')
  })

  it('knows sentences that the server still says', () => {
    const files = import.meta.glob<string>('../../../{server,contract}/src/**/*.ts', { query: '?raw', import: 'default', eager: true })
    const source = Object.entries(files)
      .filter(([path]) => !path.endsWith('.test.ts'))
      .map(([, text]) => text)
      .join('\n')
    const gone = Object.keys(table).filter((sentence) =>
      sentence.split('{}').some((part) => !source.includes(part.trim().replace(/\s*minutes?\.$/, ''))),
    )
    expect(gone).toEqual([])
  })
})

describe('dates in Arabic (U13)', () => {
  it('have Arabic months and Latin digits', () => {
    setLanguage('ar')
    expect(formatDate('2026-11-21')).toBe('21 نوفمبر 2026')
  })
})
