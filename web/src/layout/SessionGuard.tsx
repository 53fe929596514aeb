import { useRouter } from '@tanstack/react-router'
import { activeCompanyId, type User } from 'contract'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { askAtSessionEnd } from '../api/sessionEnd.ts'
import { releaseUnsaved } from '../feedback/dirtyForms.ts'
import { partOf, usePart } from '../feedback/usePart.ts'
import { rememberReturnTo } from '../session/returnTo.ts'
import { onRenewedElsewhere, renewSession, useUser } from '../session/session.ts'
import { askSessionTimes, useSessionEnd } from '../session/sessionTimes.ts'
import { useLeave } from './useLeave.ts'

export const importSessionDialogs = partOf(() => import('./SessionDialogs.tsx').then(({ SessionDialogs }) => SessionDialogs))

type Answer = (again: boolean) => void

/** Warns before the session ends; after that, asks for the password above the screen, which keeps its input (U9). */
export function SessionGuard() {
  const user = useUser()
  const router = useRouter()
  const leave = useLeave()
  const end = useSessionEnd()
  const { asked, answer } = useQuestion()
  useUnderlyingDialogsKept(asked)

  const renewed = (found: User) => {
    renewSession(found)
    if (found.role !== user.role || activeCompanyId(found) !== activeCompanyId(user)) {
      releaseUnsaved()
      window.location.reload()
      return
    }
    answer(true)
    void askSessionTimes({ background: true }).catch(() => undefined)
  }
  const goAway = () => {
    rememberReturnTo(router.state.location.href)
    leave()
    answer(false)
  }
  const Dialogs = usePart(importSessionDialogs, asked || end !== undefined, () => asked && goAway())
  return Dialogs ? <Dialogs end={end} ended={asked} email={user.email} onRenewed={renewed} onLeave={goAway} /> : null
}

function useQuestion() {
  const [asked, setAsked] = useState(false)
  const waiting = useRef<Answer>(undefined)
  const answer: Answer = (again) => {
    waiting.current?.(again)
    waiting.current = undefined
    setAsked(false)
  }
  const reply = useRef(answer)
  reply.current = answer
  useEffect(() => {
    const stopAsking = askAtSessionEnd(
      () =>
        new Promise((resolve) => {
          waiting.current = resolve
          setAsked(true)
        }),
    )
    const stopListening = onRenewedElsewhere(() => reply.current(true))
    return () => {
      stopAsking()
      stopListening()
      reply.current(false)
    }
  }, [])
  return { asked, answer }
}

/** Keeps Escape from closing a dialog below this one, with its input: Mantine 9.7.3 listens on the window. */
function useUnderlyingDialogsKept(asked: boolean): void {
  const on = useRef(asked)
  on.current = asked
  // A layout effect, so that it listens before the dialogs of the screen.
  useLayoutEffect(() => {
    const stop = (event: KeyboardEvent) => on.current && event.key === 'Escape' && event.stopImmediatePropagation()
    window.addEventListener('keydown', stop, { capture: true })
    return () => window.removeEventListener('keydown', stop, { capture: true })
  }, [])
}
