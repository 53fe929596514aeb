/**
 * Spreadsheets read a cell that begins with such a character, or its wide form, as a formula. With `;` or a tab as separator, a cell also
 * begins after each of them and after a line break, because quotes inside a cell have no meaning there. What stands before such a character
 * is looked at last: at each of thousands of quotes it would take seconds.
 */
const guarded = (text: string): string => text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])|(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]"*)/g, "'")

/** The text before it was guarded. */
export const unguarded = (text: string): string => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])|'(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]"*')/g, '')

/** Tells a spreadsheet that the bytes are UTF-8. */
export const BOM = '\uFEFF'

function written(cell: string | null): string {
  const safe = guarded(cell ?? '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines as RFC 4180 says, with CRLF. */
export const csvLines = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')
