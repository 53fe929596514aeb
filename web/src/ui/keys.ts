import { useEffect } from 'react'
import { writeCookie } from '../session/browserCookie.ts'
import { isTyping } from './isTyping.ts'

/** The keys that screens listen for, as their caps name them. */
export const KEYS = {
  next: 'J',
  previous: 'K',
  open: 'Enter',
  show: 'Space',
  choose: 'X',
  filter: 'F',
  searchList: '/',
  approve: 'A',
  reject: 'R',
} as const
export type KeyName = keyof typeof KEYS

const inUse = new Set<readonly KeyName[]>()

/** Which of them mean something on this screen, in their order. */
export function keysInUse(): KeyName[] {
  const names = new Set([...inUse].flat())
  return (Object.keys(KEYS) as KeyName[]).filter((name) => names.has(name))
}

/** What is listened for is said in the list of keys while it is. */
export function useSaidKeys(...names: (KeyName | false | undefined)[]): void {
  const said = names.filter(Boolean).join(' ')
  useEffect(() => {
    const listened = said.split(' ') as KeyName[]
    inUse.add(listened)
    return () => void inUse.delete(listened)
  }, [said])
}

const COOKIE = 'portal_keys'

/** Whether keys of one character act in this browser: whoever speaks to the computer, or trembles, turns them off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => !/(?:^|; )portal_keys=off/.test(document.cookie)
export const keepSingleKeys = (on: boolean): void => writeCookie(COOKIE, on ? 'on' : 'off')
export const isSingle = (key: string): boolean => key.trim().length === 1

/** Whether a key of one character is pressed alone, where it may act: in no field and no dialog, and unless it was turned off. */
export const isSingleKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  isSingle(key) && !ctrlKey && !metaKey && !altKey && !isTyping(target) && areSingleKeysOn()

/** The Latin letter of a key, also on a keyboard with another alphabet. */
export const letterOf = ({ key, code }: KeyboardEvent): string => (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toLowerCase()
