import { NATIONALITIES } from 'contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from '../../messages/language.ts'
import { findNationality, matchNationalities, nationalities } from './nationalityNames.ts'

vi.stubGlobal('document', { documentElement: {} })
afterEach(() => setLanguage('en'))

describe('nationalities', () => {
  it('are in the language of the reader, and stored in English (U13)', () => {
    expect(nationalities().map(({ value, name }) => [value, name])).toEqual(Object.keys(NATIONALITIES).map((value) => [value, value]))
    setLanguage('ar')
    expect(nationalities()).toHaveLength(Object.keys(NATIONALITIES).length)
    for (const { value, name } of nationalities()) {
      expect(name).toMatch(/^[\u0600-\u06ff\s\-()]+$/)
      expect(findNationality(name)?.value).toBe(value)
    }
    expect(new Set(nationalities().map(({ name }) => name)).size).toBe(nationalities().length)
  })

  it.each([
    ['en', 'indian', 'Indian'],
    ['en', 'الهند', undefined],
    ['ar', 'الهند', 'Indian'],
    ['ar', ' INDIAN ', 'Indian'],
    ['ar', 'فلسطين', 'Palestinian'],
  ] as const)('in %s, %s is %s', (language, given, value) => {
    setLanguage(language)
    expect(findNationality(given)?.value).toBe(value)
  })

  it('are found by the beginning of either word first', () => {
    expect(matchNationalities('indi')[0]?.value).toBe('Indian')
    setLanguage('ar')
    expect(matchNationalities('هند').map(({ value }) => value)).toContain('Indian')
    expect(matchNationalities('indi')[0]?.name).toBe('الهند')
  })
})
