import { z } from 'zod'
import { call } from './call.ts'
import { ById, FreeText, Id, Line, Password, RequiredLine, Timestamp } from './fields.ts'
import { BankDetails, PriceWords } from './settings.ts'

/** An account of a bank in the UAE: two check digits, 19 digits, mod 97 (W9). */
export function isUaeIban(iban: string): boolean {
  if (!/^AE\d{21}$/.test(iban)) return false
  const digits = `${iban.slice(4)}1014${iban.slice(2, 4)}`
  return BigInt(digits) % 97n === 1n
}

/** As it is stored, however it was typed. */
export const plainIban = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

export const MAX_PRODUCT_NAME = 60
export const DEFAULT_PRODUCT_NAME = 'Visa Portal'
/** How long a change of the bank details waits where nobody else can confirm it. */
export const BANK_WAIT_HOURS = 24
/** How long companies read that the bank details are new. */
export const BANK_NEW_DAYS = 14

/** The variables of the environment that fix a value. */
export const ProviderVariable = z.enum([
  'PRODUCT_NAME',
  'SUPPORT_CONTACT',
  'BANK_NAME',
  'BANK_ACCOUNT_NAME',
  'BANK_ACCOUNT_NUMBER',
  'BANK_IBAN',
])
export type ProviderVariable = z.infer<typeof ProviderVariable>

/** Asked for by an administrator, and not in force yet. */
export const WaitingBank = z.object({
  id: Id,
  bank: BankDetails,
  /** Null where the account is gone. */
  asked_by: z.string().nullable(),
  /** By the reader, who cannot confirm it too. */
  own: z.boolean(),
  asked_at: Timestamp,
  /** When it comes into force by itself; null where another administrator must confirm it. */
  in_force_at: Timestamp.nullable(),
})
export type WaitingBank = z.infer<typeof WaitingBank>

export const Provider = z.object({
  product_name: z.string(),
  support_contact: z.string().nullable(),
  price_words: PriceWords,
  bank: BankDetails.nullable(),
  bank_changed_at: Timestamp.nullable(),
  bank_waiting: WaitingBank.nullable(),
  /** What the environment sets, and nobody changes here. */
  fixed: z.array(ProviderVariable),
})
export type Provider = z.infer<typeof Provider>

const Bilingual = z.object({ en: FreeText.nullish(), ar: FreeText.nullish() })
const Iban = RequiredLine.overwrite(plainIban).refine((iban) => iban === '' || isUaeIban(iban))
/** Bank details whose IBAN can be. */
export const CheckedBank = z.object({ bank_name: RequiredLine, account_name: RequiredLine, account_number: RequiredLine, iban: Iban })
export const ProductName = RequiredLine.max(MAX_PRODUCT_NAME)

export const getProvider = call('getProvider', 'GET /settings/provider', {
  access: ['admin'],
  summary: 'What the administrators set of the provider, and what the environment fixes of it',
  reply: Provider,
  answers: 'record',
  extension: true,
  journal: 'settings',
})

export const updateProvider = call('updateProvider', 'PUT /settings/provider', {
  access: ['admin'],
  summary:
    'Change what is set of the provider: what is absent stays, empty is the default. New bank details need the own password, and a code where two-step sign-in is on; they wait for another administrator, or 24 hours where there is none',
  body: z.object({
    product_name: Line.max(MAX_PRODUCT_NAME).nullish(),
    support_contact: Line.nullish(),
    price_words: z.object({ new: Bilingual.nullish(), renewal: Bilingual.nullish() }).nullish(),
    bank: CheckedBank.nullish(),
    password: Password.nullish(),
    code: Line.nullish(),
  }),
  reply: Provider,
  answers: 'record',
  extension: true,
  journal: 'settings',
  touches: ['settings', 'notice'],
  refuses: [409, 429],
})

export const confirmBank = call('confirmBank', 'PUT /settings/provider/bank/{id}/confirm', {
  access: ['admin'],
  summary: 'Bring bank details into force that another administrator asked for, with the own password and code',
  params: ById,
  body: z.object({ password: Password.min(1), code: Line.nullish() }),
  reply: Provider,
  extension: true,
  journal: 'settings',
  touches: ['settings', 'notice'],
  refuses: [409, 429],
})

export const cancelBank = call('cancelBank', 'PUT /settings/provider/bank/{id}/cancel', {
  access: ['admin'],
  summary: 'Cancel bank details that are not in force yet',
  params: ById,
  reply: Provider,
  extension: true,
  journal: 'settings',
  touches: ['settings', 'notice'],
  refuses: [409],
})
