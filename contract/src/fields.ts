import { z } from 'zod'
import { sentenceOf } from './problems.ts'

/** Beyond it a text is refused before anything is looked for in it: no field takes as much, spaces around it included. */
const LONGEST = 10_000

/** Whether a text is well-formed and without NUL: PostgreSQL stores no other. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\u0000')
const text = (most: number, change = (value: string) => value) =>
  z
    .string()
    .check(z.maxLength(LONGEST, { abort: true, error: (issue) => sentenceOf({ ...issue, maximum: most } as typeof issue) }))
    .overwrite(change)
    .trim()
    .max(most)
    .refine(isStorable, { params: { unstorable: true } })

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const withoutControls = (value: string) => value.replace(CONTROLS, (run) => (run.includes('\u0000') ? run : ' '))
/** A name or another short line: at most 200 characters, blank allowed; line breaks and other controls in it count as a space. */
export const Line = text(200, withoutControls)
/** A required short line. */
export const RequiredLine = Line.min(1)
/** Free text: at most 5,000 characters. */
export const FreeText = text(5_000)
/** An address on the web, of whatever form. */
export const WebAddress = text(2_000)

export const EmailAddress = Line.pipe(z.email())

/** In capitals, which are counted: those of ΐ are three. */
export const PassportNumber = text(200, (value) => withoutControls(value.toUpperCase()))
/** An e-mail to sign in with, in one form: PostgreSQL and JavaScript disagree on the lower case of İ, and each form would be throttled apart (A10). */
export const SignInEmail = text(200, (value) => withoutControls(value.toLowerCase())).min(1)

/** A calendar date YYYY-MM-DD, in Asia/Dubai where it matters. PostgreSQL knows no year 0. */
export const DateOnly = z.iso.date().refine((date) => !date.startsWith('0000'))
/** A moment as UTC ISO-8601 with Z, no finer than PostgreSQL reads. */
export const Timestamp = z.iso
  .datetime()
  .max(30)
  .refine((moment) => !moment.startsWith('0000'))

/** A UUID v7, whatever its case: what is compared or sealed with it needs one form. */
export const Id = z.uuid().toLowerCase()
const NO_ID = '00000000-0000-0000-0000-000000000000'
/** The id in a path: one that is not of the form of an id is answered as an unknown one (V2). */
export const ById = z.object({ id: Id.catch(NO_ID) })

/** The query of a list (P3). */
export const ListQuery = z.object({
  q: Line.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  cursor: z.string().max(200).optional(),
})
export type ListQuery = z.output<typeof ListQuery>

/** The languages of the product. */
export const LANGUAGES = ['en', 'ar'] as const
