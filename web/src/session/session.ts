import type { User } from 'contract'
import { activeCompanyId } from 'contract'
import { useSyncExternalStore } from 'react'
import { forgetAhead } from '../api/ahead.ts'
import { reportOtherUser } from '../api/otherUser.ts'
import { forgetReturnTo } from './returnTo.ts'

type Message = { event: 'signed-in'; user_id: string } | { event: 'signed-out' }

const channel = new BroadcastChannel('portal-session')
const listeners = new Set<() => void>()
let current: User | undefined

const keep = (user: User | undefined): void => {
  if (current) forgetAhead()
  if (user?.id !== current?.id) reportOtherUser()
  current = user
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is signed in, for code outside of components. */
export const currentUser = (): User | undefined => current

/** Sets the user of a new session, without informing other tabs. */
export const resumeSession = (user: User): void => keep(user)

export function signIn(user: User): void {
  forgetAhead()
  keep(user)
  channel.postMessage({ event: 'signed-in', user_id: user.id } satisfies Message)
}

/** The same user has logged in again after the session had ended; other tabs need not ask. */
export const renewSession = (user: User): void => channel.postMessage({ event: 'signed-in', user_id: user.id } satisfies Message)

/** Removes the session's data after a logout, in this tab and others. */
export function signOut(): void {
  forgetReturnTo()
  keep(undefined)
  channel.postMessage({ event: 'signed-out' } satisfies Message)
}

/** Removes the session's data after the server has ended it; the page to return to is kept. */
export const dropSession = (): void => keep(undefined)

/** Calls back after a logout in another tab, and reloads if another user has signed in there. */
export function onOtherTab(signedOut: () => void): () => void {
  const listen = ({ data }: MessageEvent<Message>) => {
    if (data.event === 'signed-out') signedOut()
    else if (data.user_id !== current?.id) window.location.reload()
  }
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}

/** Calls back when the same user has logged in again in another tab. */
export function onRenewedElsewhere(renewed: () => void): () => void {
  const listen = ({ data }: MessageEvent<Message>) => {
    if (data.event === 'signed-in' && data.user_id === current?.id) renewed()
  }
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}

export interface Session {
  user: User | undefined
  activeCompanyId: string | undefined
  signIn: (user: User) => void
  signOut: () => void
}

export function useSession(): Session {
  const user = useSyncExternalStore(subscribe, currentUser, currentUser)
  return { user, activeCompanyId: user && activeCompanyId(user), signIn, signOut }
}

/** The signed-in user, for screens that need one. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('this screen needs a signed-in user')
  return user
}
