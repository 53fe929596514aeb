import { nationalityIn } from 'contract'
import { currentLanguage } from '../../messages/language.ts'

/** One spelling of what was typed, in the reader's language. */
export const nationalityName = (typed: string): string => nationalityIn(currentLanguage(), typed)

/** Those that were counted, before that the one that is asked for. */
export function namedNationalities(asked: string | undefined, counted: readonly { value: string }[] = []): string[] {
  const words = counted.map(({ value }) => value)
  return asked && !words.includes(asked) ? [asked, ...words] : words
}
