import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { addPaper, createEmployee, importLabel, listEmployees, listPapers } from 'contract'
import { readSpreadsheet, writeSpreadsheet } from '../test/spreadsheets.ts'
import { DESK, expectAccessible } from './accessible.ts'
import { test } from './portal.ts'
import { choice, expectNoSidewaysScroll, go, toast } from './screens.ts'
import { choose, mendFive, staff } from './staff.ts'
import { say } from './words.ts'

test.use({ refusals: [409] })

test('a company imports its sheet, mends five lines in place, sees its people, and undoes it', async ({ page, customer, enter }) => {
  const { api } = customer
  await enter(api)
  await page.goto('/dashboard')
  await go(page, 'Employees')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByText('No spreadsheet was imported yet.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await choose(page, 'staff.xlsx', await staff(60))
  await expect(page.getByText('13 of 14 columns will be imported.')).toBeVisible()
  await expect(page.getByLabel('Import PPT No. as')).toHaveValue('passport_number')
  await expect(page.getByLabel('Import ILOE Expiry as')).toHaveValue('unemployment_insurance.expires_on')
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('55 new, 0 changed, 0 the same, 5 with problems')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await mendFive(page)
  await expect(page.getByText('60 new, 0 changed, 0 the same, 0 with problems')).toBeVisible()
  await page.getByRole('button', { name: 'Import 60 people' }).click()
  await expect(page.getByText(/^60 people imported: 60 new, 0 changed, 0 the same\. Undo until/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  expect(await api.send(listPapers, { query: { q: 'LC30', limit: '1' } as never })).toMatchObject([{ kind: 'work_permit' }])
  const [late] = await api.send(listEmployees, { query: { q: 'P1010' } })
  expect(late).toMatchObject({ visa_expiry_date: '2027-11-30', employee_name: 'محمد Nair 10' })
  await page.getByRole('link', { name: 'Show employees' }).click()
  await expect(page.getByText('of 60 employees')).toBeVisible()
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
  await api.send(addPaper, { body: { kind: 'establishment_card', company_id: company.id, number: '2/1/1', expires_on: '2027-03-01' } })
  await enter(api)
  await page.goto('/employees/import')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  const rows = await readSpreadsheet(await readFile(await (await saving).path()))
  const [heads = []] = rows
  const [fatima = []] = rows.filter((row) => row.includes('N111'))
  expect(fatima).toContain('فاطمة الزهراء')
  fatima.splice(heads.indexOf(importLabel('work_permit.expires_on')), 1, '02/06/2027')
  const own = rows.find((row) => row.includes('2/1/1')) ?? []
  own.splice(heads.indexOf(importLabel('establishment_card.expires_on')), 1, '01/03/2029')
  own.splice(heads.indexOf(importLabel('tenancy.number')), 1, 'E-1')
  await choose(page, 'edited.xlsx', await writeSpreadsheet(rows as never))
  await expect(page.getByText('Papers of the company have a row of their own')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('0 new, 2 changed, 1 the same, 0 with problems')).toBeVisible()
  const changed = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
  await expect(changed).toHaveText([
    /فاطمة الزهراء.*Work permit expiry.*1 Jun 2027.*2 Jun 2027/,
    /Papers of the company.*Establishment card expiry.*1 Mar 2027.*1 Mar 2029.*Tenancy contract number.*E-1/,
  ])
  await page.getByRole('button', { name: 'Import 1 person and the papers of the company' }).click()
  await expect(
    page.getByText(/^1 person imported: 0 new, 1 changed, 1 the same\. Undo until .*2 papers of the company imported too\.$/),
  ).toBeVisible()
  await expect(page.getByText('0 new, 1 changed · 2 papers of the company')).toBeVisible()
  await expectAccessible(page)
  expect(await api.send(listPapers, { query: { owner: 'company' } })).toMatchObject([
    { kind: 'establishment_card', number: '2/1/1', expires_on: '2029-03-01' },
    { kind: 'tenancy', number: 'E-1' },
  ])
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
  await choose(page, 'other.csv', Buffer.from('Total;Sum\r\n1;2\r\n'), 'text/csv')
  await expect(page.getByText('Rows are told apart by the passport number: choose its column.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check the rows' })).toBeDisabled()
  await page.getByRole('button', { name: 'Choose another file' }).click()
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
