import { currentLanguage } from './language.ts'

type Table = Record<string, string>

/** Isolate English text, or text of unknown direction, inside Arabic. Attributes and toasts are plain strings and take no element. */
const isolated = (text: string): string => `\u2066${text}\u2069`
const apart = (value: string): string => `\u2068${value}\u2069`
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

let exact = new Map<string, string>()
let patterns: { of: RegExp; translation: string }[] = []

/** Sets the translations of the server's English sentences; `{}` stands for a value, which may have a translation too. */
export function keepRefusals(table: Table): void {
  const entries = Object.entries(table)
  exact = new Map(entries.filter(([sentence]) => !sentence.includes('{}')))
  patterns = entries
    .filter(([sentence]) => sentence.includes('{}'))
    .map(([sentence, translation]) => ({ of: new RegExp(`^${sentence.split('{}').map(escaped).join('(.+)')}$`), translation }))
}

/** Translates a sentence of the server; an unknown one stays English, isolated. `wordOf` knows further values. */
export function translate(sentence: string, wordOf: (value: string) => string | undefined = () => undefined): string {
  if (currentLanguage() === 'en' || sentence === '') return sentence
  const known = exact.get(sentence)
  if (known) return known
  for (const { of, translation } of patterns) {
    const values = of.exec(sentence)?.slice(1)
    if (values)
      return values.reduce((text, value) => text.replace('{}', () => apart(exact.get(value) ?? wordOf(value) ?? value)), translation)
  }
  return isolated(sentence)
}
