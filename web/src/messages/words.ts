import type { Language } from 'contract'
import { useSyncExternalStore } from 'react'
import { currentLanguage, setLanguage } from './language.ts'
import type { Messages } from './messages.ts'
import { keepRefusals } from './refusals.ts'

/** Only the current language is loaded. The server's sentences are English; Arabic has a table of them. */
const PARTS = {
  start: { en: () => import('./en.json?start'), ar: () => import('./ar.json?start') },
  visitors: { en: () => import('./en.json?visitors'), ar: () => import('./ar.json?visitors') },
  'signed-in': { en: () => import('./en.json?signed-in'), ar: () => import('./ar.json?signed-in') },
}

interface Words {
  language: Language
  messages: Messages
}

let words: Words | undefined
/** What is loaded beside the words of the start page; the words of the signed-in screens include those of visitors. */
let more: 'visitors' | 'signed-in' | undefined
const listeners = new Set<() => void>()

async function load(language: Language): Promise<void> {
  const parts = await Promise.all([PARTS.start[language](), more && PARTS[more][language]()])
  setLanguage(language)
  keepRefusals(Object.assign({}, ...parts.map((part) => part?.refusals)))
  words = { language, messages: Object.assign({}, ...parts.map((part) => part?.words)) }
  for (const listener of listeners) listener()
}

/** Loads the words of the language that boot.js chose, before anything is rendered. */
export const loadFirstWords = (): Promise<void> => load(document.documentElement.lang === 'ar' ? 'ar' : 'en')

let adding = Promise.resolve()

function add(part: NonNullable<typeof more>): Promise<void> {
  if (more === part || more === 'signed-in') return adding
  const before = more
  more = part
  adding = load(words?.language ?? currentLanguage()).catch((error: unknown) => {
    more = before
    throw error
  })
  return adding
}

/** Loads the words of visitors' screens other than the start page. */
export const addVisitorsWords = (): Promise<void> => add('visitors')

/** Loads the words of the signed-in screens. */
export const addSignedInWords = (): Promise<void> => add('signed-in')

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
