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
  'registration_waiting',
  'stage_decided',
  'application_withdrawn',
  'topup_decided',
  'visa_expiring',
  'message_received',
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
])
export type MutableMailKind = z.infer<typeof MutableMailKind>

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
])
