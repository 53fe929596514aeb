import type { FileCell } from 'contract'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import { readSheet } from 'read-excel-file/node'
import { savedByLibreOffice } from './libreOffice.ts'

/** An XLSX as a spreadsheet program would save it. */
export const writeSpreadsheet = async (rows: CellValue[][]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Staff', rows }] }))

/** The cells of an XLSX, by another reader than the screen has. */
export const readSpreadsheet = async (bytes: Buffer): Promise<FileCell[][]> => (await readSheet(bytes, { trim: false })) as FileCell[][]

/** An XLSX that another program has opened and saved; `npm run trust -- import` takes LibreOffice. */
export async function savedAgain(bytes: Buffer): Promise<Buffer> {
  if (process.env.SPREADSHEET === 'libreoffice') return savedByLibreOffice(bytes)
  const { sheets } = await readXlsx(bytes)
  return Buffer.from(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })) }))
}
