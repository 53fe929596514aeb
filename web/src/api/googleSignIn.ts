import { pathOf, startGoogleSignIn } from 'contract'

/** The address of the sign-in provider, which returns to /dashboard through the server (§7). */
export const googleSignInAddress = (): string =>
  `/api${pathOf(startGoogleSignIn)}?redirect=${encodeURIComponent(`${window.location.origin}/dashboard`)}`
