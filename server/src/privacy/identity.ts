/** Who a record, a draft or a mail may be about. */
export interface Identity {
  passport_number: string
  company_ids: string[]
  application_ids: string[]
  employee_ids: string[]
  /** As they are searched for: without case. */
  names: string[]
  emails: string[]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Finds each of these texts where it stands as whole words, in whatever case; without any, nothing. */
export function wholeWords(texts: string[]): RegExp {
  const wanted = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  const any = wanted.length > 0 ? wanted.map(escaped).join('|') : '(?!)'
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu')
}

/** A number is the same however it is set: without case, spaces, dots, dashes and strokes. */
export const bareNumber = (text: string): string => text.toLowerCase().replace(/[\s./-]+/g, '')
