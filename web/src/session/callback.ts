import { SIGN_IN_ERRORS, type SignInError } from 'contract'

/**
 * Reads the fragment that the sign-in provider returned (A5) and removes it from the address and the history at once (U24): this
 * is the first module that runs.
 */
const fragment = new URLSearchParams(globalThis.location?.hash.slice(1))
if (fragment.has('session_id') || fragment.has('error')) {
  // It was painted for a visitor, who is one no more.
  document.getElementById('painted')?.remove()
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`)
}

/** The id to exchange for a session. */
export const callbackSessionId: string | undefined = fragment.get('session_id') ?? undefined

let error: SignInError | undefined = SIGN_IN_ERRORS.find((known) => known === fragment.get('error'))

/** Why the sign-in failed, for the first screen that shows it. */
export const signInError = (): SignInError | undefined => error

export function forgetSignInError(): void {
  error = undefined
}
