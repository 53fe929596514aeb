import { z } from 'zod'
import { call } from './call.ts'
import { Timestamp } from './fields.ts'

export const BankDetails = z.object({ bank_name: z.string(), account_name: z.string(), account_number: z.string(), iban: z.string() })
export type BankDetails = z.infer<typeof BankDetails>

/** How long the session still lives, in seconds from the answer on: the clock of who reads it may be wrong (A9). */
export const SessionTimes = z.object({
  idle_minutes: z.number(),
  /** Until it ends unless it is used. */
  idle_seconds_left: z.number(),
  /** Until it ends however much it is used. */
  seconds_left: z.number(),
})
export type SessionTimes = z.infer<typeof SessionTimes>

export const Settings = z.object({
  product_name: z.string(),
  support_contact: z.string().nullable(),
  google_sign_in: z.boolean(),
  max_file_mb: z.number(),
  /** Only for who is signed in; null where not configured (W9). */
  bank: BankDetails.nullable().optional(),
  /** Only for who is signed in. */
  session: SessionTimes.optional(),
  /** Only for who is signed in: how far the changes have come; the stream tells what comes after it. */
  changes_place: z.string().optional(),
  /** For an admin who must set up two-step sign-in before anything else. */
  must_set_up_two_step: z.literal(true).optional(),
  /** For admins: the rules of the money that do not hold at present (T44). */
  broken_invariants: z.array(z.string()).optional(),
  /** For admins: when that was written of history and access journal which is not any more as it was sealed (T62). */
  broken_seal: z.object({ after: Timestamp.nullable(), until: Timestamp }).optional(),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = call('getSettings', 'GET /settings', {
  access: 'public',
  summary: 'What the screens need to know of this installation',
  reply: Settings,
  extension: true,
})
