import { columnsOf, type DateOrder, headingRow, type ImportColumn, isDateColumn, orderOf, rowsOfFile } from 'contract'
import { useMemo, useState } from 'react'
import type { FileSheet } from './readFile.ts'

/** What each heading of a sheet stands for, as it was found and as the person changed it. */
export interface Matching {
  sheet: FileSheet
  head: number
  headings: string[]
  columns: readonly (ImportColumn | undefined)[]
  /** Undefined where the dates of the file leave it open. */
  order: DateOrder | undefined
  /** Whether any date is written in numbers, so that the order matters. */
  asksOrder: boolean
  setColumn: (at: number, column: ImportColumn | undefined) => void
  setOrder: (order: DateOrder) => void
}

const MOST_SHOWN = 3

/** Some cells of a column, for the person to know it by. */
export const samplesOf = ({ sheet, head }: Pick<Matching, 'sheet' | 'head'>, at: number): string[] =>
  sheet.cells
    .slice(head + 1)
    .map((row) => row[at] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, MOST_SHOWN)

/** Matches the headings of a sheet with the columns of the import. */
export function useMatching(sheet: FileSheet): Matching {
  const head = useMemo(() => headingRow(sheet.cells), [sheet])
  const headings = useMemo(() => (sheet.cells[head] ?? []).map((cell, at) => cell || letterOf(at)), [sheet, head])
  const [columns, setColumns] = useState(() => columnsOf(sheet.cells[head] ?? []))
  const [chosen, setOrder] = useState<DateOrder>()
  const dates = useMemo(
    () => columns.flatMap((column, at) => (column && isDateColumn(column) ? sheet.cells.slice(head + 1).map((row) => row[at] ?? '') : [])),
    [columns, sheet, head],
  )
  const found = orderOf(dates)
  const setColumn = (at: number, column: ImportColumn | undefined) =>
    setColumns(columns.map((each, place) => (place === at ? column : each === column ? undefined : each)))
  return { sheet, head, headings, columns, order: chosen ?? found, asksOrder: found !== 'day', setColumn, setOrder }
}

/** As spreadsheets call a column without a heading. */
const letterOf = (at: number): string => (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** What is imported, once the columns are known. */
export const rowsOf = ({ sheet, head, columns, order = 'day' }: Pick<Matching, 'sheet' | 'head' | 'columns' | 'order'>) => ({
  order,
  ...rowsOfFile(sheet.cells, { head, columns, order }),
})
export type SheetRows = ReturnType<typeof rowsOf>
