import { dubaiDate } from 'contract'

/** Tells a spreadsheet that the bytes are UTF-8. */
const BOM = '\uFEFF'

/**
 * Spreadsheets read a cell that begins with such a character, or its wide form, as a formula. With `;` or a tab as separator, a cell also
 * begins after each of them and after a line break, because quotes inside a cell have no meaning there.
 */
const guarded = (text: string): string => text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "'")

const cell = (text: string): string => {
  const safe = guarded(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with CRLF, readable by spreadsheets in any language. */
export const csvOf = (rows: readonly (readonly string[])[]): string => BOM + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** The day in Dubai as an ISO date. */
export const csvDay = (moment: string | null): string => (moment ? dubaiDate(new Date(moment)) : '')
