import { z } from 'zod'
import { call } from './call.ts'
import { Timestamp } from './fields.ts'
import { RulesOfDay } from './ruleValues.ts'

export const BankDetails = z.object({ bank_name: z.string(), account_name: z.string(), account_number: z.string(), iban: z.string() })
export type BankDetails = z.infer<typeof BankDetails>

const Words = z.object({ en: z.string().nullable(), ar: z.string().nullable() })
/** What the fee of a new visa and of a renewal covers, and when it comes back; null: the portal's own words. */
export const PriceWords = z.object({ new: Words, renewal: Words })
export type PriceWords = z.infer<typeof PriceWords>

/** In seconds from the answer on, because the reader's clock may be wrong (A9). */
export const SessionTimes = z.object({
  idle_minutes: z.number(),
  /** Until the session ends unless it is used; `seconds_left` is until it ends in any case. */
  idle_seconds_left: z.number(),
  seconds_left: z.number(),
})
export type SessionTimes = z.infer<typeof SessionTimes>

export const Settings = z.object({
  product_name: z.string(),
  support_contact: z.string().nullable(),
  google_sign_in: z.boolean(),
  max_file_mb: z.number(),
  /** Without a mail server: what would be sent is kept in the outbox. */
  mails_kept: z.literal(true).optional(),
  /** Only with a session; null where not configured (W9). */
  bank: BankDetails.nullable().optional(),
  /** Only with a session, and for some days: since when the bank details are these. */
  bank_changed_at: Timestamp.optional(),
  /** Only with a session, where an administrator has written some. */
  price_words: PriceWords.optional(),
  /** Only with a session. */
  ...RulesOfDay.partial().shape,
  session: SessionTimes.optional(),
  /** Only with a session: the place in the order of changes from which the stream goes on. */
  changes_place: z.string().optional(),
  /** For an administrator who must do this before anything else. */
  must_set_up_two_step: z.literal(true).optional(),
  /** For administrators: checks of the ledger that failed (T44). */
  broken_invariants: z.array(z.string()).optional(),
  /** For administrators: when the altered lines of history or access journal were written (T62). */
  broken_seal: z.object({ after: Timestamp.nullable(), until: Timestamp }).optional(),
  /** For administrators: accesses written before have left the journal; absent where they stay. */
  accesses_from: Timestamp.optional(),
  /** For administrators: how many rules in force, or announced, nobody has confirmed; absent where none. */
  unconfirmed_rules: z.number().int().optional(),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = call('getSettings', 'GET /settings', {
  access: 'public',
  summary: 'What the screens need to know of this installation',
  reply: Settings,
  extension: true,
})
