import { expect, type Page } from '@playwright/test'
import { DESK, PHONE } from './accessible.ts'
import { onDevices } from './devices.ts'
import { photo } from './files.ts'
import { newApplication, newCustomer, test } from './portal.ts'
import { field, file, go, toast } from './screens.ts'
import { say } from './words.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const main = (page: Page) => page.getByRole('main')

async function topUp(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: say('Top Up Balance') }).click()
  const dialog = page.getByRole('dialog', { name: say('Top Up Balance') })
  await field(page, say('Amount')).fill(amount)
  await file(dialog, say('Receipt')).setInputFiles(photo)
  await expect(toast(page, say('Receipt ready to upload'))).toBeVisible()
  await dialog.getByRole('button', { name: say('Submit', {}, 'billing'), exact: true }).click()
  await expect(toast(page, say('Top-up request submitted! Awaiting admin approval.'))).toBeVisible()
}

const due = (amount: string) => say('{amount} due for visa payments', { amount })
const missing = (amount: string) => say('Paid once the wallet holds {missing} more.', { missing: amount })

for (const [device, viewport, language] of onDevices(
  ['a phone in Arabic', PHONE, 'ar'] as const,
  ['a phone', PHONE, 'en'] as const,
  ['a desk', DESK, 'en'] as const,
)) {
  test.describe(`Money at ${device}`, () => {
    test.use({ viewport, language })

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
      await expect(main(company)).toContainText(missing('AED 7,500.00'))
      await go(company, say('Billing'))
      await expect(main(company)).toContainText(due('AED 14,000.00'))
      await topUp(company, '8000.5')
      await expect(main(company)).toContainText(
        say('{amount} in top-ups awaiting approval, not in the balance yet.', { amount: 'AED 8,000.50' }),
      )

      const granted = { amount: 'AED 8,000.50', company: customer.company.name }
      const office = await another()
      await office.setViewportSize(viewport)
      await office.context().addCookies((await administrator.cookies()).cookies)
      await office.goto('/dashboard')
      await go(office, say('Top-up approvals'))
      // The dashboard, which stays until the next screen has come, names the request too.
      await expect(office.getByRole('heading', { level: 1, name: say('Top-up approvals') })).toBeVisible()
      const request = main(office).getByRole('listitem').filter({ hasText: customer.company.name }).first()
      await expect(request).toContainText('AED 8,000.50')
      const closed = request.getByRole('button', { expanded: false })
      if (await closed.count()) await closed.click()
      await expect(request.getByRole('img', { name: say('Receipt of {company}', granted) })).toBeVisible()
      await request.getByRole('button', { name: say('Approve {amount} for {company}', granted) }).click()
      const question = office.getByRole('dialog', { name: say('Approve {amount} for {company}?', granted) })
      await expect(question).toContainText(`${say('Balance after approval')}AED 500.50`)
      await expect(question).toContainText('Ali Raza AED 7,500.00')
      await question.getByRole('button', { name: say('Approve {amount}', granted) }).click()
      await expect(toast(office, say('Top-up approved and balance credited'))).toBeVisible()
      await office.goto(`/admin-billing?company=${customer.company.id}`)
      await expect(office.getByText(say('Showing {shown} of {of} transactions', { shown: 2, of: 2 }))).toBeVisible()

      await company.reload()
      await expect(company.getByRole('region', { name: say('Balance') })).toContainText('AED 500.50')
      await expect(company.getByRole('region', { name: say('Balance') })).toContainText(due('AED 6,500.00'))
      await company.goto(`/applications/${first.id}`)
      await expect(main(company).getByText(say('Paid'), { exact: true })).toBeVisible()
      await company.goto(`/applications/${second.id}`)
      await expect(main(company)).toContainText(missing('AED 5,999.50'))
    })
  })
}
