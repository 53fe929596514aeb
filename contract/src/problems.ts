import { z } from 'zod'

/** A refusal (P2, RFC 9457). A person reads `detail`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  application_id: z.string().optional(),
  /** The paper on record, which is to be renewed instead. */
  paper_id: z.string().optional(),
  /** The sign-in needs a code to open the session (passSecondStep). */
  second_step: z.literal(true).optional(),
  errors: z.array(z.object({ field: z.string(), detail: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>

/** An Idempotency-Key was used with another body, whose effect is stored (W8). */
export const KEY_OF_ANOTHER_REQUEST = 'This Idempotency-Key belongs to another request'

/** A change was meant for another state of the record (P5). */
export const CHANGED_MEANWHILE = 'This was changed by someone else in the meantime'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const NAME_LENGTH = 100

/** An entry of a list is called by the list and its place: `Ids 2`. */
const label = (path: readonly PropertyKey[] = []): string => {
  const last = path.at(-1)
  const list = path.findLast((part) => typeof part === 'string') ?? 'entry'
  const name = typeof last === 'number' ? `${list} ${last + 1}` : last
  const words = String(name ?? 'the input')
    .slice(0, NAME_LENGTH)
    .replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A sentence that names the field, for any input that a schema refuses. */
export function sentenceOf(issue: Issue): string {
  const field = label(issue.path)
  const absent = issue.input === undefined || issue.input === null || issue.input === ''
  switch (issue.code) {
    case 'invalid_type':
      return absent ? `${field} is required` : `${field} must be ${KINDS[issue.expected] ?? `a ${issue.expected}`}`
    case 'too_small':
      if (issue.origin === 'string')
        return absent || issue.minimum === 1 ? `${field} is required` : `${field} must be at least ${issue.minimum} characters`
      return issue.origin === 'array'
        ? `${field} must have at least ${counted(issue.minimum)}`
        : `${field} must be at least ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `${field} must be at most ${issue.maximum} characters`
      return issue.origin === 'array' ? `${field} must have at most ${counted(issue.maximum)}` : `${field} must be at most ${issue.maximum}`
    case 'invalid_value':
      if (absent) return `${field} is required`
      return issue.values.some(String) ? `${field} must be one of: ${issue.values.map(String).join(', ')}` : `${field} is not valid`
    case 'invalid_format':
      return absent ? `${field} is required` : `${field} is not a valid ${FORMATS[issue.format] ?? issue.format}`
    case 'unrecognized_keys':
      return `${label([...(issue.path ?? []), issue.keys[0] ?? ''])} is not accepted here`
    case 'invalid_union': {
      const last = lastOf(issue)
      return last ? sentenceOf({ input: issue.input, ...last } as Issue) : `${field} is not valid`
    }
    case 'custom':
      if (issue.params?.unstorable) return `${field} contains characters that cannot be stored`
      return issue.params?.missing ? `${field} is required` : `${field} is not valid`
    default:
      return `${field} is not valid`
  }
}

const counted = (number: number | bigint): string => (Number(number) === 1 ? '1 entry' : `${number} entries`)

const KINDS: Record<string, string> = {
  int: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}
const FORMATS: Record<string, string> = {
  email: 'e-mail address',
  date: 'date (YYYY-MM-DD)',
  month: 'month (YYYY-MM)',
  datetime: 'time',
  uuid: 'id',
}

/** Where an input may have several forms, the refusal is about the last of them. */
function lastOf(issue: { errors: z.core.$ZodIssue[][]; path?: PropertyKey[] | undefined }): z.core.$ZodIssue | undefined {
  const last = issue.errors.at(-1)?.[0]
  return last && { ...last, path: [...(issue.path ?? []), ...last.path] }
}

/** `documents.photo`, as in `errors[].field`. */
export function fieldOf(issue: z.core.$ZodIssue): string {
  const last = issue.code === 'invalid_union' ? lastOf(issue) : undefined
  if (last) return fieldOf(last)
  const names = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
  return names.map((name) => String(name).slice(0, NAME_LENGTH)).join('.')
}
