import { Credentials, EmailAddress } from 'contract'

/** What the form of a sign-in must have. */
export const CompleteLogin = Credentials.extend({ email: EmailAddress })
