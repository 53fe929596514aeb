import { columnsOf, headingRow, importLabel, rowsOfFile } from 'contract'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { problemLines } from './problemLines.ts'
import { readFile, UnreadableFile } from './readFile.ts'

const file = (bytes: BlobPart, name = 'staff.csv') => new File([bytes], name)
const cellsOf = async (given: File) => (await readFile(given))[0]?.cells
const whyNot = (given: File) =>
  readFile(given).then(
    () => 'read',
    (error: unknown) => error instanceof UnreadableFile && error.why,
  )
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const CELLS = [
  ['الاسم', 'رقم الجواز'],
  ['سارة; خان', '=1+1'],
]

describe('a CSV', () => {
  it.each<[string, BlobPart]>([
    ['in Unicode, with marks against formulas', '\ufeffالاسم,رقم الجواز\r\n"سارة; خان",\'=1+1\r\n'],
    ['with semicolons', 'الاسم;رقم الجواز\n"سارة; خان";=1+1'],
    ['that names its separator', 'sep=;\r\nالاسم;رقم الجواز\r\n"سارة; خان";=1+1'],
    ['in 16 bits, with tabs', utf16('الاسم\tرقم الجواز\r\nسارة; خان\t=1+1\r\n')],
  ])('%s is read', async (_, bytes) => {
    expect(await cellsOf(file(bytes))).toEqual(CELLS)
  })
})

describe('an XLSX', () => {
  it('gives days, numbers, truths and the results of formulas as texts, of the sheet with most columns', async () => {
    const rows = [
      ['Name', 'PPT', 'Visa expiry'],
      ['Sara', 784199012345678, new Date(Date.UTC(2027, 0, 15))],
      [null, true, 46_402],
    ]
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['read me']] },
        { name: 'Staff', rows },
      ],
    })
    const sheets = await readFile(file(bytes as Uint8Array<ArrayBuffer>, 'staff.xlsx'))
    expect(sheets.map(({ name }) => name)).toEqual(['Staff', 'Notes'])
    expect(sheets[0]?.cells).toEqual([
      ['Name', 'PPT', 'Visa expiry'],
      ['Sara', '784199012345678', '2027-01-15'],
      ['', 'true', '46402'],
    ])
  })
})

describe('a file that is none', () => {
  it.each<[string, BlobPart, string]>([
    ['of an older program, or with a password', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'format'],
    ['that is cut', 'PK\u0003\u0004', 'broken'],
    ['without rows', ' \r\n,,\r\n', 'empty'],
  ])('%s is told', async (_, bytes, why) => {
    expect(await whyNot(file(bytes))).toBe(why)
  })
})

it('the lines with problems can be mended in a spreadsheet and read again', async () => {
  const cells = { employee_name: 'سارة', passport_number: '=N1', visa_expiry_date: '31/11/2026' }
  const detail = 'Residence expiry ‘31/11/2026’ is no date'
  const checked = {
    line: 7,
    outcome: 'refused' as const,
    errors: [{ column: 'visa_expiry_date' as const, detail }],
    remarks: [],
    changes: [],
  }
  const text = problemLines([{ line: 7, cells, checked, mended: false }], {
    head: 'Problems',
    labelOf: (column) => importLabel(column, 'ar'),
    say: (said) => said,
  })
  expect(text).toContain(detail)
  const read = (await cellsOf(file(text))) ?? []
  const head = headingRow(read)
  expect(columnsOf(read[0] ?? [])).toEqual(['employee_name', 'passport_number', 'visa_expiry_date', undefined])
  expect(rowsOfFile(read, { head, columns: columnsOf(read[0] ?? []), order: 'day' }).rows).toEqual([Object.values(cells)])
})
