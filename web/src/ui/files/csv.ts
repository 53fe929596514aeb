import { dubaiDate } from 'contract'

/** Tells a spreadsheet that the bytes are UTF-8. */
const BOM = '\uFEFF'

/**
 * A spreadsheet takes a cell that begins so for a formula, in the wide forms of these marks as well. Where lists are separated by `;` or a
 * tab, a cell begins behind each of them, and behind a line break too: quotes that do not begin a cell are letters there.
 */
const guarded = (text: string): string => text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "'")

const cell = (text: string): string => {
  const safe = guarded(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with CRLF, readable by spreadsheets in any language. */
export const csvOf = (rows: readonly (readonly string[])[]): string => BOM + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** The day of Dubai as an ISO date. */
export const csvDay = (moment: string | null): string => (moment ? dubaiDate(new Date(moment)) : '')
