import { nationalityIn } from 'contract'
import { currentLanguage } from '../../messages/language.ts'

/** One spelling of what was typed, in the reader's language. */
export const nationalityName = (typed: string): string => nationalityIn(currentLanguage(), typed)
