import { z } from 'zod'
import { call, Role } from './call.ts'
import { Company, CompanyCategory } from './companies.ts'
import { EmailAddress, Id, Password, RequiredLine, SignInEmail, WebAddress } from './fields.ts'

export const User = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role: Role,
  approved: z.boolean(),
  company_id: Id.nullable(),
  active_company_id: Id.nullable(),
  company_ids: z.array(Id),
})
export type User = z.infer<typeof User>

/** active_company_id, else company_id, else the first of company_ids (§3); never a company that the user left. */
export const activeCompanyId = (user: Pick<User, 'active_company_id' | 'company_id' | 'company_ids'>): string | undefined =>
  [user.active_company_id, user.company_id, ...user.company_ids].find((id) => id !== null && user.company_ids.includes(id)) ?? undefined

export const MIN_PASSWORD_LENGTH = 6
export const NewPassword = Password.min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)

export const Credentials = z.object({ email: SignInEmail, password: Password.min(1) })

export const Registration = z.object({
  company_name: RequiredLine,
  trade_license: RequiredLine,
  contact_person: RequiredLine,
  company_email: EmailAddress,
  company_phone: RequiredLine,
  company_category: CompanyCategory.default('on_demand'),
  user_full_name: RequiredLine,
  user_email: EmailAddress,
  user_password: NewPassword,
})

export const SignedIn = z.object({ user: User })

export const login = call('login', 'POST /auth/login', {
  access: 'public',
  summary: 'Sign in with e-mail and password; the 401 of an account with two-step sign-in has `second_step` (extension)',
  body: Credentials,
  reply: SignedIn,
  journal: 'sign_in',
  touches: [],
  refuses: [401, 429],
})

export const logout = call('logout', 'POST /auth/logout', { access: 'public', summary: 'End the session, if there is one', touches: [] })

export const me = call('me', 'GET /auth/me', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The user of the session',
  reply: User,
  before_two_step: true,
})

/** Why a sign-in at the provider failed; `/customer-login#error=…` shows the sentence (A5). */
export const SIGN_IN_ERRORS = [
  'unknown_account',
  'pending',
  'ended',
  'unverified_email',
  'other_account',
  'cancelled',
  'expired',
  'failed',
  'not_set_up',
] as const
export type SignInError = (typeof SIGN_IN_ERRORS)[number]

export const startGoogleSignIn = call('startGoogleSignIn', 'GET /auth/google', {
  access: 'public',
  summary: 'Send the browser to the sign-in provider; `redirect` is where it returns to, on the own origin (A5)',
  query: z.object({ redirect: WebAddress }),
  status: 302,
  extension: true,
  journal: 'sign_in',
})

export const finishGoogleSignIn = call('finishGoogleSignIn', 'GET /auth/google/callback', {
  access: 'public',
  summary: 'Where the provider sends the browser back to; it goes on with #session_id=, or to the login with #error= (A5)',
  status: 302,
  extension: true,
  journal: 'sign_in',
})

export const takeSession = call('takeSession', 'POST /auth/session', {
  access: 'public',
  summary: 'Exchange the session_id that a sign-in at the provider returned with, once and within a minute (A5)',
  body: z.object({ session_id: z.string() }),
  reply: SignedIn,
  journal: 'sign_in',
  touches: [],
  refuses: [401],
})

export const registerClient = call('registerClient', 'POST /auth/client-register', {
  access: 'public',
  summary: 'Register a company with its first administrator, who waits for approval',
  body: Registration,
  reply: z.object({ user: User, company: Company }),
  status: 201,
  touches: ['company', 'user'],
  refuses: [409, 429],
})
