import type { Language } from 'contract'
import { useSyncExternalStore } from 'react'
import { currentLanguage, setLanguage } from './language.ts'
import type { Messages } from './messages.ts'
import { keepRefusals } from './refusals.ts'

/** Only the current language is loaded; the shell adds the words of its screens (U1). The server's sentences are English; Arabic has a table of them. */
const VISITORS = {
  en: async () => ({ words: await import('./en.json?visitors') }),
  ar: () => together(import('./ar.json?visitors'), import('./refusals.visitors.ar.json')),
}
const SIGNED_IN = {
  en: async () => ({ words: await import('./en.json?signed-in') }),
  ar: () => together(import('./ar.json?signed-in'), import('./refusals.signed-in.ar.json')),
}

interface Part {
  words: { default: Messages }
  refusals?: { default: Record<string, string> }
}

async function together(words: Promise<Part['words']>, refusals: Promise<Required<Part>['refusals']>): Promise<Required<Part>> {
  return { words: await words, refusals: await refusals }
}

interface Words {
  language: Language
  messages: Messages
}

let words: Words | undefined
let signedIn = false
const listeners = new Set<() => void>()

async function load(language: Language): Promise<void> {
  const parts: (Part | undefined)[] = await Promise.all([VISITORS[language](), signedIn ? SIGNED_IN[language]() : undefined])
  setLanguage(language)
  keepRefusals(Object.assign({}, ...parts.map((part) => part?.refusals?.default)))
  words = { language, messages: Object.assign({}, ...parts.map((part) => part?.words.default)) }
  for (const listener of listeners) listener()
}

/** Loads the words of the language that boot.js chose, before anything is rendered. */
export const loadFirstWords = (): Promise<void> => load(document.documentElement.lang === 'ar' ? 'ar' : 'en')

/** Loads the words of the signed-in screens. */
export async function addSignedInWords(): Promise<void> {
  if (signedIn) return
  signedIn = true
  try {
    await load(words?.language ?? currentLanguage())
  } catch (error) {
    signedIn = false
    throw error
  }
}

/** Changes the language of the screen; input stays. Rejects if the words do not load. */
export const showLanguage = async (language: Language): Promise<void> => {
  if (language !== words?.language) await load(language)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const shown = () => words

export function useWords(): Words {
  const loaded = useSyncExternalStore(subscribe, shown, shown)
  if (!loaded) throw new Error('no words are loaded yet')
  return loaded
}
