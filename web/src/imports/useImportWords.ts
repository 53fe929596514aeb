import { IMPORT_COLUMNS, type ImportColumn, importLabel, readDate } from 'contract'
import { currentLanguage } from '../messages/language.ts'
import { translate } from '../messages/refusals.ts'
import { formatDate } from '../ui/signs/dates.ts'

export interface ImportWords {
  labelOf: (column: ImportColumn) => string
  /** A sentence of the check. */
  say: (detail: string) => string
}

const COLUMNS = new Map<string, ImportColumn>(IMPORT_COLUMNS.map((column) => [importLabel(column), column]))

/** As sentences of the server write one. */
const SENTENCE_DATE = /^\d{1,2} [A-Z][a-z]{2} \d{4}$/

/** Columns as headings and sentences call them, in the language of the screen. */
export function useImportWords(): ImportWords {
  const language = currentLanguage()
  const labelOf = (column: ImportColumn) => importLabel(column, language)
  const wordOf = (value: string) => {
    const column = COLUMNS.get(value)
    if (column) return labelOf(column)
    return SENTENCE_DATE.test(value) ? formatDate(readDate(value)) : undefined
  }
  return { labelOf, say: (detail) => translate(detail, wordOf) }
}
