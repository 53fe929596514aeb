import { type Call, fieldOf, MIN_PASSWORD_LENGTH, sentenceOf } from 'contract'
import { translate } from '../../messages/refusals.ts'

type Schema = NonNullable<Call['body']>

/** The first sentence about each field that the schema refuses, in the words of the contract and with the labels a person sees. */
export function problemsOf(schema: Schema, values: unknown, labels: Partial<Record<string, string>>): Record<string, string> {
  const checked = schema.safeParse(values, {
    error: (issue) => sentenceOf({ ...issue, path: [labels[(issue.path ?? []).join('.')] ?? (issue.path ?? []).join(' ')] }),
  })
  const problems: Record<string, string> = {}
  for (const issue of checked.error?.issues ?? []) problems[fieldOf(issue)] ??= translate(issue.message)
  return problems
}

/** A new password of which the catalog speaks, in §5's own words. */
export const isTooShort = (password: string): boolean => password.length < MIN_PASSWORD_LENGTH
