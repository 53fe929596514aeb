import { useSyncExternalStore } from 'react'

/** `offline`: this device has no network. `unreachable`: the portal does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

type Probe = (signal: AbortSignal) => Promise<void>

const UNAVAILABLE_STATUSES = [0, 502, 503, 504]
/** Together with the browser's own delay less than the 3 s of U10. */
const PROBE_TIMEOUT_MS = 2_500
const OFFLINE_RECHECK_MS = 1_500
const RETRY_DELAYS_MS = [2_000, 4_000, 8_000, 15_000]

let state: Connection = 'online'
let probe: Probe | undefined
let probing = false
let failures = 0
/** The browser has said that there is a network again, and no probe has ended since. */
let isBack = false
let timer: number | undefined
const listeners = new Set<() => void>()
const returns: (() => void)[] = []

/** Whether this status (0: no answer) means that the portal is unreachable for a moment. */
export const isUnavailable = (status: number): boolean => UNAVAILABLE_STATUSES.includes(status)

/** Takes the status of every answer. One failed call is not an outage yet, so a probe decides. */
export function reportStatus(status: number): void {
  if (isUnavailable(status)) void check()
}

/** Sends a probe now; if the portal answers, the state is `online` again. */
export async function check(): Promise<void> {
  if (probing || !probe) return
  probing = true
  window.clearTimeout(timer)
  const answered = await probe(AbortSignal.timeout(PROBE_TIMEOUT_MS)).then(
    () => true,
    () => false,
  )
  probing = false
  if (answered) return settle()
  // That probe may have been sent before.
  const delay = isBack ? 0 : RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]
  isBack = false
  timer = window.setTimeout(() => void check(), delay)
  failures += 1
  show(navigator.onLine ? 'unreachable' : 'offline')
}

function settle(): void {
  // Calls may have failed in an outage too short for a probe to see.
  const wasAway = state !== 'online' || isBack
  failures = 0
  isBack = false
  show('online')
  // The browser says offline, but the portal answers: it runs on this machine, or the network is just going down.
  if (!navigator.onLine) timer = window.setTimeout(() => void check(), OFFLINE_RECHECK_MS)
  if (wasAway) for (const listener of returns) listener()
}

function show(next: Connection): void {
  state = next
  for (const listener of listeners) listener()
}

/** Calls back whenever the portal answers again. */
export const onReturn = (listener: () => void): void => void returns.push(listener)

/** Watches the connection with this probe, which must reach the server's database. */
export function watchConnection(ask: Probe): () => void {
  const look = () => void check()
  const lookAgain = () => {
    isBack = true
    look()
  }
  const lookIfAway = () => state !== 'online' && look()
  // If the code of a screen does not load, the router (1.170) would reload the page, which is not reachable now.
  const keepPage = (event: Event) => {
    if (!navigator.onLine || state !== 'online') event.preventDefault()
    look()
  }
  probe = ask
  window.addEventListener('offline', look)
  window.addEventListener('online', lookAgain)
  document.addEventListener('visibilitychange', lookIfAway)
  window.addEventListener('vite:preloadError', keepPage)
  if (!navigator.onLine) look()
  return () => {
    window.removeEventListener('offline', look)
    window.removeEventListener('online', lookAgain)
    document.removeEventListener('visibilitychange', lookIfAway)
    window.removeEventListener('vite:preloadError', keepPage)
    window.clearTimeout(timer)
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = (): Connection => state

export const useConnection = (): Connection => useSyncExternalStore(subscribe, read, read)
