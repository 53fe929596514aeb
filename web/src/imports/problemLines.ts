import { BOM, csvLines, IMPORT_COLUMNS } from 'contract'
import type { ImportWords } from './useImportWords.ts'
import type { Line } from './useRows.ts'

interface Words extends ImportWords {
  /** Of the column with the sentences. */
  head: string
}

/** The lines that are refused as a CSV, with the sentences in a last column, which an import leaves out. */
export function problemLines(lines: readonly Line[], { head, labelOf, say }: Words): string {
  const refused = lines.filter(({ checked }) => checked?.outcome === 'refused')
  const columns = IMPORT_COLUMNS.filter((column) => refused.some(({ cells }) => cells[column]))
  const rows = refused.map(({ cells, checked }) => [
    ...columns.map((column) => cells[column] ?? null),
    (checked?.errors ?? []).map(({ detail }) => say(detail)).join(' · '),
  ])
  return BOM + csvLines([[...columns.map(labelOf), head], ...rows])
}
