import { Credentials } from 'contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '../ui/dates.ts'
import { problemsOf } from '../ui/formProblems.ts'
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
    expect(tell('The wallet holds only AED 5.00')).toBe('لا يوجد في المحفظة سوى \u2068AED 5.00\u2069')
  })

  it('says what a schema refuses, with the label of the field', () => {
    setLanguage('ar')
    keepRefusals(table)
    expect(problemsOf(Credentials, { email: '' }, { email: 'البريد الإلكتروني' }).email).toBe('حقل \u2068البريد الإلكتروني\u2069 مطلوب')
  })

  it('keeps an unknown one readable from left to right', () => {
    setLanguage('ar')
    keepRefusals(table)
    expect(tell('The moon is full.')).toBe('\u2066The moon is full.\u2069')
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
