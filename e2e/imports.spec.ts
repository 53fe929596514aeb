import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addPaper, createEmployee, importLabel, listEmployees, listPapers } from 'contract'
import { readSpreadsheet, writeSpreadsheet } from '../test/spreadsheets.ts'
import { DESK, expectAccessible } from './accessible.ts'
import { test } from './portal.ts'
import { choice, expectNoSidewaysScroll, go, toast } from './screens.ts'
import { say } from './words.ts'

test.use({ refusals: [409] })

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function choose(page: Page, name: string, buffer: Buffer, mimeType = XLSX): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}
const line = (page: Page, number: number) => page.getByRole('listitem', { name: `Line ${number}`, exact: true })

const HEADINGS = [
  ...['S.No', 'Employee Name', 'Nationality', 'Job Title', 'PPT No.', 'Passport Expiry', 'Visa No', 'Visa Expiry', 'EID No', 'EID Expiry'],
  ...['Labour Card No', 'Labour Card Expiry', 'Medical Insurance Expiry', 'ILOE Expiry'],
]
const FIRST = ['محمد', 'فاطمة', 'خالد', 'مريم', 'Rajesh']
const LAST = ['الهاشمي', 'النجار', 'Nair', 'حداد']
const two = (number: number) => String(number).padStart(2, '0')

/** 500 people below a title, with six dates each; three lines are faulty, and two have one passport. */
function staff(): (string | number | Date)[][] {
  const rows = Array.from({ length: 500 }, (_, at) => {
    const day = (month: number, year: number) => `${two((at % 28) + 1)}/${two(month)}/${year}`
    return [
      ...[at + 1, `${FIRST[at % 5]} ${LAST[at % 4]} ${at}`, at % 2 ? 'الهند' : 'Indian', 'Clerk', `P${1_000 + at}`, day(5, 2031)],
      ...[
        `201/2025/${at}`,
        day(3, 2027),
        `784-1990-${at}`,
        day(4, 2027),
        `LC${at}`,
        new Date(Date.UTC(2027, 5, 1)),
        day(7, 2027),
        day(8, 2027),
      ],
    ]
  })
  const [late, nobody, soon, twin] = [rows[10], rows[20], rows[30], rows[40]]
  late?.splice(7, 1, '31/11/2026')
  nobody?.splice(2, 1, '')
  soon?.splice(11, 1, 'soon')
  twin?.splice(4, 1, 'P1050')
  return [['Falcon Trading LLC: staff'], [], HEADINGS, ...rows]
}
/** Of the row at that place, as the spreadsheet counts. */
const lineOf = (at: number) => at + 4

