import { expect, type Page } from '@playwright/test'
import {
  approveTopup,
  type Call,
  createCompany,
  createEmployee,
  listApplications,
  listCompanies,
  listEmployees,
  listTransactions,
  pathOf,
  renewEmployee,
  requestCancellation,
  submitApplication,
} from 'contract'
import { type Customer, newTopup, test } from './portal.ts'
import { choice, field, fillNewEmployee, toast, withoutStream } from './screens.ts'

/** What a person reads when no answer came (U10). */
const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

/** Drops the first answers of a call after the server has done its work; answers the idempotency keys that were sent. */
async function loseAnswers(page: Page, call: Call, times = 1): Promise<string[]> {
  const keys: string[] = []
  await page.route(`**/api${pathOf(call, { id: '*' })}`, async (route) => {
    if (route.request().method() !== call.method) return await route.fallback()
    keys.push(route.request().headers()['idempotency-key'] ?? 'none')
    const response = await route.fetch()
    await (keys.length <= times ? route.abort('connectionreset') : route.fulfill({ response }))
  })
  return keys
}

const newEmployee = ({ api, company }: Customer) =>
  api.send(createEmployee, {
    body: { company_id: company.id, employee_name: 'Sara Khan', passport_number: 'N1234567', nationality: 'Indian', designation: 'Cook' },
  })

const openForm = async (page: Page) => {
  await page.goto('/applications/new?type=new')
  await fillNewEmployee(page)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true })

test.describe('An answer that was lost (W8, U10)', () => {
  test.use({ refusals: [0, 422] })

  test.beforeEach(async ({ customer, enter }) => {
    await enter(customer.api)
  })

  test('of an application: pressed again, it is there once and paid for once', async ({ page, customer }) => {
    const keys = await loseAnswers(page, submitApplication, 2)
    await openForm(page)
    for (const tries of [1, 2]) {
      await submit(page).click()
      await expect.poll(() => keys.length).toBe(tries)
      await expect(lost(page)).toBeVisible()
      await expect(submit(page)).toBeEnabled()
    }
    await submit(page).click()
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(await customer.api.send(listApplications, {})).toHaveLength(1)
    expect(await customer.api.send(listTransactions, {})).toHaveLength(1)
  })

  test('of an application that was changed then: it says what is stored, and goes on only with another change', async ({
    page,
    customer,
  }) => {
    const keys = await loseAnswers(page, submitApplication)
    await openForm(page)
    await submit(page).click()
    await expect(lost(page)).toBeVisible()
    await field(page, 'Employee name').fill('Sara Ali')
    await submit(page).click()
    const stored = toast(
      page,
      'Your first attempt was saved after all, without your last change. To send that as well, open the form again.',
    )
    await expect(stored).toBeVisible()
    await expect(submit(page)).toBeEnabled()
    await submit(page).click()
    await expect.poll(() => keys.length).toBe(3)
    await expect(submit(page)).toBeEnabled()
    expect(new Set(keys).size).toBe(1)
    expect(await customer.api.send(listApplications, {})).toHaveLength(1)
    await field(page, 'Employee name').fill('Maya Nair')
    await submit(page).click()
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    expect(keys[3]).not.toBe(keys[0])
    const names = (await customer.api.send(listApplications, {})).map((application) => application.employee_name)
    expect(names.toSorted()).toEqual(['Maya Nair', 'Sara Khan'])
  })

  test('of a new employee, and a form that is opened anew has a key of its own', async ({ page, customer }) => {
    const keys = await loseAnswers(page, createEmployee)
    await page.goto('/employees?dialog=add')
    const form = page.getByRole('dialog', { name: 'Add Employee' })
    const given = { 'Employee name': 'Maya Nair', 'Passport number': 'N7654321', Nationality: 'Indian', Designation: 'Nurse' }
    for (const [label, value] of Object.entries(given)) await choice(form, label).fill(value)
    await page.keyboard.press('Tab')
    await inDialog(page, 'Add Employee').click()
    await expect(lost(page)).toBeVisible()
    await inDialog(page, 'Add Employee').click()
    await expect(form).toBeHidden()
    expect(await customer.api.send(listEmployees, {})).toHaveLength(1)
    await page.getByRole('button', { name: 'Add Employee', exact: true }).click()
    for (const [label, value] of Object.entries({ ...given, 'Passport number': 'N1' })) await choice(form, label).fill(value)
    await page.keyboard.press('Tab')
    await inDialog(page, 'Add Employee').click()
    await expect(form).toBeHidden()
    expect(keys).toHaveLength(3)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('of a new company', async ({ page, customer }) => {
    const keys = await loseAnswers(page, createCompany)
    await page.goto('/companies?dialog=add')
    const given = { 'Company name': 'Oryx LLC', 'Trade license': 'CN-7', 'Contact person': 'Ali', Email: 'a@oryx.example', Phone: '1' }
    for (const [label, value] of Object.entries(given)) await field(page, label).fill(value)
    await inDialog(page, 'Add Company').click()
    await expect(lost(page)).toBeVisible()
    await inDialog(page, 'Add Company').click()
    await expect(toast(page, 'Company created successfully!')).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(await customer.api.send(listCompanies, {})).toHaveLength(2)
  })

  test('of a renewal and of a cancellation, which a second try does not refuse', async ({ page, customer }) => {
    const { id } = await newEmployee(customer)
    // The stream would show the effect before the second try does.
    await withoutStream(page)
    const renewals = await loseAnswers(page, renewEmployee)
    const cancellations = await loseAnswers(page, requestCancellation)
    await page.goto(`/employees?dialog=renew&employee=${id}`)
    await inDialog(page, 'Submit Renewal').click()
    await expect(lost(page)).toBeVisible()
    await inDialog(page, 'Submit Renewal').click()
    await expect(toast(page, 'Renewal request submitted successfully')).toBeVisible()
    expect(await customer.api.send(listApplications, {})).toHaveLength(1)
    await page.goto(`/employees?dialog=cancel&employee=${id}`)
    await page.getByRole('dialog').getByRole('textbox').first().fill('He leaves')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await expect(lost(page)).toBeVisible()
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await expect(toast(page, 'Cancellation request submitted successfully')).toBeVisible()
    for (const keys of [renewals, cancellations]) {
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
    }
  })
})

test.describe('An approval whose answer was lost', () => {
  test.use({ refusals: [0, 409] })

  test('shows what the server did', async ({ page, customer, administrator, enter }) => {
    const { id } = await newTopup(customer, 731.19)
    await enter(administrator)
    await withoutStream(page)
    const sent = await loseAnswers(page, approveTopup)
    await page.goto(`/admin-billing?dialog=approve&transaction=${id}`)
    await inDialog(page, 'Approve AED 731.19').click()
    await expect(lost(page)).toBeVisible()
    const topup = page.getByRole('list', { name: /^Waiting for a decision/ }).getByText(/731\.19/)
    await expect(topup).toHaveCount(0)
    await inDialog(page, 'Approve AED 731.19').click()
    await expect(page.getByText(/^Already approved by Administrator/)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(sent).toHaveLength(2)
  })
})
