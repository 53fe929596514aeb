import { SIGN_IN_ERRORS, type SignInError } from 'contract'

/**
 * What a sign-in at the provider returned with (A5), out of the address bar and the history before anything else is done (U24): this
 * is the first module that runs.
 */
const given = new URLSearchParams(window.location.hash.slice(1))
if (given.has('session_id') || given.has('error')) {
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`)
}

/** What to exchange for a session. */
export const handedOverId: string | undefined = given.get('session_id') ?? undefined

let error: SignInError | undefined = SIGN_IN_ERRORS.find((known) => known === given.get('error'))

/** Why the sign-in came to nothing, for the first screen that shows it. */
export const signInError = (): SignInError | undefined => error

export function forgetSignInError(): void {
  error = undefined
}
