import { type Call, fieldOf, MIN_PASSWORD_LENGTH, sentenceOf } from 'contract'
import { translate } from '../../messages/refusals.ts'

type Schema = NonNullable<Call['body']>

/** The first sentence about each field that the schema refuses, in the contract's words. */
export function problemsOf(schema: Schema, values: unknown, labels: Partial<Record<string, string>>): Record<string, string> {
  const checked = schema.safeParse(values, {
    error: (issue) => sentenceOf({ ...issue, path: [labels[(issue.path ?? []).join('.')] ?? (issue.path ?? []).join(' ')] }),
  })
  const problems: Record<string, string> = {}
  for (const issue of checked.error?.issues ?? []) problems[fieldOf(issue)] ??= translate(issue.message)
  return problems
}

/** The rules for a new password, in the words of §5. */
export const isTooShort = (password: string): boolean => password.length < MIN_PASSWORD_LENGTH
