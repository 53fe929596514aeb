import { useSyncExternalStore } from 'react'

/** The screens that a mailed link opens. */
const PATHS = ['/set-password', '/confirm-email'] as const
type LinkPath = (typeof PATHS)[number]

const listeners = new Set<() => void>()
const tokens = new Map<LinkPath, string>()

/** Takes the token of a mailed link out of the address, so that it stays in no history and no screen shows it. */
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

/** The token of the link to that screen that was opened: kept nowhere but here, so that a reload has lost it. */
export const useLinkToken = (path: LinkPath): string | undefined => useSyncExternalStore(subscribe, () => tokens.get(path))

// As soon as this is loaded, and when another link is opened over the screen of the first.
take()
window.addEventListener('hashchange', take)
