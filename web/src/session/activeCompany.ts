import { useNavigate } from '@tanstack/react-router'
import { activeCompanyId, me, switchCompany, type User } from 'contract'
import { useEffect, useState } from 'react'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { releaseUnsaved } from '../feedback/dirtyForms.ts'
import { useMayLeave } from '../feedback/unsaved.ts'
import { useSession, useUser } from './session.ts'

const SWITCHED = 'portal_switched'
const channel = new BroadcastChannel('portal-company')

/** Switches the active company and reloads the page (§4), after asking about unsaved input. */
export function useSwitchCompany(): { switchTo: (company_id: string) => Promise<boolean>; busy: boolean } {
  const mayLeave = useMayLeave()
  const [leaving, setLeaving] = useState(false)
  const { run, busy } = useAction(switchCompany, {
    onDone: (user) => {
      setLeaving(true)
      channel.postMessage(user)
      sessionStorage.setItem(SWITCHED, user.id)
      releaseUnsaved()
      leaveAll()
      window.location.reload()
    },
  })
  const switchTo = async (company_id: string) => (await mayLeave()) && (await run({ params: { company_id } })) !== undefined
  return { switchTo, busy: busy || leaving }
}

/** The page is loaded again for one company. */
function leaveAll(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete('companies')
  window.history.replaceState(window.history.state, '', address)
}

/** Leads to one company, also from all own ones, where the active one needs no switch. */
export function useGoToCompany(): { goTo: (company_id: string) => Promise<boolean>; busy: boolean } {
  const { activeCompanyId } = useSession()
  const { switchTo, busy } = useSwitchCompany()
  const navigate = useNavigate()
  const goTo = async (company_id: string) => {
    if (company_id !== activeCompanyId) return switchTo(company_id)
    await navigate({ to: '.', search: {} })
    return true
  }
  return { goTo, busy }
}

/** Whether this page was reloaded after this user switched the company; true once. */
export function takeSwitched(user: User): boolean {
  const switched = sessionStorage.getItem(SWITCHED)
  sessionStorage.removeItem(SWITCHED)
  return switched === user.id
}

interface Elsewhere {
  /** The server's user, if the active company is not the one that this tab shows (U28). */
  changed: User | undefined
  /** Switches back to the company that this tab shows; its input stays. */
  keep: (company_id: string) => Promise<void>
  busy: boolean
}

/** Notices a switch in another tab at once, and one on another device when this tab becomes visible. */
export function useSwitchedElsewhere(): Elsewhere {
  const shown = useUser()
  const [latest, setLatest] = useState(shown)
  // After a new login or a new company, this tab shows the server's answer.
  useEffect(() => setLatest(shown), [shown])
  useEffect(() => {
    const hear = ({ data }: MessageEvent<User>) => setLatest(data)
    const ask = () => void askWho().then((user) => user && setLatest(user))
    channel.addEventListener('message', hear)
    window.addEventListener('focus', ask)
    return () => {
      channel.removeEventListener('message', hear)
      window.removeEventListener('focus', ask)
    }
  }, [])
  const { run, busy } = useAction(switchCompany, {
    onDone: (user) => {
      channel.postMessage(user)
      setLatest(user)
      void queryClient.invalidateQueries()
    },
    onRefused: () => void askWho().then((user) => user && setLatest(user)),
  })
  const changed = latest.id === shown.id && activeCompanyId(latest) !== activeCompanyId(shown) ? latest : undefined
  const keep = async (company_id: string) => void (await run({ params: { company_id } }))
  return { changed, keep, busy }
}

/** Undefined without an answer; the next call will show the problem. */
async function askWho(): Promise<User | undefined> {
  try {
    return await send(me, {}, { background: true })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}
