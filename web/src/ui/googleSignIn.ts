import { pathOf, startGoogleSignIn } from 'contract'

/** Leads to the sign-in provider and, by way of the server, back to /dashboard (§7). */
export const googleSignInAddress = (): string =>
  `/api${pathOf(startGoogleSignIn)}?redirect=${encodeURIComponent(`${window.location.origin}/dashboard`)}`
