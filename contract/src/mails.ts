import { z } from 'zod'

export const MailKind = z.enum([
  'invitation',
  'password_reset',
  'password_changed',
  'new_device',
  'google_linked',
  'registration_received',
  'account_approved',
  'two_step_on',
  'two_step_off',
  'recovery_code_used',
  'bank_details',
  'company_corrected',
  'cases_assigned',
  'reversal_made',
  'company_deleted',
  'registration_waiting',
  'stage_decided',
  'application_withdrawn',
  'topup_decided',
  'visa_expiring',
  'message_received',
  'application_submitted',
  'renewal_requested',
  'cancellation_requested',
  'documents_received',
  'daily_digest',
])
export type MailKind = z.infer<typeof MailKind>

/** A reader can switch these off: nobody needs them to sign in. */
export const MutableMailKind = MailKind.extract([
  'registration_waiting',
  'stage_decided',
  'application_withdrawn',
  'topup_decided',
  'visa_expiring',
  'message_received',
  'application_submitted',
  'renewal_requested',
  'cancellation_requested',
  'documents_received',
])
export type MutableMailKind = z.infer<typeof MutableMailKind>

/** What administrators are told of by one mail a day, or one by one. */
export const DIGESTED = [
  'application_submitted',
  'renewal_requested',
  'cancellation_requested',
  'documents_received',
  'message_received',
] as const satisfies MailKind[]
export type DigestedKind = (typeof DIGESTED)[number]

export const MailRhythm = z.enum(['daily', 'each'])
export type MailRhythm = z.infer<typeof MailRhythm>

/** Sent before all others: somebody waits for the link, or their account is in danger. */
export const UrgentMailKind = MailKind.extract([
  'invitation',
  'password_reset',
  'password_changed',
  'new_device',
  'google_linked',
  'two_step_on',
  'two_step_off',
  'recovery_code_used',
  'bank_details',
])
