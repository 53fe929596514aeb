import { Readable } from 'node:stream'
import { BOM, csvLines } from 'contract'
import type { Cell, Table } from './table.ts'

const textOf = (cell: Cell): string | null => (typeof cell === 'object' ? (cell?.day ?? null) : cell)

export const linesOf = (rows: readonly (readonly Cell[])[]): string => csvLines(rows.map((row) => row.map(textOf)))

/** RFC 4180 with CRLF and ISO dates, readable by spreadsheets in any language. */
export function csvOf({ heads, pages }: Table): Readable {
  async function* bytes() {
    yield Buffer.from(BOM + linesOf([heads]))
    for await (const rows of pages) yield Buffer.from(linesOf(rows))
  }
  return Readable.from(bytes(), { objectMode: false })
}
