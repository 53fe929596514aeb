import { readFileSync } from 'node:fs'
import type { Language } from 'contract'

type Catalog = { [key: string]: string | Catalog }

const read = (language: Language) =>
  flat(JSON.parse(readFileSync(new URL(`../web/src/messages/${language}.json`, import.meta.url), 'utf8')) as Catalog)
const flat = (catalog: Catalog, within = ''): [key: string, text: string][] =>
  Object.entries(catalog).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${within}${key}`, text] as [string, string]] : flat(text, `${within}${key}.`),
  )

const texts = { en: read('en'), ar: read('ar') }
const arabic = new Map(texts.ar)
let language: Language = 'en'

/** The language of the running test; a worker runs one at a time. */
export const speak = (of: Language): void => {
  language = of
}

/** How the screens write dates in that language. */
export const locale = (): string => ({ en: 'en-AE', ar: 'ar-AE-u-nu-latn' })[language]

/** The text for this English one in the language of the test. `group` chooses where Arabic has several. */
export function say(english: string, values: Values = {}, group = ''): string {
  return language === 'en' ? filled(english, values, String) : filled(inArabic(english, group), values, (value) => `\u2068${value}\u2069`)
}

function inArabic(english: string, group: string): string {
  const keys = texts.en.filter(([key, text]) => text === english && key.startsWith(group)).map(([key]) => key)
  const [found, ...others] = new Set(keys.map((key) => arabic.get(key)))
  if (found === undefined || others.length > 0) throw new Error(`"${english}" has ${keys.length ? 'several texts' : 'no text'} in ar.json`)
  return found
}

type Values = Record<string, string | number>

const filled = (text: string, values: Values, isolated: (value: string | number) => string) =>
  text
    .replace(/\{(\w+), plural,((?: =?\w+ \{[^{}]*\})+)\}/g, (_plural, name: string, forms: string) => {
      const of = new Intl.PluralRules(locale()).select(Number(values[name]))
      const form = new RegExp(` ${of} \\{([^{}]*)\\}`).exec(forms)?.[1] ?? ''
      return form.replaceAll('#', String(values[name]))
    })
    .replace(/\{(\w+)\}/g, (argument, name: string) => (values[name] === undefined ? argument : isolated(values[name])))
