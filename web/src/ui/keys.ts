import { useEffect } from 'react'

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

/** The Latin letter of a key, also on a keyboard with another alphabet. */
export const letterOf = ({ key, code }: KeyboardEvent): string => (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toLowerCase()
