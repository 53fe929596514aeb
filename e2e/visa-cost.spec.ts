import { expect, type Page } from '@playwright/test'
import {
  approveTopup,
  createEmployee,
  formatAed,
  getApplication,
  getBalance,
  getDraft,
  pathOf,
  reverseTransaction,
  type VisaApplicationRecord,
} from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { type Customer, newApplication, newCustomer, newTopup, type Sender, test } from './portal.ts'
import { choice, expectNoSidewaysScroll, fail, field, pretend, toast } from './screens.ts'

const cost = (page: Page) => page.getByRole('complementary', { name: 'Summary' }).getByRole('status')
const amount = (page: Page, label: string) => cost(page).getByText(label, { exact: true }).locator('..').getByRole('definition')

async function putInWallet(customer: Customer, administrator: Sender, aed: number): Promise<string> {
  const { id } = await newTopup(customer, aed)
  await administrator.send(approveTopup, { params: { id }, body: {} })
  return id
}

test.describe('What a visa will cost, beside the form (B11, U40, W2)', () => {
  test.beforeEach(async ({ customer, enter }) => {
    await enter(customer.api)
  })

  test('follows the location at once: covered outside the UAE, short inside it', async ({ page, customer, administrator }) => {
    await putInWallet(customer, administrator, 7_000)
    await page.goto('/applications/new?type=new')
    await expect(amount(page, 'Wallet balance')).toHaveText(formatAed(7_000))
    await expect(amount(page, 'Due after submitting')).toHaveText(formatAed(0))
    await expect(cost(page).getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText(
      'One final price for all stages. If the application is',
    )
    await page.getByRole('radio', { name: 'Inside the UAE' }).check()
    await expect(amount(page, 'Due after submitting')).toHaveText(formatAed(7_500))
    await expect(cost(page)).toContainText(`The wallet is ${formatAed(500)} short.`)
    await expect(cost(page)).toHaveAttribute('aria-atomic', 'true')
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.getByRole('radio', { name: 'Outside the UAE' }).check()
    await expect(cost(page)).not.toContainText('The wallet is')
  })

  test('counts what is due already, and names the top-ups that wait', async ({ page, customer }) => {
    await newApplication(customer)
    await newTopup(customer, 20_000)
    await page.goto('/applications/new?type=existing')
    await expect(amount(page, 'Wallet balance')).toHaveText(formatAed(0))
    await expect(amount(page, 'Already due')).toHaveText(formatAed(6_500))
    await expect(amount(page, 'Due after submitting')).toHaveText(formatAed(14_000))
    await expect(cost(page)).toContainText(`Top-ups of ${formatAed(20_000)} await approval.`)
  })

  test('leads to the top-up at once and keeps the draft', async ({ page, customer }) => {
    await page.goto('/applications/new?type=new')
    await field(page, 'Employee name').fill('Sara Khan')
    await cost(page).getByRole('link', { name: 'Top up' }).click()
    await expect(page).toHaveURL('/billing')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const draft = await customer.api.send(getDraft, { params: { kind: 'new' }, query: { company_id: customer.company.id } })
    expect(draft?.fields.employee_name).toBe('Sara Khan')
    await page.goBack()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
  })

  test('shows an administrator the wallet of the chosen company, without a way to top up', async ({
    page,
    baseURL,
    administrator,
    enter,
  }) => {
    const other = await newCustomer(baseURL, { company_name: `Other ${Date.now()} LLC` })
    const { company, ...customer } = await newCustomer(baseURL, { company_name: `Dues ${Date.now()} LLC` })
    await putInWallet({ company, ...customer }, administrator, 500)
    await newApplication({ company, ...customer })
    await enter(administrator)
    await page.goto('/applications/new?type=new')
    await expect(cost(page)).toContainText(formatAed(6_500))
    await expect(cost(page)).not.toContainText('Wallet balance')
    for (const [{ name }, balance, due] of [
      [company, 500, 13_000],
      [other.company, 0, 6_500],
    ] as const) {
      await choice(page, 'Company').fill(name)
      await page.getByRole('option', { name }).click()
      await expect(amount(page, 'Wallet balance')).toHaveText(formatAed(balance))
      await expect(amount(page, 'Due after submitting')).toHaveText(formatAed(due))
      await expect(cost(page)).toContainText(`The wallet is ${formatAed(due - balance)} short.`)
    }
    await expect(cost(page).getByRole('link')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('tells in the question before a renewal, too (E2)', async ({ page, customer, administrator }) => {
    await putInWallet(customer, administrator, 1_000)
    const { id } = await customer.api.send(createEmployee, {
      body: {
        company_id: customer.company.id,
        employee_name: 'Sara Khan',
        passport_number: 'N1',
        nationality: 'Indian',
        designation: 'Cook',
      },
    })
    await page.goto(`/employees?dialog=renew&employee=${id}`)
    const question = page.getByRole('dialog', { name: 'Renew the visa of Sara Khan?' })
    await expect(question).toContainText(`${formatAed(7_500)} will be charged.`)
    await expect(question).toContainText(`The wallet is ${formatAed(6_500)} short.`)
    await expectAccessible(page)
    await question.getByRole('link', { name: 'Top up' }).click()
    await expect(page).toHaveURL('/billing')
  })
})

test.describe('A balance that cannot be had (§8)', () => {
  test.use({ refusals: [500] })

  test('is said beside the form, without a toast and without a false zero', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await fail(page, getBalance)
    await page.goto('/applications/new?type=new')
    await expect(cost(page)).toContainText('Balance unavailable')
    await expect(cost(page)).not.toContainText(formatAed(0))
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('The payment of an application', () => {
  const payment = (page: Page) => page.getByText('Payment', { exact: true }).locator('..').getByRole('definition')

  test('is due with what is missing, paid once it is covered, and partly given back when it is corrected', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    await putInWallet(customer, administrator, 500)
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(payment(page)).toHaveText(`DuePaid once the wallet holds ${formatAed(6_000)} more.Older payments come first. Top up`)
    await expect(payment(page).getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/billing')
    await expectAccessible(page, [DESK])
    await putInWallet(customer, administrator, 6_000)
    await page.reload()
    await expect(payment(page)).toHaveText('Paid')
    const { payment: settled } = await customer.api.send(getApplication, { params: { id }, query: { documents: 'link' } })
    await administrator.send(reverseTransaction, {
      params: { id: settled?.transaction_id ?? '' },
      body: { reason: 'Price agreed by phone', amount: 500 },
    })
    await page.reload()
    await expect(payment(page)).toHaveText(`Paid${formatAed(500)} was returned to the wallet.`)
  })

  test('is told to an administrator without a way to top up, and not at all to an employee (V4)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await expect(payment(page)).toHaveText(`DuePaid once the wallet holds ${formatAed(6_500)} more.Older payments come first.`)
    await pretend(page, { role: 'employee' })
    await page.reload()
    await expect(page.getByText('Visa cost', { exact: true })).toBeVisible()
    await expect(page.getByText('Payment', { exact: true })).toHaveCount(0)
  })

  test('was never charged for an application older than the wallet (W12)', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.route(`**/api${pathOf(getApplication, { id })}?*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as VisaApplicationRecord), payment: null } })
    })
    await page.goto(`/applications/${id}`)
    await expect(payment(page)).toHaveText('Not charged')
    await expect(toast(page, 'Failed to load application')).toHaveCount(0)
  })
})
