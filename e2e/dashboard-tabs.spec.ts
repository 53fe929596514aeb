import { expect, type Page } from '@playwright/test'
import { addDays, dubaiDate, getAnalytics, getCompany, listApplications, listCompanies } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { type Customer, complete, newApplication, newCustomer, test } from './portal.ts'
import { count, fail, inWords, toast, UNTOLD } from './screens.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const today = () => dubaiDate(new Date())
const UNKNOWN = '019a9e3c-0000-7000-8000-00000000dead'

/** A company with a unique name, so that a search finds only this one. */
const namedCustomer = (baseURL: string, word: string) => newCustomer(baseURL, { company_name: `${word} ${Date.now()} LLC` })

/** Two people with three applications, one of them completed. */
async function withApplications(customer: Customer, administrator: Parameters<typeof complete>[0]): Promise<void> {
  const { id } = await newApplication(customer)
  await complete(administrator, id, addDays(today(), 400))
  await newApplication(customer, { visa_type: 'investor' })
  await newApplication(customer, { employee_name: 'Maya Nair', passport_number: 'N2', nationality: 'Omani', email: 'maya@people.example' })
}

test.describe('Dashboard, tabs', () => {
  test('are four, moved by arrow keys, and live in the address (U7, U30)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByRole('tab')).toHaveText(['Overview', 'Companies', 'Employees', 'Analytics'])
    await tab(page, 'Overview').focus()
    for (const name of ['Companies', 'Employees', 'Analytics']) {
      await page.keyboard.press('ArrowRight')
      await expect(tab(page, name)).toBeFocused()
      await expect(page).toHaveURL(`/dashboard?tab=${name.toLowerCase()}`)
    }
    await page.reload()
    await expect(tab(page, 'Analytics')).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(tab(page, 'Employees')).toHaveAttribute('aria-selected', 'true')
  })

  test('hold no company data for others than the administrator (B2)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const sent = count(page, getCompany)
    await page.goto(`/dashboard?tab=companies&company=${customer.company.id}`)
    await expect(page.getByText('No company data available', { exact: true })).toBeVisible()
    expect(sent()).toBe(0)
  })
})

