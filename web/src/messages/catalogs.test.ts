import compile from 'icu-minify/compile'
import { createTranslator, type Locale } from 'use-intl'
import { describe, expect, it } from 'vitest'
import ar from './ar.json'
import en from './en.json'
import type { Messages } from './messages.ts'

type Catalog = { [key: string]: string | Catalog }
/** The kind of an argument; a number may be shown or choose a plural form. */
type Kind = 'text' | 'number' | 'choice' | 'date' | 'tag'
interface Parsed {
  args: Map<string, Set<Kind>>
  /** The plural categories of each argument. */
  plurals: { name: string; categories: string[] }[]
  /** The text between the arguments, one for each branch of a plural. */
  words: string[]
}

// The compiled texts, as icu-minify writes them: [name], [name, type, options] or [tag, ...children].
const POUND = 0
const KINDS: Kind[] = ['text', 'choice', 'number', 'number', 'number', 'date', 'date']
const BRANCHES = [1, 2, 3]

function read(node: unknown, into: Parsed): string {
  if (typeof node === 'string') return node
  if (node === POUND) return ' '
  const [name, type, ...rest] = node as [string, unknown, ...unknown[]]
  const kind = typeof type === 'number' ? KINDS[type] : type === undefined ? 'text' : 'tag'
  into.args.set(name, (into.args.get(name) ?? new Set()).add(kind ?? 'text'))
  if (kind === 'tag') return readAll([type, ...rest], into)
  if (!BRANCHES.includes(type as number)) return ' '
  const branches = rest[0] as Record<string, unknown>
  if (type !== 1) into.plurals.push({ name, categories: Object.keys(branches).sort() })
  for (const branch of Object.values(branches)) into.words.push(readAll([branch].flat(), into))
  return ' '
}

const readAll = (nodes: unknown[], into: Parsed): string => nodes.map((node) => read(node, into)).join('')

function parse(text: string): Parsed {
  const into: Parsed = { args: new Map(), plurals: [], words: [] }
  const compiled = compile(text)
  into.words.push(readAll(typeof compiled === 'string' ? [compiled] : compiled, into))
  return into
}

const textsOf = (catalog: Catalog, path = ''): [string, string][] =>
  Object.entries(catalog).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text] as [string, string]] : textsOf(text, `${path}${key}.`),
  )

// With this type, a catalog that lacks a key does not compile.
const catalogs: Record<'en' | 'ar', Messages> = { en, ar }
const english = textsOf(catalogs.en)
const arabic = new Map(textsOf(catalogs.ar))
const parsedArabic = [...arabic].map(([path, text]) => [path, parse(text)] as const)

const argumentsOf = ({ args }: Parsed) => [...args].map(([name, kinds]) => `${name}: ${[...kinds].sort().join()}`).sort()
/** The paths of the texts that pass the test. */
const where = (asked: (parsed: Parsed, text: string) => boolean) =>
  parsedArabic.filter(([path, parsed]) => asked(parsed, arabic.get(path) ?? '')).map(([path]) => path)

/** Equal in both languages: a passport number, a file name, a pattern. */
const ALIKE = ['account.twoStep.fileName', 'forms.monthHint', 'landing.samplePassport', 'ui.dateHint']
/** Equal English labels with different Arabic ones: a noun and its state, singular and plural, another doer. */
const OTHERWISE = [
  'Active',
  'Approved',
  'Cancel',
  'Completed',
  'Employee',
  'Expired',
  'Fast Track',
  'Late',
  'Not on record',
  'Pending',
  'Refused',
  'Request',
  'Submit',
  'Submitted',
  'Submitting...',
  'Withdraw',
  'Withdraw: {name}',
  'Withdrawn',
]
/** What Arabic writes in Latin letters: products, formats, keys, and the note that the server stores. */
const LATIN = /Top-up request rejected|\b(?:Google|PDF|JPG|PNG|CSV|XLSX|IBAN|Caps Lock|[AJKR])\b/g

describe('the catalogs of both languages', () => {
  it('hold the same keys', () => {
    expect([...arabic.keys()].sort()).toEqual(english.map(([path]) => path).sort())
  })

  it('take the same arguments and tags in each text', () => {
    const inEnglish = english.map(([path, text]) => [path, argumentsOf(parse(text))])
    expect(inEnglish.length).toBeGreaterThan(700)
    expect(Object.fromEntries(parsedArabic.map(([path, parsed]) => [path, argumentsOf(parsed)]))).toEqual(Object.fromEntries(inEnglish))
  })

  it('leave no text and no branch of a plural empty', () => {
    const empty = (text: string) => text.trim() === ''
    expect(english.filter(([, text]) => empty(text))).toEqual([])
    expect(
      where(({ args, plurals, words }, text) => empty(text) || (args.size === 0 && plurals.length === 0 && words.every(empty))),
    ).toEqual([])
    expect([...arabic].filter(([, text]) => /\{\s*\}/.test(text))).toEqual([])
  })
})

