import { useSyncExternalStore } from 'react'

/** `offline`: this device has no network. `unreachable`: it has, but the portal does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

type Probe = (signal: AbortSignal) => Promise<void>

const UNAVAILABLE_STATUSES = [0, 502, 503, 504]
/** With what the browser needs to notice, less than the 3 s of U10. */
const PROBE_TIMEOUT_MS = 2_500
const OFFLINE_RECHECK_MS = 1_500
const RETRY_DELAYS_MS = [2_000, 4_000, 8_000, 15_000]

let state: Connection = 'online'
let probe: Probe | undefined
let probing = false
let failures = 0
let timer: number | undefined
const listeners = new Set<() => void>()
const returns = new Set<() => void>()

/** Whether an answer with this status, 0 for none, says that the portal is away for a moment. */
export const isUnavailable = (status: number): boolean => UNAVAILABLE_STATUSES.includes(status)

/** Every answer is a hint; one refused call alone is not an outage, so a probe decides. */
export function reportStatus(status: number): void {
  if (isUnavailable(status)) void check()
}

/** Asks the portal now: as soon as it answers, all is well again. */
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
  timer = window.setTimeout(() => void check(), RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)])
  failures += 1
  show(navigator.onLine ? 'unreachable' : 'offline')
}

function settle(): void {
  const wasAway = state !== 'online'
  failures = 0
  show('online')
  // The browser says offline, yet the portal answers: a portal on this machine, or a network that is just going.
  if (!navigator.onLine) timer = window.setTimeout(() => void check(), OFFLINE_RECHECK_MS)
  if (wasAway) for (const listener of returns) listener()
}

function show(next: Connection): void {
  state = next
  for (const listener of listeners) listener()
}

/** Watches the network with this probe, which must reach the server's data; calls back when the portal is there again. */
export function watchConnection(ask: Probe, onReturn: () => void): () => void {
  const look = () => void check()
  const lookIfAway = () => state !== 'online' && look()
  // Where the code of a screen cannot be had, the router would reload the page (1.170), which nobody can answer now.
  const keepPage = (event: Event) => {
    if (!navigator.onLine || state !== 'online') event.preventDefault()
    look()
  }
  probe = ask
  returns.add(onReturn)
  window.addEventListener('offline', look)
  window.addEventListener('online', look)
  document.addEventListener('visibilitychange', lookIfAway)
  window.addEventListener('vite:preloadError', keepPage)
  if (!navigator.onLine) look()
  return () => {
    returns.delete(onReturn)
    window.removeEventListener('offline', look)
    window.removeEventListener('online', look)
    document.removeEventListener('visibilitychange', lookIfAway)
    window.removeEventListener('vite:preloadError', keepPage)
    window.clearTimeout(timer)
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state)
