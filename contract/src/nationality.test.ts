import { describe, expect, it } from 'vitest'
import { NATIONALITIES } from './nationalities.ts'
import { nationalityIn, nationalityKey } from './nationality.ts'

describe('a nationality', () => {
  it.each([
    ['Indian', 'IN'],
    [' INDIA ', 'IN'],
    ['in', 'in'],
    ['الهند', 'IN'],
    ['هندية', 'IN'],
    ['Filipina', 'PH'],
    ['Philippines', 'PH'],
    ['السعودية', 'SA'],
    ['المملكة العربية السعودية', 'SA'],
    ['مصرى', 'EG'],
    ['Côte d’Ivoire', 'CI'],
    ['Korea', 'korea'],
    ['', ''],
  ])('%s is compared as %s', (word, key) => {
    expect(nationalityKey(word)).toBe(key)
  })

  it('is known by the word of its people and by its country, one each', () => {
    for (const [people, code] of Object.entries(NATIONALITIES)) {
      expect([people, nationalityKey(people)]).toEqual([people, code])
      const country = nationalityIn('ar', people)
      expect([nationalityKey(country), nationalityIn('en', country)]).toEqual([code, people])
    }
  })

  it('is read in the language of the reader, and as it was typed where nobody knows it', () => {
    expect([nationalityIn('en', 'مصر'), nationalityIn('ar', 'egyptian')]).toEqual(['Egyptian', 'مصر'])
    expect([nationalityIn('en', 'Martian'), nationalityIn('ar', 'Martian')]).toEqual(['Martian', 'Martian'])
  })
})
