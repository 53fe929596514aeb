import { type DateOrder, readCell } from './importCells.ts'
import type { ImportColumn } from './importColumns.ts'

/** As readers of spreadsheets give a cell. */
export type FileCell = string | number | boolean | Date | null | undefined

/** A cell as a text: a day without its time, a number without an exponent. */
export function cellText(cell: FileCell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return typeof cell === 'number' ? cell.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 }) : String(cell).trim()
}

interface Matched {
  /** Where the headings stand. */
  head: number
  /** What each of them stands for; undefined where it is left out. */
  columns: readonly (ImportColumn | undefined)[]
  order: DateOrder
}

interface FileRows {
  columns: ImportColumn[]
  /** As the spreadsheet counts them. */
  lines: number[]
  rows: (string | null)[][]
}

/** The rows of a file as an import takes them, without those that say nothing. */
export function rowsOfFile(cells: readonly (readonly string[])[], { head, columns, order }: Matched): FileRows {
  const taken = columns.flatMap((column, at) => (column ? [{ column, at }] : []))
  const read = cells.map((row, at) => ({
    line: at + 1,
    row: taken.map((each) => readCell(each.column, row[each.at] ?? '', order) || null),
  }))
  const said = read.slice(head + 1).filter(({ row }) => row.some((cell) => cell !== null))
  return { columns: taken.map(({ column }) => column), lines: said.map(({ line }) => line), rows: said.map(({ row }) => row) }
}
