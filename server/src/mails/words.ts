import { type Fils, formatAed, type LANGUAGES, toAed } from 'contract'
import { IntlMessageFormat } from 'intl-messageformat'
import ar from './words/ar.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }

export type Words = typeof en
export type Language = (typeof LANGUAGES)[number]
const catalogs: Record<Language, Words> = { en, ar }

export const wordsOf = (language: Language): Words => catalogs[language]

/** Between these characters (FSI, PDI) text does not change the direction of the sentence. */
export const ISOLATE = '\u2068'
export const END_ISOLATE = '\u2069'
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/

export const withoutMarks = (text: string): string => text.replace(DIRECTION_MARKS, '').trim()

const NO_LINK = '\u200b'
/** Mail programs make links of what looks like an address; a zero-width space prevents it. */
export const unlinked = (text: string): string => text.replace(/(?<=\S)(?:[.．。｡@](?=\p{L})|:(?=\/\/))/gu, `$&${NO_LINK}`)
export const withoutNoLinks = (text: string): string => text.replaceAll(NO_LINK, '')

export const oneLine = (text: string): string => withoutMarks(text).replace(/[^\S\u00a0]+/g, ' ')

export function within(language: Language, value: string): string {
  const plain = oneLine(value)
  return language === 'ar' || RIGHT_TO_LEFT.test(plain) ? `${ISOLATE}${plain}${END_ISOLATE}` : plain
}

const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-AE-u-nu-latn' }

/** A sentence in ICU's syntax with its values, as the web has them. A value that is missing is an error. */
export function fill(language: Language, sentence: string, values: Record<string, string | number>): string {
  const isolated = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? within(language, value) : value])
  return String(new IntlMessageFormat(sentence, locales[language]).format(Object.fromEntries(isolated)))
}

const arabicAmount = new Intl.NumberFormat(locales.ar, { style: 'currency', currency: 'AED', currencyDisplay: 'name' })
export const amountIn = (language: Language, amount: Fils): string =>
  language === 'ar' ? arabicAmount.format(toAed(amount)) : formatAed(toAed(amount))

const dates = {
  en: new Intl.DateTimeFormat(locales.en, { dateStyle: 'long', timeZone: 'UTC' }),
  ar: new Intl.DateTimeFormat(locales.ar, { dateStyle: 'long', timeZone: 'UTC' }),
}
export const dateIn = (language: Language, date: string): string => dates[language].format(new Date(date))

const moments = {
  en: new Intl.DateTimeFormat(locales.en, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Dubai' }),
  ar: new Intl.DateTimeFormat(locales.ar, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Dubai' }),
}
export const momentIn = (language: Language, moment: string): string => moments[language].format(new Date(moment))

/** Days from today, as words. */
export const daysIn = (language: Language, days: number): string => fill(language, wordsOf(language).days, { days })