test.describe('Dashboard, companies', () => {
  test('lists each company with its numbers, and leads to the companies screen', async ({ page, baseURL, administrator, enter }) => {
    const customer = await namedCustomer(baseURL, 'Heron')
    await withApplications(customer, administrator)
    await enter(administrator)
    await page.goto('/dashboard?tab=companies')
    await page.getByRole('searchbox', { name: 'Search companies' }).fill(customer.company.name)
    const row = page.getByRole('row').filter({ hasText: customer.company.name })
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('columnheader')).toHaveText(['Company', 'Phone', 'Applicants', 'Applications', 'Pending', 'Completed'])
    await expect(row.getByRole('rowheader')).toContainText(customer.email)
    await expect(row.getByRole('cell')).toHaveText(['+971 4 000 0001', '2', '3', '2', '1'])
    await page
      .getByRole('list', { name: 'Summary' })
      .getByRole('link', { name: /^Companies, \d+$/ })
      .click()
    await expect(page).toHaveURL('/companies')
  })

  test('opens one company with its people and applications, and leads back (U30)', async ({ page, baseURL, administrator, enter }) => {
    const customer = await namedCustomer(baseURL, 'Osprey')
    await withApplications(customer, administrator)
    await enter(administrator)
    await page.goto(`/dashboard?tab=companies&q=${encodeURIComponent(customer.company.name)}`)
    await page.getByRole('link', { name: customer.company.name }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`company=${customer.company.id}$`))
    const detail = page.getByRole('region', { name: customer.company.name })
    await expect(detail).toBeFocused()
    await expect(detail.getByRole('definition')).toHaveText([customer.email, '+971 4 000 0001', /^CN-/])

    const people = detail.getByRole('tabpanel').locator('> ul > li')
    await expect(tab(page, 'Employees (2)')).toHaveAttribute('aria-selected', 'true')
    await expect(people).toHaveCount(2)
    await expect(people.first()).toContainText('Maya Nair')
    await expect(people.first()).toContainText('1 application')
    const sara = people.nth(1)
    for (const text of ['Sara Khan', 'N1234567', 'Indian', 'sara.khan@people.example', '+971501234567', '2 applications'])
      await expect(sara).toContainText(text)
    const own = sara.getByRole('listitem')
    await expect(own).toHaveText([
      new RegExp(`Investor.*${inWords(today())}.*Offer Letter.*Entry Permit next`),
      /Employee.*Visa StampingCompleted/,
    ])

    await tab(page, 'Employees (2)').press('ArrowRight')
    await expect(page).toHaveURL(/&view=applications$/)
    await page.reload()
    await expect(tab(page, 'Applications (3)')).toHaveAttribute('aria-selected', 'true')
    const applications = detail.getByRole('tabpanel').getByRole('listitem')
    await expect(applications).toHaveCount(3)
    await expect(applications.nth(2)).toContainText(`Expires ${inWords(addDays(today(), 400))}`)
    await expect(applications.first()).not.toContainText('Expires')

    await page.getByRole('link', { name: 'Back to Companies' }).click()
    await expect(page.getByRole('link', { name: customer.company.name })).toBeFocused()
    await expect(page.getByRole('searchbox', { name: 'Search companies' })).toHaveValue(customer.company.name)
  })

  test('says so where a company has nobody yet, or is not there', async ({ page, customer, administrator, enter }) => {
    await enter(administrator)
    await page.goto(`/dashboard?tab=companies&company=${customer.company.id}`)
    await expect(page.getByText('No employees found', { exact: true })).toBeVisible()
    await tab(page, 'Applications (0)').click()
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
    await page.goto('/dashboard?tab=companies&q=no company is called this')
    await expect(page.getByText('No company data available', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  test('shows rows of three lines on a phone', async ({ page, baseURL, administrator, enter }) => {
    const customer = await namedCustomer(baseURL, 'Plover')
    await withApplications(customer, administrator)
    await page.setViewportSize(PHONE)
    await enter(administrator)
    await page.goto(`/dashboard?tab=companies&q=${encodeURIComponent(customer.company.name)}`)
    const row = page.getByRole('tabpanel').getByRole('listitem')
    await expect(row).toContainText('2 applicants, 3 applications, 2 pending, 1 completed')
    await row.getByRole('link').click()
    await expect(tab(page, 'Employees (2)')).toBeVisible()
  })
})

test.describe('Dashboard, employees', () => {
  test('shows the first ten applications and the way to all of them', async ({ page, customer, enter }) => {
    const submit = (index: number) => newApplication(customer, { employee_name: `Person ${index}`, documents: {} })
    for (let index = 0; index < 10; index++) await submit(index)
    await enter(customer.api)
    await page.goto('/dashboard?tab=employees')
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect(rows).toHaveCount(10)
    for (const text of ['Person 9', 'N1234567', 'Indian', 'Offer Letter', inWords(today())]) await expect(rows.first()).toContainText(text)
    await expect(page.getByRole('link', { name: /^View all/ })).toHaveCount(0)
    await submit(10)
    await page.reload()
    await expect(rows).toHaveCount(10)
    await page.getByRole('link', { name: 'View all 11 applications', exact: true }).click()
    await expect(page).toHaveURL('/applications')
  })

  test('says so while there are none', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard?tab=employees')
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
    await tab(page, 'Analytics').click()
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
  })
})

test.describe('Dashboard, analytics', () => {
  test('counts by nationality and by stage, most first, with shares as text', async ({ page, customer, administrator, enter }) => {
    await withApplications(customer, administrator)
    await newApplication(customer, { employee_name: 'Ali Raza', passport_number: 'N3' })
    await enter(customer.api)
    await page.goto('/dashboard?tab=analytics')
    const nationality = page.getByRole('table', { name: 'Applications by nationality' })
    await expect(nationality.getByRole('row')).toHaveText(['NationalityApplicationsShare', 'Indian375.0%', 'Omani125.0%'])
    const stage = page.getByRole('table', { name: 'Applications by current stage' })
    await expect(stage.getByRole('rowheader')).toHaveText(['Offer Letter', 'Visa Stamping'])
    await expect(stage.getByRole('row').nth(1).getByRole('cell')).toHaveText(['3', '75.0%'])
  })
})

test.describe('Dashboard, tabs refused', () => {
  test.use({ refusals: [404, 500] })

  const FAILURES = [
    { tab: 'analytics', call: getAnalytics, text: 'Failed to load dashboard data', mended: 'Applications by nationality' },
    { tab: 'companies', call: listCompanies, text: 'Failed to load companies', mended: 'Falcon Trading LLC' },
    { tab: 'employees', call: listApplications, text: 'Failed to load applications', mended: 'Sara Khan' },
  ] as const
  test('say when a list fails, and try again', async ({ page, customer, administrator, enter }) => {
    await newApplication(customer)
    await enter(administrator)
    for (const { tab: name, call, text, mended } of FAILURES) {
      const mend = await fail(page, call, UNTOLD)
      await page.goto(`/dashboard?tab=${name}`)
      await expect(toast(page, text)).toBeVisible()
      await mend()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('tabpanel').getByText(mended).first()).toBeVisible()
    }
  })

  test('says when a company fails, and tries again', async ({ page, customer, administrator, enter }) => {
    await enter(administrator)
    const mend = await fail(page, getCompany)
    await page.goto(`/dashboard?tab=companies&company=${customer.company.id}`)
    await expect(toast(page, 'Failed to load dashboard data')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: customer.company.name })).toBeVisible()
  })

  test('says when the company of the address is not there', async ({ page, administrator, enter }) => {
    await enter(administrator)
    await page.goto(`/dashboard?tab=companies&company=${UNKNOWN}`)
    await expect(page.getByText('Company not found', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Companies' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })
})

test.describe('Dashboard, tabs accessible to all', () => {
  const SCREENS = [
    { search: 'tab=companies&q=Al+Dhafra', text: 'Completed' },
    { search: 'tab=companies&company={id}', text: 'Employees (3)' },
    { search: 'tab=companies&company={id}&view=applications', text: 'Applications (4)' },
    { search: 'tab=employees', text: 'Newest applications' },
    { search: 'tab=analytics', text: 'Applications by nationality' },
  ] as const
  test('companies, one company, newest applications and analytics, long names included', async ({
    page,
    baseURL,
    administrator,
    enter,
  }) => {
    const customer = await namedCustomer(baseURL, 'Al Dhafra Contracting, General Maintenance and Industrial Services Establishment')
    await withApplications(customer, administrator)
    const passport_number = 'A123456789012345678901234567890123456789'
    await newApplication(customer, { employee_name: 'Abdulrahman Mohammed Al Suwaidi of the Northern Emirates', passport_number })
    await enter(administrator)
    for (const { search, text } of SCREENS) {
      await page.setViewportSize(DESK)
      await page.goto(`/dashboard?${search.replace('{id}', customer.company.id)}`)
      await expect(page.getByRole('tabpanel').getByText(text).first()).toBeVisible()
      await expectAccessible(page)
    }
  })
})
