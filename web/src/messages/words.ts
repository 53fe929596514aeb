import type { Language } from 'contract'
import { useSyncExternalStore } from 'react'
import { currentLanguage, setLanguage } from './language.ts'
import type { Messages } from './messages.ts'
import { keepRefusals } from './refusals.ts'

/** Only the current language is loaded. The server's sentences are English; Arabic has a table of them. */
const PARTS = {
  start: { en: () => import('./en.json?start'), ar: () => import('./ar.json?start') },
  visitors: { en: () => import('./en.json?visitors'), ar: () => import('./ar.json?visitors') },
  list: { en: () => import('./en.json?list'), ar: () => import('./ar.json?list') },
  'signed-in': { en: () => import('./en.json?signed-in'), ar: () => import('./ar.json?signed-in') },
}
type Part = keyof typeof PARTS

interface Words {
  language: Language
  messages: Messages
}

let words: Words | undefined
/** What is there beside the words of the start page, or on its way; `signed-in` has the words of all others. */
const added = new Map<Part, Promise<void>>()
const listeners = new Set<() => void>()

async function load(language: Language, ...more: Part[]): Promise<void> {
  const wanted = [...added.keys(), ...more]
  const names: Part[] = ['start', ...(wanted.includes('signed-in') ? (['signed-in'] as const) : wanted)]
  const parts = await Promise.all(names.map((name) => PARTS[name][language]()))
  setLanguage(language)
  keepRefusals(Object.assign({}, ...parts.map(({ refusals }) => refusals)))
  words = { language, messages: Object.assign({}, ...parts.map((part) => part.words)) }
  for (const listener of listeners) listener()
}

/** Loads the words of the language that boot.js chose, before anything is rendered. */
export const loadFirstWords = (): Promise<void> => load(document.documentElement.lang === 'ar' ? 'ar' : 'en')

function add(part: Part): Promise<void> {
  const before = added.get(part) ?? added.get('signed-in')
  if (before) return before
  const language = words?.language ?? currentLanguage()
  const adding = (added.has('list') && part === 'signed-in' ? complete(language) : load(language, part)).catch((error: unknown) => {
    added.delete(part)
    throw error
  })
  added.set(part, adding)
  return adding
}

/** Adds the words of further screens to those of the list. Nothing on the screen has asked for them, so nothing is drawn again. */
async function complete(language: Language): Promise<void> {
  const all = await PARTS['signed-in'][language]()
  // Another language has come with all words.
  if (words?.language !== language) return
  Object.assign(words.messages, all.words)
  keepRefusals(all.refusals)
}

/** Loads the words of visitors' screens other than the start page. */
export const addVisitorsWords = (): Promise<void> => add('visitors')

/** Loads the words of the list of applications and of the shell around it. */
export const addListWords = (): Promise<void> => add('list')

/** Loads the words of all signed-in screens. */
export const addSignedInWords = (): Promise<void> => add('signed-in')

/** Loads the words of what the list shows later. */
export const addFurtherWords = async (): Promise<void> => {
  if (added.has('list')) await addSignedInWords()
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
