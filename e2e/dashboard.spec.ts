import { expect, type Page } from '@playwright/test'
import { addDays, createEmployee, dubaiDate, getStats, listApplications, listEmployees, listExpiringVisas, updateEmployee } from 'contract'
import { expectAccessible } from './accessible.ts'
import { type Customer, complete, newApplication, newRenewal, test } from './portal.ts'
import { fail, toast, UNTOLD } from './screens.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Summary' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const inDays = (days: number) => addDays(dubaiDate(new Date()), days)
const inWords = (date: string) => new Intl.DateTimeFormat('en-AE', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))

const NOOR = { employee_name: 'Noor Aziz', passport_number: 'N1', nationality: 'Omani', designation: 'Nurse' }

/** A renewal whose visa expires on that day. */
const renewalOf = (customer: Customer, employee_name: string, visa_expiry_date: string) => {
  const passport_number = `P${employee_name.length}${employee_name.slice(0, 2).toUpperCase()}`
  return newRenewal(customer, { employee_name, passport_number, visa_expiry_date })
}

test.describe('Dashboard', () => {
  test('counts the applications of the company, each card the way to what it counts', async ({ page, customer, administrator, enter }) => {
    await newApplication(customer)
    await newApplication(customer, { employee_name: 'Maya Nair', passport_number: 'N2' })
    const { id } = await newApplication(customer, { employee_name: 'Ali Raza', passport_number: 'N3' })
    await complete(administrator, id)
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(cards(page).getByRole('listitem')).toHaveCount(3)
    await expect(cards(page).getByText('Companies')).toHaveCount(0)
    await cards(page).getByRole('link', { name: 'Pending, 2' }).click()
    await expect(page).toHaveURL('/dashboard?tab=pending')
    await expect(cards(page).getByRole('link', { name: 'Pending, 2' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)
    const pending = page.getByRole('region', { name: 'Pending applications' })
    await expect(pending.getByRole('listitem')).toContainText(['Maya Nair', 'Sara Khan'])
    await cards(page).getByRole('link', { name: 'Completed, 1' }).click()
    await expect(page).toHaveURL('/dashboard?tab=completed')
    const completed = page.getByRole('region', { name: 'Completed applications' })
    await expect(completed.getByRole('listitem')).toContainText(['Ali Raza'])
    await completed.getByRole('link', { name: 'Ali Raza' }).click()
    await expect(page).toHaveURL(`/applications/${id}`)
    await page.goBack()
    await expect(completed).toBeVisible()
    await cards(page).getByRole('link', { name: 'Total Applications, 3' }).click()
    await expect(page).toHaveURL('/applications')
  })

  test('shows an administrator the companies too', async ({ page, customer, administrator, enter }) => {
    await newApplication(customer)
    await enter(administrator)
    await page.goto('/dashboard')
    await expect(cards(page).getByRole('listitem')).toContainText(['Total Applications', 'Companies', 'Pending', 'Completed'])
    await expect(cards(page).getByRole('listitem').nth(1)).toContainText(/[1-9]/)
  })

  test('says that all visas are up to date where none expires', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await complete(administrator, id, inDays(31))
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByText('All visas are up to date!', { exact: true })).toBeVisible()
    await expect(page.getByText('No visas expiring in the next 30 days', { exact: true })).toBeVisible()
  })

  test('lists what expires within 30 days, soonest first, in days of Dubai (S9, U12)', async ({ page, customer, enter }) => {
    await renewalOf(customer, 'Thirty Days', inDays(30))
    await renewalOf(customer, 'Today Itself', inDays(0))
    const { id } = await renewalOf(customer, 'Seven', inDays(7))
    await renewalOf(customer, 'Out Of The Window', inDays(31))
    await enter(customer.api)
    await page.goto('/dashboard')
    const rows = page.getByRole('region', { name: 'Visas expiring in the next 30 days' }).getByRole('listitem')
    await expect(rows).toContainText(['Expires today', '7 days left', '30 days left'])
    const seven = rows.filter({ hasText: 'Seven' })
    await expect(seven).toContainText('P5SE')
    await expect(seven).toContainText(inWords(inDays(7)))
    await seven.getByRole('link').press('Enter')
    await expect(page).toHaveURL(`/applications/${id}`)
  })

  test('opens the record of a visa without application, and says what renewal runs (S9)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const body = { company_id: customer.company.id, ...NOOR, visa_expiry_date: inDays(5) }
    const { id } = await customer.api.send(createEmployee, { body })
    await renewalOf(customer, 'Renewed', inDays(6))
    await enter(customer.api)
    await page.goto('/dashboard')
    const rows = page.getByRole('region', { name: 'Visas expiring in the next 30 days' }).getByRole('listitem')
    await expect(rows).toContainText(['5 days left', 'Renewal Labor Fees'])
    await rows
      .filter({ hasText: 'Noor Aziz' })
      .getByRole('link', { name: /^Noor Aziz/ })
      .press('Enter')
    await expect(page).toHaveURL(`/employees/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Aziz')
    await enter(administrator)
    await page.goto('/dashboard')
    await expect(rows.filter({ hasText: 'Renewed' }).filter({ hasText: customer.company.name })).not.toHaveCount(0)
  })

  test('shows more of them page by page (P3)', async ({ page, customer, enter }) => {
    for (let n = 10; n < 62; n++) {
      const body = { company_id: customer.company.id, ...NOOR, passport_number: `N${n}`, visa_expiry_date: inDays(n % 30) }
      await customer.api.send(createEmployee, { body })
    }
    await enter(customer.api)
    await page.goto('/dashboard')
    const panel = page.getByRole('region', { name: 'Visas expiring in the next 30 days' })
    await expect(panel.getByText('Showing 50 of 52')).toBeVisible()
    await panel.getByRole('button', { name: 'Load more' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(52)
    await expect(panel.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  })

  test('leads to the employees whose visa has expired (S9)', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await complete(administrator, id, inDays(-1))
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByText('No visas expiring in the next 30 days', { exact: true })).toBeVisible()
    await expect(page.getByText('All visas are up to date!')).toHaveCount(0)
    await page.getByRole('link', { name: '1 expired' }).click()
    await expect(page).toHaveURL('/employees?status=expired')
    await expect(page.getByText('Sara Khan', { exact: true })).toBeVisible()
  })

  test('shows an employee the own record, whom to ask, and until when after its end (E7)', async ({
    page,
    customer,
    employee,
    administrator,
    enter,
  }) => {
    const [record] = await customer.api.send(listEmployees, {})
    const body = { visa_number: '201/2026/7', visa_expiry_date: inDays(-1), eid_number: '784-1990-1234567-6', eid_expiry_date: inDays(400) }
    await customer.api.send(updateEmployee, { params: { id: record?.id ?? '' }, body })
    await enter(employee.api)
    await page.goto('/dashboard')
    const own = page.getByRole('region', { name: 'Your record' })
    for (const text of [
      'Expired',
      '201/2026/7',
      '784-1990-1234567-6',
      inWords(inDays(-1)),
      inWords(inDays(400)),
      'Omar Haddad',
      customer.email,
    ])
      await expect(own).toContainText(text)
    const mail = own.getByRole('link', { name: customer.email })
    await expect(mail).toHaveAttribute('href', `mailto:${customer.email}`)
    await expect(mail).toHaveCSS('color', 'rgb(11, 93, 75)')
    await expect(page.getByText('All visas are up to date!')).toHaveCount(0)
    await administrator.send(updateEmployee, { params: { id: record?.id ?? '' }, body: { status: 'cancelled', leave_by: inDays(60) } })
    await page.reload()
    const ended = `Your employer ended this record on ${inWords(inDays(0))}. You can read it here until ${inWords(inDays(60))}.`
    await expect(page.getByText(ended)).toBeVisible()
    await expect(own).not.toContainText(inWords(inDays(-1)))
    await expect(page.getByText('Visa valid until')).toHaveCount(0)
    await expect(own).toContainText(`Leave or change your status by${inWords(inDays(60))}`)
    await expectAccessible(page)
  })

  test('keeps the panel of a card in the address (U7, B1)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await cards(page).getByRole('link', { name: 'Pending, 0' }).press('Enter')
    await expect(page).toHaveURL('/dashboard?tab=pending')
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Pending applications' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
    await page.goto('/dashboard?tab=no-such-tab')
    await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  })
})

test.describe('Dashboard, refused', () => {
  test.use({ refusals: [500] })

  test('says when the numbers or the expiring visas fail, and tries again', async ({ page, customer, enter }) => {
    await enter(customer.api)
    for (const call of [getStats, listExpiringVisas]) {
      const mend = await fail(page, call, UNTOLD)
      await page.goto('/dashboard')
      await expect(toast(page, 'Failed to load dashboard data')).toBeVisible()
      await mend()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('All visas are up to date!', { exact: true })).toBeVisible()
    }
  })

  test('says when the list behind a card fails, and tries again', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    const mend = await fail(page, listApplications)
    await page.goto('/dashboard?tab=pending')
    await expect(toast(page, 'Failed to load applications')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Pending applications' }).getByText('Sara Khan')).toBeVisible()
  })
})
