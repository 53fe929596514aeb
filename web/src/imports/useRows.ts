import { type CheckedRow, type checkImport, IMPORT_COLUMNS, type ImportColumn, type Input, isCompanyRow, readCell } from 'contract'
import { useState } from 'react'
import type { SheetRows } from './useSheet.ts'

type Cells = Partial<Record<ImportColumn, string>>

/** A row of the file, as the person has mended it. */
export interface Line {
  line: number
  cells: Cells
  /** What the last check said; undefined before it. */
  checked: CheckedRow | undefined
  /** Whether it was mended since. */
  mended: boolean
}

/** Whether the line is of the company's papers. */
export const isOfCompany = ({ cells }: Line): boolean => isCompanyRow(IMPORT_COLUMNS.filter((column) => (cells[column] ?? '') !== ''))

const linesOf = ({ columns, lines, rows }: SheetRows): Line[] =>
  rows.map((row, at) => ({
    line: lines[at] ?? at,
    cells: Object.fromEntries(columns.flatMap((column, place) => (row[place] ? [[column, row[place]]] : []))),
    checked: undefined,
    mended: false,
  }))

export interface Rows {
  lines: readonly Line[]
  /** Whether nothing was mended or left out since the last check. */
  checked: boolean
  /** As the calls take it. */
  sheet: Omit<Input<typeof checkImport>['body'], 'company_id'>
  setCell: (line: number, column: ImportColumn, value: string) => void
  leaveOut: (line: number) => void
  take: (checked: readonly CheckedRow[]) => void
}

/** The rows that are to be imported, which the person mends in place. */
export function useRows(given: SheetRows): Rows {
  const [lines, setLines] = useState(() => linesOf(given))
  const [fewer, setFewer] = useState(false)
  const columns = IMPORT_COLUMNS.filter(
    (column) => given.columns.includes(column) || lines.some(({ cells }) => cells[column] !== undefined),
  )
  const change = (line: number, changed: (before: Line) => Line) =>
    setLines((before) => before.map((each) => (each.line === line ? changed(each) : each)))
  return {
    lines,
    checked: !fewer && lines.every(({ checked, mended }) => checked && !mended),
    sheet: {
      columns,
      lines: lines.map(({ line }) => line),
      rows: lines.map(({ cells }) => columns.map((column) => readCell(column, cells[column] ?? '', given.order) || null)),
    },
    setCell: (line, column, value) => change(line, (before) => ({ ...before, cells: { ...before.cells, [column]: value }, mended: true })),
    leaveOut: (line) => {
      setFewer(true)
      setLines((before) => before.filter((each) => each.line !== line))
    },
    take: (checked) => {
      setFewer(false)
      const byLine = new Map(checked.map((row) => [row.line, row]))
      setLines((before) => before.map((each) => ({ ...each, checked: byLine.get(each.line), mended: false })))
    },
  }
}
