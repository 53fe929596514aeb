import { takeSession } from 'contract'
import { isUnavailable } from '../api/connection.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { callbackSessionId } from './callback.ts'
import { takeReturnTo } from './returnTo.ts'
import { signIn } from './session.ts'

type Outcome = 'done' | 'nobody' | 'unreachable'

let exchanging: Promise<Outcome> | undefined

/** Exchanges the session_id of the address once, even if called several times; an unknown or used one gives no user and no message (§8). */
export function exchangeSession(): Promise<Outcome> {
  exchanging ??= callbackSessionId === undefined ? Promise.resolve('nobody') : exchange(callbackSessionId)
  return exchanging
}

async function exchange(session_id: string): Promise<Outcome> {
  try {
    const { user } = await send(takeSession, { body: { session_id } })
    signIn(user)
    // Opens the page that was asked for before the login, or the one that the sign-in returned to (B4). The router reads the address later.
    const path = takeReturnTo()
    if (path) window.history.replaceState(null, '', path)
    return 'done'
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    // The router reads the address later.
    if (refusal.second_step) window.history.replaceState(null, '', '/second-step')
    if (!isUnavailable(refusal.status)) return 'nobody'
    exchanging = undefined
    return 'unreachable'
  }
}
