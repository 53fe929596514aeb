import type { Language } from 'contract'
import ar from './words/ar.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }

type Words = typeof en
const catalogs: Record<Language, Words> = { en, ar }

/** The heads and words of tables, the same as on the screens. */
export const wordsOf = (language: Language): Words => catalogs[language]
