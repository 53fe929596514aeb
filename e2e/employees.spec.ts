import { expect, type Page } from '@playwright/test'
import { addDays, dubaiDate, listEmployees } from 'contract'
import { type Customer, complete, newApplication, newCustomer, type Sender, test } from './portal.ts'
import { fail, toast, UNTOLD } from './screens.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Employees' })

/** An employee whose visa was stamped. */
async function newEmployee(customer: Customer, administrator: Sender, employee_name: string, days: number): Promise<void> {
  const { id } = await newApplication(customer, {
    employee_name,
    passport_number: `P-${employee_name.slice(0, 4)}`,
    designation: 'Engineer',
  })
  await complete(administrator, id, addDays(dubaiDate(new Date()), days))
}

test.describe('Employees', () => {
  test('says where employees come from while there are none', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/employees')
    await expect(page.getByText('No employees found', { exact: true })).toBeVisible()
    await expect(page.getByText('Employees appear here when visa stamping completes.')).toBeVisible()
  })

  test('shows who completed the visa stamping, and nobody of another company', async ({
    page,
    baseURL,
    customer,
    administrator,
    enter,
  }) => {
    await newEmployee(customer, administrator, 'Sara Khan', 400)
    await newEmployee(await newCustomer(baseURL), administrator, 'Foreign Person', 400)
    await enter(customer.api)
    await page.goto('/employees')
    await expect(table(page).getByRole('columnheader')).toContainText([
      'Name',
      'Passport',
      'Nationality',
      'Designation',
      'Visa Number',
      'EID Number',
      'Status',
    ])
    const row = table(page).getByRole('row').nth(1)
    for (const text of ['Sara Khan', 'P-SARA', 'Indian', 'Engineer', 'Active']) await expect(row).toContainText(text)
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  })

  test('is sorted by its heads, in the address', async ({ page, customer, administrator, enter }) => {
    await newEmployee(customer, administrator, 'Sara Khan', 40)
    await newEmployee(customer, administrator, 'Ali Raza', 400)
    await enter(customer.api)
    await page.goto('/employees?sort=-employee_name')
    const head = (name: string) => table(page).getByRole('columnheader', { name })
    await expect(head('Name').first()).toHaveAttribute('aria-sort', 'descending')
    await expect(table(page).getByRole('row')).toContainText(['Name', 'Sara Khan', 'Ali Raza'])
    await head('Status').getByRole('button').click()
    await head('Status').getByRole('button').click()
    await expect(page).toHaveURL('/employees?sort=-visa_expiry_date')
    await expect(table(page).getByRole('row')).toContainText(['Name', 'Ali Raza', 'Sara Khan'])
  })

  test('searches and filters in the address', async ({ page, customer, administrator, enter }) => {
    await newEmployee(customer, administrator, 'Sara Khan', 400)
    await newEmployee(customer, administrator, 'Ali Raza', -1)
    await enter(customer.api)
    await page.goto('/employees')
    await page.getByRole('searchbox').fill('sara')
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL('/employees?q=sara')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Expired')
    await expect(page.getByText('No employees found', { exact: true })).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(page).toHaveURL('/employees?status=expired')
    await expect(table(page).getByRole('row').nth(1)).toContainText('Ali Raza')
    await expect(page.getByText('Showing 1 of 1 employee (2 in all)')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('expired')
    await expect(table(page).getByRole('row')).toHaveCount(2)
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('link', { name: 'Expired, not renewed 1' }).click()
    await expect(page).toHaveURL('/employees?status=expired&renewal=none&sort=visa_expiry_date')
    await page.getByRole('combobox', { name: 'Renewal' }).selectOption('running')
    await expect(page.getByText('No employees found', { exact: true })).toBeVisible()
  })

  test('refreshes on demand and says so, keeping the search (U50)', async ({ page, customer, administrator, enter }) => {
    await newEmployee(customer, administrator, 'Sara Khan', 400)
    await enter(customer.api)
    await page.goto('/employees?q=khan')
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await newEmployee(customer, administrator, 'Rana Khan', 400)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(table(page).getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('status').filter({ hasText: 'Employees refreshed.' })).toBeAttached()
    await expect(page.getByRole('searchbox')).toHaveValue('khan')
  })

  test('shows an administrator the employees of every company', async ({ page, customer, administrator, enter }) => {
    const name = `Everyone ${Date.now()}`
    await newEmployee(customer, administrator, name, 400)
    await enter(administrator)
    await page.goto('/employees')
    await page.getByRole('searchbox').fill(name)
    await expect(table(page).getByRole('row')).toHaveCount(2)
  })

  test('shows the facts of a row on a phone', async ({ page, customer, administrator, enter }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await newEmployee(customer, administrator, 'Sara Khan', 400)
    await enter(customer.api)
    await page.goto('/employees')
    const row = page.getByRole('list', { name: 'Employees' }).getByRole('listitem')
    await expect(row.getByText('Engineer')).toBeVisible()
  })
})

test.describe('Employees, refused', () => {
  test.use({ refusals: [500] })

  test('says when the list fails, and tries again', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const mend = await fail(page, listEmployees, UNTOLD)
    await page.goto('/employees')
    await expect(toast(page, 'Failed to load employees')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No employees found', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})