describe('what a control is called', () => {
  /** Whoever speaks to a control says what it shows. */
  it('has the words that it shows', () => {
    for (const language of ['en', 'ar'] as const) {
      const texts = new Map(textsOf(catalogs[language]))
      const shown = [...texts].flatMap(([path, text]) => {
        const named = texts.get(`${path}Named`)
        return named === undefined ? [] : [[path, text, named] as const]
      })
      expect(shown.length).toBeGreaterThan(12)
      expect(shown.filter(([, text, named]) => !` ${named.replace(':', '')} `.includes(` ${text} `)).map(([path]) => path)).toEqual([])
    }
  })
})

describe('the Arabic catalog', () => {
  const categories = [...new Intl.PluralRules('ar').resolvedOptions().pluralCategories].sort()

  it('has all six forms wherever a number chooses, and chooses wherever English does', () => {
    expect(categories).toEqual(['few', 'many', 'one', 'other', 'two', 'zero'])
    expect(where(({ plurals }) => plurals.some((plural) => plural.categories.join() !== categories.join()))).toEqual([])
    const chooses = (text: string, name: string) => parse(text).plurals.some((plural) => plural.name === name)
    const unchosen = english.filter(([path, text]) => parse(text).plurals.some(({ name }) => !chooses(arabic.get(path) ?? '', name)))
    expect(unchosen).toEqual([])
  })

  it('writes every text, and every branch of a plural, in Arabic', () => {
    const foreign = (words: string) => /\p{L}/u.test(words) && !/\p{Script=Arabic}/u.test(words)
    const unwritten = where(({ words }) => words.some((text) => foreign(text.replace(LATIN, ''))))
    expect(unwritten.sort()).toEqual(ALIKE.toSorted())
    expect(ALIKE.map((path) => arabic.get(path))).toEqual(ALIKE.map((path) => english.find(([key]) => key === path)?.[1]))
  })

  it('leaves no English word within a sentence', () => {
    const latin = where(({ words }) => words.some((text) => /\p{Script=Latin}/u.test(text.replace(LATIN, ''))))
    expect(latin.filter((path) => !ALIKE.includes(path))).toEqual([])
  })

  it('writes Latin digits, Arabic punctuation and no direction marks', () => {
    expect(where((_, text) => /[٠-٩۰-۹]/.test(text))).toEqual([])
    expect(where((_, text) => /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(text))).toEqual([])
    expect(where(({ words }) => words.some((text) => /[?;]|,(?!\d)|''/.test(text)))).toEqual([])
  })

  it('writes no "company" before a name, which often begins with the word', () => {
    expect(where((_, text) => /شركة \{(?:company_)?name\}/.test(text))).toEqual([])
  })

  it('has one word for a row of a list, and one spelling of a request', () => {
    expect(where((_, text) => /سطر|يُرجى/.test(text))).toEqual([])
  })

  it('counts in words as Arabic does', () => {
    const t = createTranslator({ locale: 'ar-AE-u-nu-latn' as string as Locale, messages: catalogs.ar, namespace: 'dashboard' })
    const left = [0, 1, 2, 3, 11, 30, 100].map((days) => t('expiring.daysLeft', { days }))
    expect(left).toEqual([
      'تنتهي اليوم',
      'يتبقى يوم واحد',
      'يتبقى يومان',
      'يتبقى 3 أيام',
      'يتبقى 11 يومًا',
      'يتبقى 30 يومًا',
      'يتبقى 100 يوم',
    ])
  })

  it('says the same for the same English, unless it has another meaning there', () => {
    const said = new Map<string, Set<string>>()
    for (const [path, text] of english) said.set(text, (said.get(text) ?? new Set()).add(arabic.get(path) ?? ''))
    const apart = [...said].filter(([, texts]) => texts.size > 1).map(([text]) => text)
    expect(apart.sort()).toEqual(OTHERWISE)
  })

  it('gives no two stages, documents, roles or categories one name', () => {
    for (const group of ['stage', 'slot', 'role', 'companyCategory', 'priority'] as const)
      expect(new Set(Object.values(ar.enums[group])).size).toBe(Object.keys(en.enums[group]).length)
  })
})
