export interface Identity {
  passport_number: string
  /** That one, and others of the same person (S12). */
  passport_numbers: string[]
  company_ids: string[]
  application_ids: string[]
  employee_ids: string[]
  /** In lower case. */
  names: string[]
  emails: string[]
}

export const among = <Value>(values: (Value | null | undefined)[]): NonNullable<Value>[] => [
  ...new Set(values.filter((value): value is NonNullable<Value> => value !== null && value !== undefined)),
]

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Matches any of these texts as whole words, ignoring case; without texts, nothing. */
export function wholeWords(texts: string[]): RegExp {
  const wanted = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  const any = wanted.length > 0 ? wanted.map(escaped).join('|') : '(?!)'
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu')
}

/** Without case, spaces, dots, dashes and slashes. */
export const bareNumber = (text: string): string => text.toLowerCase().replace(/[\s./-]+/g, '')

/** The person's records of each kind. */
export interface Ids extends Identity {
  user_ids: string[]
  stage_ids: string[]
  message_ids: string[]
  paper_ids: string[]
  payment_ids: string[]
}
