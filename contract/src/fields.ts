import { z } from 'zod'

/** A well-formed text without NUL, which PostgreSQL cannot store. */
const text = (most: number, given = z.string()) =>
  given
    .trim()
    .max(most)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), { params: { unstorable: true } })

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
/** A name or another short line: at most 200 characters, blank allowed; line breaks and other controls in it count as a space. */
export const Line = text(
  200,
  z.string().overwrite((value) => value.replace(CONTROLS, (run) => (run.includes('\u0000') ? run : ' '))),
)
/** A required short line. */
export const RequiredLine = Line.min(1)
/** Free text: at most 5,000 characters. */
export const FreeText = text(5_000)

export const EmailAddress = Line.pipe(z.email())

/** A calendar date YYYY-MM-DD, in Asia/Dubai where it matters. PostgreSQL knows no year 0. */
export const DateOnly = z.iso.date().refine((date) => !date.startsWith('0000'))
/** A moment as UTC ISO-8601 with Z. */
export const Timestamp = z.iso.datetime()

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
