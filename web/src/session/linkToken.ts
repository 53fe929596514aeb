import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let token: string | undefined

/** Takes the token of a link to a new password out of the address, so that it stays in no history and no screen shows it. */
function take(): void {
  const { pathname, search, hash } = window.location
  const found = new URLSearchParams(hash.slice(1)).get('token')
  if (pathname !== '/set-password' || !found) return
  token = found
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The token of the link that was opened: kept nowhere but here, so that a reload has lost it. */
export const useLinkToken = (): string | undefined => useSyncExternalStore(subscribe, () => token)

// As soon as this is loaded, and when another link is opened over the screen of the first.
take()
window.addEventListener('hashchange', take)
