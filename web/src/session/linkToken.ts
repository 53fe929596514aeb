import { useSyncExternalStore } from 'react'

/** The screens of mailed links. */
const PATHS = ['/set-password', '/confirm-email'] as const
type LinkPath = (typeof PATHS)[number]

const listeners = new Set<() => void>()
const tokens = new Map<LinkPath, string>()

/** Removes the token of a mailed link from the address, so that it stays neither in the history nor on the screen. */
function take(): void {
  const { pathname, search, hash } = window.location
  const found = new URLSearchParams(hash.slice(1)).get('token')
  const path = PATHS.find((each) => each === pathname)
  if (!path || !found) return
  tokens.set(path, found)
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The token of the opened link to that screen. It is only in memory and is lost on reload. */
export const useLinkToken = (path: LinkPath): string | undefined => useSyncExternalStore(subscribe, () => tokens.get(path))

// Runs when this module loads, and when another link is opened in the same tab.
take()
window.addEventListener('hashchange', take)
