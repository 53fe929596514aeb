import { expect, type Page } from '@playwright/test'
import { DESK, PHONE } from './accessible.ts'
import { photo } from './files.ts'
import { newApplication, newCustomer, test } from './portal.ts'
import { field, file, go, toast } from './screens.ts'

const main = (page: Page) => page.getByRole('main')

/** Transfers are made at a bank: here only the receipt is handed in. */
async function topUp(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Top Up Balance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Top Up Balance' })
  await field(page, 'Amount').fill(amount)
  await file(dialog, 'Receipt').setInputFiles(photo)
  await expect(toast(page, 'Receipt ready to upload')).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(toast(page, 'Top-up request submitted! Awaiting admin approval.')).toBeVisible()
}

for (const [device, viewport] of [
  ['a desk', DESK],
  ['a phone', PHONE],
] as const) {
  test.describe(`Money at ${device}`, () => {
    test.use({ viewport })

    test('goes from the top-up over its approval to the visas that it pays (W2)', async ({
      page: company,
      baseURL,
      enter,
      another,
      administrator,
    }) => {
      const customer = await newCustomer(baseURL, { company_name: `Falcon ${Date.now()} LLC` })
      const first = await newApplication(customer, { employee_name: 'Ali Raza', employee_location: 'inside_uae' })
      const second = await newApplication(customer, { employee_name: 'Mona Aziz', passport_number: 'P2' })
      await enter(customer.api)
      await company.goto(`/applications/${first.id}`)
      await expect(main(company)).toContainText('AED 7,500.00 is missing')
      await go(company, 'Billing')
      await expect(main(company)).toContainText('AED 14,000.00 due for visa payments')
      await topUp(company, '8000.5')
      await expect(main(company)).toContainText('AED 8,000.50 in top-ups awaiting approval')

      const office = await another()
      await office.setViewportSize(viewport)
      await office.context().addCookies((await administrator.cookies()).cookies)
      await office.goto('/dashboard')
      await go(office, 'Top-up approvals')
      const request = main(office).getByRole('listitem').filter({ hasText: customer.company.name }).first()
      await expect(request).toContainText('AED 8,000.50')
      const closed = request.getByRole('button', { expanded: false })
      if (await closed.count()) await closed.click()
      await expect(request.getByRole('img', { name: /^Receipt of/ })).toBeVisible()
      await request.getByRole('button', { name: /^Approve/ }).click()
      const question = office.getByRole('dialog', { name: `Approve AED 8,000.50 for ${customer.company.name}?` })
      await expect(question).toContainText('Balance after approvalAED 500.50')
      await expect(question).toContainText('Ali Raza AED 7,500.00')
      await question.getByRole('button', { name: 'Approve AED 8,000.50' }).click()
      await expect(toast(office, 'Top-up approved and balance credited')).toBeVisible()
      await office.goto(`/admin-billing?company=${customer.company.id}`)
      await expect(office.getByText('2 transactions', { exact: true })).toBeVisible()

      await company.reload()
      await expect(company.getByRole('region', { name: 'Balance' })).toContainText('AED 500.50')
      await expect(company.getByRole('region', { name: 'Balance' })).toContainText('AED 6,500.00 due for visa payments')
      await company.goto(`/applications/${first.id}`)
      await expect(main(company).getByText('Paid', { exact: true })).toBeVisible()
      await company.goto(`/applications/${second.id}`)
      await expect(main(company)).toContainText('AED 5,999.50 is missing')
    })
  })
}
