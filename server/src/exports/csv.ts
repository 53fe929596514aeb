import { Readable } from 'node:stream'
import type { Cell, Table } from './table.ts'

/** Tells a spreadsheet that the bytes are UTF-8. */
export const BOM = '\uFEFF'

/**
 * Spreadsheets read a cell that begins with such a character, or its wide form, as a formula. With `;` or a tab as separator, a cell also
 * begins after each of them and after a line break, because quotes inside a cell have no meaning there. What stands before such a character
 * is looked at last: at each of thousands of quotes it would take seconds.
 */
const guarded = (text: string): string => text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])|(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]"*)/g, "'")

const written = (cell: Cell): string => {
  const safe = typeof cell === 'string' ? guarded(cell) : (cell?.day ?? '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const linesOf = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')

/** RFC 4180 with CRLF and ISO dates, readable by spreadsheets in any language. */
export function csvOf({ heads, pages }: Table): Readable {
  async function* bytes() {
    yield Buffer.from(BOM + linesOf([heads]))
    for await (const rows of pages) yield Buffer.from(linesOf(rows))
  }
  return Readable.from(bytes(), { objectMode: false })
}
