import { Credentials, EstablishmentChange } from 'contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { formatDate } from '../ui/signs/dates.ts'
import { setLanguage } from './language.ts'
import further from './refusals.further.ar.json' with { type: 'json' }
import signedIn from './refusals.signed-in.ar.json' with { type: 'json' }
import { keepRefusals, translate } from './refusals.ts'
import visitors from './refusals.visitors.ar.json' with { type: 'json' }

const table = { ...visitors, ...signedIn, ...further }
vi.stubGlobal('document', { documentElement: {} })
afterEach(() => setLanguage('en'))

describe('translate', () => {
  it('leaves the sentences of the server as they are in English', () => {
    keepRefusals(table)
    expect(translate('Invalid email or password')).toBe('Invalid email or password')
  })

  it('says a known one in Arabic, with what differs set apart', () => {
    setLanguage('ar')
    keepRefusals(table)
    expect(translate('Invalid email or password')).toBe(table['Invalid email or password'])
    expect(translate('The wallet holds only AED 5.00')).toBe('لا يوجد في المحفظة سوى \u2068AED 5.00\u2069')
  })

  it.each([
    'Too many registrations from your network. Please try again in 1 minute.',
    'Too many registrations from your network. Please try again in 5 minutes.',
    'Too many registrations with this e-mail. Please try again in 60 minutes.',
    'Many companies are registering right now. Please try again in a moment.',
    'You have sent 50 invitations within a day. Please go on tomorrow.',
    'Enough invitations were sent to this e-mail. Please try again in 1 minute.',
    'Enough invitations were sent to this e-mail. Please try again in 30 minutes.',
    'This link was used before or has expired. If you confirmed your e-mail with it, all is well.',
    'This link was used, has expired or was replaced. Ask for a new one.',
  ])('says in Arabic: %s', (sentence) => {
    setLanguage('ar')
    keepRefusals(table)
    expect(translate(sentence)).toMatch(/[\u0600-\u06ff]/)
    expect(translate(sentence)).not.toMatch(/[a-z]{2}/i)
  })

  it('says which rule is in force already', () => {
    setLanguage('ar')
    keepRefusals(table)
    const said = translate('A rule from 11 Feb 2026 is in force. Choose a later date.')
    expect(said).toBe('توجد قاعدة سارية منذ \u206811 Feb 2026\u2069. يرجى اختيار تاريخ لاحق.')
  })

  it('says what a schema refuses, with the label of the field', () => {
    setLanguage('ar')
    keepRefusals(table)
    expect(problemsOf(Credentials, { email: '' }, { email: 'البريد الإلكتروني' }).email).toBe('حقل \u2068البريد الإلكتروني\u2069 مطلوب')
  })

  it('says the bounds of a number, and that it is none', () => {
    setLanguage('ar')
    keepRefusals(table)
    const said = (quota_total: unknown) => problemsOf(EstablishmentChange, { quota_total }, { quota_total: 'الحصة' }).quota_total
    expect(said(-4)).toBe('يجب ألا تقل القيمة في حقل \u2068الحصة\u2069 عن \u20680\u2069')
    expect(said(10_000_000)).toMatch(/^يجب ألا تزيد القيمة في حقل \u2068الحصة\u2069 على /)
    expect(said('many')).toBe('القيمة في حقل \u2068الحصة\u2069 غير صحيحة')
  })

  it('keeps an unknown one readable from left to right', () => {
    setLanguage('ar')
    keepRefusals(table)
    expect(translate('The moon is full.')).toBe('\u2066The moon is full.\u2069')
    expect(translate('')).toBe('')
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