test('a company imports its sheet of 500 people, mends five lines in place, sees them, and undoes it', async ({
  page,
  customer,
  enter,
}) => {
  await enter(customer.api)
  await page.goto('/dashboard')
  await go(page, 'Employees')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByText('No spreadsheet was imported yet.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await choose(page, 'staff.xlsx', await writeSpreadsheet(staff()))
  await expect(page.getByText('13 of 14 columns will be imported.')).toBeVisible()
  await expect(page.getByLabel('Import PPT No. as')).toHaveValue('passport_number')
  await expect(page.getByLabel('Import ILOE Expiry as')).toHaveValue('unemployment_insurance.expires_on')
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('495 new, 0 changed, 0 the same, 5 with problems')).toBeVisible()
  const refused = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
  await expect(refused).toHaveCount(5)
  await expect(line(page, lineOf(10))).toContainText('Residence expiry ‘31/11/2026’ is no date')
  await expect(line(page, lineOf(20))).toContainText('Nationality is required')
  await expect(line(page, lineOf(30))).toContainText('Work permit expiry ‘soon’ is no date')
  await expect(line(page, lineOf(40))).toContainText(`Line ${lineOf(50)} has the same passport number`)
  await expect(line(page, lineOf(50))).toContainText(`Line ${lineOf(40)} has the same passport number`)
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await line(page, lineOf(10)).getByLabel('Residence expiry').fill('٣٠/١١/٢٠٢٦')
  await line(page, lineOf(20)).getByLabel('Nationality').fill('Egyptian')
  await line(page, lineOf(30)).getByLabel('Work permit expiry').fill('1 Jun 2027')
  await line(page, lineOf(40)).getByLabel('Passport number').fill('P1040')
  await line(page, lineOf(50)).getByLabel('Passport number').fill('P1050x')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('500 new, 0 changed, 0 the same, 0 with problems')).toBeVisible()
  await page.getByRole('button', { name: 'Import 500 people' }).click()
  await expect(page.getByText(/^500 people imported: 500 new, 0 changed, 0 the same\. Undo until/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  const { api } = customer
  expect(await api.send(listPapers, { query: { q: 'LC30', limit: '1' } as never })).toMatchObject([{ kind: 'work_permit' }])
  const [late] = await api.send(listEmployees, { query: { q: 'P1010' } })
  expect(late).toMatchObject({ visa_expiry_date: '2026-11-30', employee_name: 'محمد Nair 10' })
  await page.getByRole('link', { name: 'Show employees' }).click()
  await expect(page.getByText('of 500 employees')).toBeVisible()
  await page.goBack()
  const undo = page.getByRole('button', { name: 'Undo: staff.xlsx' })
  await undo.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Import undone')).toBeVisible()
  await expect(page.getByText(/^Undone on/)).toBeVisible()
  await go(page, 'Employees')
  await expect(page.getByText('No employees found')).toBeVisible()
})

test('an export opens with its Arabic, and imported again changes what was edited alone', async ({ page, customer, enter }) => {
  const { api, company } = customer
  const person = { nationality: 'Indian', designation: 'Clerk', company_id: company.id }
  const { id } = await api.send(createEmployee, {
    body: { ...person, employee_name: 'فاطمة الزهراء', passport_number: 'N111', visa_expiry_date: '2027-01-15' },
  })
  await api.send(createEmployee, { body: { ...person, employee_name: 'Sara Khan', passport_number: 'N222', mobile: '+971501234567' } })
  await api.send(addPaper, { body: { kind: 'work_permit', employee_id: id, number: 'WP-1', expires_on: '2027-06-01' } })
  await enter(api)
  await page.goto('/papers')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  const rows = await readSpreadsheet(await readFile(await (await saving).path()))
  const [heads = []] = rows
  const [fatima = []] = rows.filter((row) => row.includes('N111'))
  expect(fatima).toContain('فاطمة الزهراء')
  fatima.splice(heads.indexOf(importLabel('work_permit.expires_on')), 1, '02/06/2027')
  await page.getByRole('link', { name: 'Import' }).click()
  await choose(page, 'edited.xlsx', await writeSpreadsheet(rows as never))
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('0 new, 1 changed, 1 the same, 0 with problems')).toBeVisible()
  const changed = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
  await expect(changed).toHaveText([/فاطمة الزهراء.*Work permit expiry.*1 Jun 2027.*2 Jun 2027/])
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByText(/^1 person imported/)).toBeVisible()
  expect(await api.send(listPapers, { query: { kind: 'work_permit' } })).toMatchObject([{ number: 'WP-1', expires_on: '2027-06-02' }])
})

test('an administrator chooses the company; a file that cannot be read says what to do', async ({
  page,
  administrator,
  customer,
  enter,
}) => {
  await enter(administrator)
  await page.goto('/employees/import')
  await choice(page, 'Company').fill(customer.company.name)
  await page.getByRole('option', { name: customer.company.name }).first().click()
  await choose(page, 'staff.xls', Buffer.from('d0cf11e0a1b11ae10000000000', 'hex'), 'application/vnd.ms-excel')
  await expect(page.getByRole('alert')).toHaveText('This file cannot be read. Save the file as .xlsx or .csv, without a password.')
  await choose(page, 'staff.xlsx', Buffer.from('PK and no more'))
  await expect(page.getByRole('alert')).toHaveText('This file is damaged or has a password. Save it again as .xlsx or .csv.')
  const rows = Array.from({ length: 2_001 }, (_, at) => `Sara ${at};N${at}`)
  await choose(page, 'many.csv', Buffer.from(['Name;Passport', ...rows].join('\r\n')), 'text/csv')
  await expect(page.getByText('No column for: Nationality and Designation.')).toBeVisible()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('alert')).toContainText('more than 2,000 rows')
})

test.describe('on a phone, in Arabic', () => {
  test.use({ language: 'ar', viewport: { width: 390, height: 844 } })

  test('a CSV of an Arabic Windows is read, and its sentences are Arabic', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/employees/import')
    // "الاسم;رقم الجواز;الجنسية;المهنة;انتهاء الإقامة", then a person, in the code page 1256.
    const head = 'c7e1c7d3e33bd1dee320c7e1cce6c7d23bc7e1cce4d3edc93bc7e1e3e5e4c93bc7e4cae5c7c120c7e1c5dec7e3c9'
    const person = 'dac7c6d4c93b'
    const csv = Buffer.concat([Buffer.from(`${head}0d0a${person}`, 'hex'), Buffer.from('N1;Indian;;31/02/2027\r\n')])
    await choose(page, 'staff.csv', csv, 'text/csv')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'فحص الصفوف' }).click()
    await expect(page.getByText('عائشة')).toBeVisible()
    await expect(page.getByText('حقل \u2068المسمى الوظيفي\u2069 مطلوب')).toBeVisible()
    await expect(page.getByText(/تاريخ انتهاء الإقامة.*31\/02\/2027.*ليس تاريخًا/)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, [{ width: 390, height: 844 }])
    await expect(page.getByRole('button', { name: say('Check again') })).toBeVisible()
  })
})
