import { z } from 'zod'
import { NewPassword, User } from './auth.ts'
import { call, type Role } from './call.ts'
import { DocumentValue } from './documents.ts'
import { ById, EmailAddress, Id, LANGUAGES, Password, Timestamp } from './fields.ts'
import { MailRhythm, MutableMailKind } from './mails.ts'

const EVERYONE = ['admin', 'company_admin', 'employee'] as const satisfies Role[]

/** How long a link works that sets a password: of a forgotten one (A7), and of an invitation (A6). */
export const RESET_MINUTES = 60
export const INVITATION_HOURS = 72
export const CONFIRMATION_HOURS = 72

export const PasswordRequest = z.object({ email: EmailAddress })

export const forgotPassword = call('forgotPassword', 'POST /auth/forgot-password', {
  access: 'public',
  summary: 'Send a link to a new password, if the e-mail has an account; the answer is always the same (A7)',
  body: PasswordRequest,
  extension: true,
  touches: [],
})

export const setPassword = call('setPassword', 'POST /auth/set-password', {
  access: 'public',
  summary: 'Set a password by the link of an invitation or of a forgotten password; once (A6, A7)',
  body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
  extension: true,
  touches: ['user'],
  refuses: [410],
})

export const confirmEmail = call('confirmEmail', 'POST /auth/confirm-email', {
  access: 'public',
  summary: 'Confirm the e-mail of a registration by the link that was mailed to it; once',
  body: z.object({ token: z.string().min(1).max(200) }),
  extension: true,
  touches: ['user'],
  refuses: [410],
})

export const changePassword = call('changePassword', 'PUT /auth/password', {
  access: EVERYONE,
  summary: 'Change the own password; all other sessions end (A7)',
  body: z.object({ current_password: Password.min(1), new_password: NewPassword }),
  extension: true,
  after_cancellation: true,
  touches: ['account', 'user'],
  refuses: [409, 429],
})

export const SessionEntry = z.object({
  id: Id,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  current: z.boolean(),
})
export type SessionEntry = z.infer<typeof SessionEntry>

export const listSessions = call('listSessions', 'GET /auth/sessions', {
  access: EVERYONE,
  summary: 'The own sessions, the one used last first',
  reply: z.array(SessionEntry),
  extension: true,
})

export const endSession = call('endSession', 'DELETE /auth/sessions/{id}', {
  access: EVERYONE,
  summary: 'End one of the own sessions',
  params: ById,
  extension: true,
  after_cancellation: true,
  touches: ['account'],
})

export const endOtherSessions = call('endOtherSessions', 'DELETE /auth/sessions', {
  access: EVERYONE,
  summary: 'End all own sessions but the one that asks',
  extension: true,
  after_cancellation: true,
  touches: ['account'],
})

export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>

export const Preferences = z.object({
  language: Language,
  muted_mails: z.array(MutableMailKind).max(MutableMailKind.options.length),
  /** How administrators are told of what came in: by a digest a day, or by a mail each. Of cases that they carry there is always a mail each. */
  mail_rhythm: MailRhythm,
  /** False where the person signs in only through the provider (A5). */
  has_password: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

export const getPreferences = call('getPreferences', 'GET /auth/preferences', {
  access: EVERYONE,
  summary: 'The own language, the mails that are switched off, and how often mails come',
  reply: Preferences,
  extension: true,
  before_two_step: true,
})

export const setPreferences = call('setPreferences', 'PUT /auth/preferences', {
  access: EVERYONE,
  summary: 'Set the own language, the mails that are switched off, and how often mails come; what is absent stays',
  body: Preferences.omit({ has_password: true }).partial(),
  reply: Preferences,
  extension: true,
  before_two_step: true,
  after_cancellation: true,
  touches: ['account', 'user'],
})

export const NOT_A_PICTURE = 'The picture must be a JPG or PNG'

export const setPicture = call('setPicture', 'PUT /auth/picture', {
  access: EVERYONE,
  summary: 'Set the own picture, a JPEG or PNG uploaded before; null removes it (B8)',
  body: z.object({ picture: DocumentValue.nullable() }),
  reply: User,
  extension: true,
  after_cancellation: true,
  touches: ['user'],
  refuses: [429],
})
