import { getSettings, type SessionTimes } from 'contract'
import { useEffect, useState } from 'react'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { isSignedInAgain, renewalCount } from '../api/sessionEnd.ts'
import { keepSettings, useKeptSettings } from './settings.ts'

const SECOND_MS = 1_000
/** U9. */
const WARNING_S = 120
const POLL_MS = 15 * SECOND_MS

export interface SessionEnd {
  /** The end by this browser's clock, in milliseconds. */
  at: number
  /** Whether activity moves the end. */
  can_stay: boolean
}

const warnMs = ({ idle_minutes }: SessionTimes): number => Math.min(WARNING_S, idle_minutes * 20) * SECOND_MS

/** The end of the session when it is near, else undefined. The server knows it, because other tabs use the session too. */
export function useSessionEnd(): SessionEnd | undefined {
  const kept = useKeptSettings()
  const [end, setEnd] = useState<SessionEnd>()
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    const times = kept?.settings.session
    if (!times) return setEnd(undefined)
    const at = kept.at + times.idle_seconds_left * SECOND_MS
    const left = at - Date.now()
    const near = left <= warnMs(times)
    const due = Math.max(near ? at + SECOND_MS : at - warnMs(times), Date.now() + (failures > 0 ? POLL_MS : 0))
    setEnd(near ? { at, can_stay: times.seconds_left > times.idle_seconds_left } : undefined)
    const ask = () => void askSessionTimes({ background: true }).catch(() => setFailures((count) => count + 1))
    const timer = window.setTimeout(ask, due - Date.now())
    // Timers stop while a computer sleeps, and another tab may have used the session.
    const look = () => document.visibilityState === 'visible' && (near || Date.now() >= due) && ask()
    document.addEventListener('visibilitychange', look)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [kept, failures])
  return end
}

/** Asks the server when the session ends. Counts as activity, unless in the background (A9). */
export async function askSessionTimes({ background }: { background: boolean }): Promise<void> {
  const sentAt = renewalCount()
  const settings = await send(getSettings, {}, { background })
  if (settings.session) keepSettings(settings)
  else if (!(await isSignedInAgain(sentAt))) throw new Refusal(401)
}
