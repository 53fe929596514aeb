import { NATIONALITIES, nationalityIn, searchable } from 'contract'
import { currentLanguage, perLanguage } from '../../messages/language.ts'

export interface Nationality {
  /** The English word, which is stored whatever the reader's language. */
  value: string
  /** What the reader sees: in Arabic the country, as the forms of the UAE have it. */
  name: string
  /** Both, as they are searched. */
  texts: string[]
}

const inLanguage = perLanguage((): Nationality[] => {
  const named = Object.keys(NATIONALITIES).map((value) => {
    const name = nationalityIn(currentLanguage(), value)
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
