import { getSettings, me } from 'contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { awaitAhead, forgetAhead } from '../api/ahead.ts'
import { isUnavailable } from '../api/connection.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { showDone } from '../feedback/toast.ts'
import { exchangeSession } from '../session/exchangeSession.ts'
import { currentUser, resumeSession } from '../session/session.ts'
import { keepSettings } from '../session/settings.ts'
import { beginStreamAt } from '../session/streamCursor.ts'
import { Spinner } from '../ui/states/Spinner.tsx'
import { Unreachable } from '../ui/states/Unreachable.tsx'

/**
 * Exchanges the id that the sign-in provider returned (A5) for a session, then loads the user. Shows a spinner until the user is
 * known; a failure leaves the visitor signed out, silently (§8).
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const toasts = useTranslations('toasts.loginAsCustomer')
  const [state, setState] = useState<'asking' | 'known' | 'unreachable'>('asking')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const ended = new AbortController()
    const load = async () => {
      const exchanged = await exchangeSession()
      const next = exchanged === 'unreachable' ? exchanged : await loadSession(ended.signal)
      if (ended.signal.aborted) return
      setState(next)
      if (exchanged === 'done' && currentUser()) showDone(toasts('done'))
    }
    void load()
    return () => ended.abort()
  }, [attempt])
  useEffect(() => {
    // A page from the back-forward cache may still show data from before a logout (A8).
    const reload = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
  if (state === 'unreachable') return <Unreachable onRetry={() => setAttempt((count) => count + 1)} />
  return state === 'known' ? children : <Spinner />
}

/** The settings say whether there is a session, so that no call of a visitor is refused. */
async function loadSession(signal: AbortSignal): Promise<'known' | 'unreachable'> {
  const settings = await unlessRefused(send(getSettings, {}, { signal }), signal)
  if (settings instanceof Refusal) {
    // What was asked beside it has hardly fared better.
    forgetAhead()
    return isUnavailable(settings.status) ? 'unreachable' : 'known'
  }
  if (!settings) return 'known'
  beginStreamAt(settings.changes_place)
  const user = settings.session && (await unlessRefused(send(me, {}, { signal }), signal))
  if (signal.aborted) return 'known'
  if (user && !(user instanceof Refusal)) resumeSession(user)
  keepSettings(settings)
  if (user) await awaitAhead()
  return 'known'
}

/** The reply or the refusal; undefined if the call was aborted. */
async function unlessRefused<T>(reply: Promise<T>, signal: AbortSignal): Promise<T | Refusal | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Refusal) return error
    if (signal.aborted) return undefined
    throw error
  }
}
