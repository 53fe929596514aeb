import { expect, type Page } from '@playwright/test'
import { writeSpreadsheet } from '../test/spreadsheets.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export async function choose(page: Page, name: string, buffer: Buffer, mimeType = XLSX): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}

type Row = (string | number | Date)[]

const HEADINGS = [
  ...['S.No', 'Employee Name', 'Nationality', 'Job Title', 'PPT No.', 'Passport Expiry', 'Visa No', 'Visa Expiry', 'EID No', 'EID Expiry'],
  ...['Labour Card No', 'Labour Card Expiry', 'Medical Insurance Expiry', 'ILOE Expiry'],
]
const [NAME, NATIONALITY, PASSPORT, RESIDENCE, EMIRATES_ID, WORK_PERMIT] = [1, 2, 4, 7, 9, 11]
const FIRST = ['محمد', 'فاطمة', 'خالد', 'مريم', 'Rajesh']
const LAST = ['الهاشمي', 'النجار', 'Nair', 'حداد']
const two = (number: number) => String(number).padStart(2, '0')

function person(at: number): Row {
  const day = (month: number, year: number) => `${two((at % 28) + 1)}/${two(month)}/${year}`
  return [
    ...[at + 1, `${FIRST[at % 5]} ${LAST[at % 4]} ${at}`, at % 2 ? 'الهند' : 'Indian', 'Clerk', `P${1_000 + at}`, day(5, 2031)],
    ...[`201/2025/${at}`, day(3, 2027), `784-1990-${at}`, day(4, 2027), `LC${at}`],
    ...[new Date(Date.UTC(2027, 5, 1)), day(7, 2027), day(8, 2027)],
  ]
}

/** So many people below a title, with six dates each; three lines are faulty, and two have one passport. Two people have papers that ended in 2026. */
export function staff(size: number): Promise<Buffer> {
  const rows = Array.from({ length: size }, (_, at) => person(at))
  const put = (at: number, cells: Record<number, string>) => {
    for (const [column, cell] of Object.entries(cells)) rows[at]?.splice(Number(column), 1, cell)
  }
  put(1, { [NAME]: 'Lina Haddad', [EMIRATES_ID]: '01/10/2026' })
  put(2, { [NAME]: 'Omar Said', [WORK_PERMIT]: '01/08/2026' })
  put(10, { [RESIDENCE]: '31/11/2026' })
  put(20, { [NATIONALITY]: '' })
  put(30, { [WORK_PERMIT]: 'soon' })
  put(40, { [PASSPORT]: 'P1050' })
  return writeSpreadsheet([['Falcon Trading LLC: staff'], [], HEADINGS, ...rows])
}

/** Of the row at that place, as the spreadsheet counts. */
const line = (page: Page, at: number) => page.getByRole('listitem', { name: `Line ${at + 4}`, exact: true })

/** The sentences of the five rows, which are mended in place. */
export async function mendFive(page: Page): Promise<void> {
  const refused = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
  await expect(refused).toHaveCount(5)
  await expect(line(page, 10)).toContainText('Residence expiry ‘31/11/2026’ is no date')
  await expect(line(page, 20)).toContainText('Nationality is required')
  await expect(line(page, 30)).toContainText('Work permit expiry ‘soon’ is no date')
  await expect(line(page, 40)).toContainText('Line 54 has the same passport number')
  await expect(line(page, 50)).toContainText('Line 44 has the same passport number')
  await line(page, 10).getByLabel('Residence expiry').fill('٣٠/١١/٢٠٢٧')
  await line(page, 20).getByLabel('Nationality').fill('Egyptian')
  await line(page, 30).getByLabel('Work permit expiry').fill('1 Jun 2027')
  await line(page, 40).getByLabel('Passport number').fill('P1040')
  await line(page, 50).getByLabel('Passport number').fill('P1050x')
  await page.getByRole('button', { name: 'Check again' }).click()
}
