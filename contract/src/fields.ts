import { z } from 'zod'
import { MONTH } from './dates.ts'
import { sentenceOf } from './problems.ts'

/** Longer texts are refused before anything else is done with them; no field takes as much. */
const MAX_TEXT_LENGTH = 10_000

/** PostgreSQL stores no lone surrogates and no NUL. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\u0000')
/** Letters that show nothing, such as the Hangul filler, are no spaces to Unicode. */
const SHOWN = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]/u
/** What shows nothing is as good as empty. */
const withoutNothing = (value: string): string => (SHOWN.test(value) || !isStorable(value) ? value : '')
const text = (maxLength: number, change = (value: string) => value) =>
  z
    .string()
    .check(z.maxLength(MAX_TEXT_LENGTH, { abort: true, error: (issue) => sentenceOf({ ...issue, maximum: maxLength } as typeof issue) }))
    .overwrite((value) => withoutNothing(change(value)))
    .trim()
    .max(maxLength)
    .refine(isStorable, { params: { unstorable: true } })

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
/** They turn round what is read: `\u202e123` shows 321, and also what stands behind it. Arabic needs none of them in a line. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g
const withoutControls = (value: string) => value.replace(TURNS, '').replace(CONTROLS, (run) => (run.includes('\u0000') ? run : ' '))
/** A name or another short line; line breaks and other control characters become a space, and what changes the direction goes. */
export const Line = text(200, withoutControls)
export const RequiredLine = Line.min(1)
export const FreeText = text(5_000)
export const WebAddress = text(2_000)

export const EmailAddress = Line.pipe(z.email())
/** Empty: none. */
export const OptionalEmail = z.union([z.literal(''), z.email().max(200)])

/** The limit counts the capitals: those of ΐ are three. */
export const PassportNumber = text(200, (value) => withoutControls(value.toUpperCase()))
/** In one form: PostgreSQL and JavaScript disagree on the lower case of İ, and each form would have a rate limit of its own (A10). */
export const SignInEmail = text(200, (value) => withoutControls(value.toLowerCase())).min(1)

/** YYYY-MM-DD, in Asia/Dubai. PostgreSQL has no year 0. */
export const DateOnly = z.iso.date().refine((date) => !date.startsWith('0000'))
export const Month = z.stringFormat('month', MONTH)
/** ISO 8601 in UTC, no finer than PostgreSQL reads. */
export const Timestamp = z.iso
  .datetime()
  .max(30)
  .refine((moment) => !moment.startsWith('0000'))

/** In lower case, because ids are compared as text and bind encrypted values to their rows. */
export const Id = z.uuid().toLowerCase()
const NO_ID = '00000000-0000-0000-0000-000000000000'
/** An id in a path; a malformed one is answered like an unknown one (V2). */
export const ById = z.object({ id: Id.catch(NO_ID) })

/** Ids with commas between: a browser saves what an address answers, and an address holds so many. */
export const IdList = z
  .string()
  .max(16_000)
  .transform((ids) => [...new Set(ids.toLowerCase().split(','))])
  .pipe(z.array(Id))

export const ListQuery = z.object({
  q: Line.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  cursor: z.string().max(600).optional(),
})
/** `all`: of all own companies of a company_admin instead of the active one, to read (V3). */
export const CompaniesQuery = z.object({ companies: z.literal('all').optional() })
export type CompaniesQuery = z.output<typeof CompaniesQuery>

/** One key of a list's own, `-` before it for descending (P3). */
export const sortBy = <const Key extends string>(keys: readonly Key[]) =>
  z.enum(keys.flatMap((key): (Key | `-${Key}`)[] => [key, `-${key}`])).optional()
export type ListQuery = z.output<typeof ListQuery>

export const LANGUAGES = ['en', 'ar'] as const

/** The longest password; hashing takes time. */
export const Password = z.string().max(1_000)
