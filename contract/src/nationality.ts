import { NATIONALITIES } from './nationalities.ts'
import { searchable } from './search.ts'

/** Two letters of ISO 3166, and XK. */
export type CountryCode = (typeof NATIONALITIES)[keyof typeof NATIONALITIES]

/** Where the country's name says another country too, or not what its people say. */
const ARABIC: Partial<Record<CountryCode, string>> = { CD: 'الكونغو', PS: 'فلسطين' }

/** What else is written on forms. */
const ALSO: Partial<Record<CountryCode, readonly string[]>> = {
  AE: ['UAE', 'الإمارات', 'United Arab Emirates', 'Emirati National', 'إماراتي'],
  AF: ['أفغاني'],
  AR: ['Argentinian', 'Argentinean'],
  BD: ['Bangladesh', 'بنغلاديشي', 'بنغالي'],
  BH: ['بحريني'],
  CI: ['Ivory Coast'],
  CN: ['صيني'],
  CZ: ['Czech Republic'],
  DZ: ['جزائري'],
  EG: ['مصري'],
  ER: ['إريتري'],
  ET: ['إثيوبي', 'أثيوبي'],
  FR: ['فرنسي'],
  GB: ['UK', 'Great Britain', 'England', 'English', 'بريطاني'],
  ID: ['إندونيسي'],
  IN: ['هندي'],
  IQ: ['عراقي'],
  IR: ['إيراني'],
  JO: ['أردني'],
  KE: ['كيني'],
  KW: ['كويتي'],
  LB: ['لبناني'],
  LK: ['Srilanka', 'Srilankan', 'سريلانكي', 'سيلاني'],
  LY: ['ليبي'],
  MA: ['مغربي'],
  MM: ['Myanmar'],
  NG: ['نيجيري'],
  NL: ['Holland', 'The Netherlands'],
  NP: ['Nepalese', 'نيبالي'],
  OM: ['عماني'],
  PH: ['Philippine', 'Philipino', 'Filipina', 'فلبيني', 'فليبيني'],
  PK: ['باكستاني'],
  PS: ['Palestine', 'فلسطيني'],
  QA: ['قطري'],
  RU: ['روسي'],
  SA: ['Saudi Arabian', 'السعودية', 'سعودي'],
  SD: ['سوداني'],
  SO: ['صومالي'],
  SY: ['سوري'],
  TN: ['تونسي'],
  TR: ['Turkey', 'تركي'],
  UA: ['أوكراني'],
  UG: ['أوغندي'],
  US: ['USA', 'United States of America', 'أمريكي', 'أميركي'],
  VN: ['Viet Nam'],
  YE: ['يمني'],
  ZA: ['جنوب أفريقي'],
}

type Language = 'en' | 'ar'
const made = new Map<Language, Intl.DisplayNames>()

function countryName(code: CountryCode, language: Language): string {
  const names = made.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  made.set(language, names)
  return (language === 'ar' && ARABIC[code]) || (names.of(code) ?? code)
}

interface Country {
  code: CountryCode
  /** How its people are called in English. */
  people: string
  /** In the form in which words are searched. */
  words: string[]
}

const list = (): Country[] =>
  Object.entries(NATIONALITIES).map(([people, code]) => {
    // A woman's word in Arabic ends in another letter.
    const also = (ALSO[code] ?? []).flatMap((word) => (word.endsWith('ي') ? [word, `${word}ة`] : [word]))
    return { code, people, words: [people, countryName(code, 'en'), countryName(code, 'ar'), ...also].map(searchable) }
  })

let byWord: Map<string, Country> | undefined

/** The country of which a word says that somebody is its national, in either language; undefined for any other word. */
function countryOf(word: string): Country | undefined {
  byWord ??= new Map(list().flatMap((country) => country.words.map((each) => [each, country])))
  return byWord.get(searchable(word))
}

/** What nationalities are compared by: the code of the country, or the word as it is searched. */
export const nationalityKey = (word: string): string => countryOf(word)?.code ?? searchable(word)

/** The one word for all that the nationals of a country are called, or the word as it is searched; in the form in which words are searched. */
export const nationalityWord = (word: string): string => [...searchable(countryOf(word)?.people ?? word)].slice(0, 90).join('')
/** Whether the list has it. */
export const isNationality = (word: string): boolean => countryOf(word) !== undefined

const isListed = (word: string): word is keyof typeof NATIONALITIES => Object.hasOwn(NATIONALITIES, word)

/** In the reader's language: in English the word of its people, in Arabic the country, as the forms of the UAE have it. An unknown word as it was typed. */
export function nationalityIn(language: Language, word: string): string {
  // What the forms write needs no look at all other words.
  const country = isListed(word) ? { code: NATIONALITIES[word], people: word } : countryOf(word)
  if (!country) return word
  return language === 'ar' ? countryName(country.code, 'ar') : country.people
}
