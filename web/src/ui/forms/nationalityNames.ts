import { searchable } from 'contract'
import { currentLanguage, perLanguage } from '../../messages/language.ts'
import { NATIONALITIES } from './nationalities.ts'

export interface Nationality {
  /** The English word, which is stored whatever the reader's language. */
  value: string
  /** What the reader sees: in Arabic the country, as the forms of the UAE have it. */
  name: string
  /** Both, as they are searched. */
  texts: string[]
}

/** Where the country's name says another country too, or not what its people say. */
const ARABIC: Partial<Record<string, string>> = { Congolese: 'الكونغو', Palestinian: 'فلسطين' }

const regions = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'region' }))

const inLanguage = perLanguage((): Nationality[] => {
  const nameOf = (value: string, code: string) => (currentLanguage() === 'ar' ? (ARABIC[value] ?? regions().of(code) ?? value) : value)
  const named = Object.entries(NATIONALITIES).map(([value, code]) => {
    const name = nameOf(value, code)
    return { value, name, texts: [searchable(name), searchable(value)] }
  })
  return named.toSorted((one, other) => one.name.localeCompare(other.name, currentLanguage()))
})

/** The nationalities in the reader's language, in its order. */
export const nationalities = (): readonly Nationality[] => inLanguage()

/** A listed one by its word in either language; undefined for any other word. */
export function findNationality(given: string): Nationality | undefined {
  const wanted = searchable(given)
  return nationalities().find(({ texts }) => texts.includes(wanted))
}

/** Those that contain the word, those that begin with it first. */
export function matchNationalities(given: string): readonly Nationality[] {
  const wanted = searchable(given)
  const matching = nationalities().filter(({ texts }) => texts.some((text) => text.includes(wanted)))
  const begins = ({ texts }: Nationality) => texts.some((text) => text.startsWith(wanted))
  return [...matching.filter(begins), ...matching.filter((each) => !begins(each))]
}
