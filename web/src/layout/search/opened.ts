import { useSyncExternalStore } from 'react'

/** The search over all records, or the list of keys. */
export type Opened = 'palette' | 'keys'

let opened: Opened | undefined
const listeners = new Set<() => void>()

export function show(next: Opened | undefined): void {
  opened = next
  for (const listener of listeners) listener()
}

export const shown = (): Opened | undefined => opened

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpened = (): Opened | undefined => useSyncExternalStore(subscribe, shown)
