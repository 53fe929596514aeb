import { useLayoutEffect, useSyncExternalStore } from 'react'

/** Where a detail stands: the screen that it belongs to, and its own name. */
export interface Place {
  to: string
  search?: Partial<Record<string, string>> | undefined
  title: string
}

let place: Place | undefined
const listeners = new Set<() => void>()

function show(next: Place | undefined): void {
  place = next
  for (const listener of listeners) listener()
}

/** Tells the header where the reader is, while the detail shows; undefined on screens of the first level. */
export function useTellPlace(own: Place | undefined): void {
  const told = own && JSON.stringify(own)
  useLayoutEffect(() => {
    if (!told) return
    const mine = JSON.parse(told) as Place
    show(mine)
    return () => {
      if (place === mine) show(undefined)
    }
  }, [told])
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const told = (): Place | undefined => place

export const usePlace = (): Place | undefined => useSyncExternalStore(subscribe, told)
