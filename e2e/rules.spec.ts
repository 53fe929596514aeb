import { expect } from '@playwright/test'
import { addRule } from 'contract'
import { expectAccessible } from './accessible.ts'
import { type Sender, test } from './portal.ts'
import { toast } from './screens.ts'

test.use({ refusals: [422] })

/** A rule of its own, so that tests that run beside each other do not meet. */
async function newZone(administrator: Sender): Promise<string> {
  const free_zone = `Zone ${crypto.randomUUID().slice(0, 8)}`
  const rule = { key: 'representative_card', applies: { free_zone }, in_force_from: '2026-01-01' } as const
  const value = { amount: 20, every: 'day', after_days: 30, cap: 1_000 }
  const source = { source_name: 'The zone, circular 7', source_url: 'https://zone.example/7', confidence: 'vendor' } as const
  await administrator.send(addRule, { body: { ...rule, value, ...source } })
  return free_zone
}

test('an administrator confirms a rule, and says what holds from another day on', async ({ page, administrator, enter }) => {
  const zone = await newZone(administrator)
  await enter(administrator)
  await page.goto('/rules?show=unconfirmed')
  const rule = page.getByRole('listitem').filter({ hasText: zone })
  await expect(rule.getByText('AED 20.00 a day, after 30 days, at most AED 1,000.00')).toBeVisible()
  await rule.locator('summary').press('Enter')
  await expect(rule.getByRole('link', { name: 'Open the source' })).toHaveAttribute('href', 'https://zone.example/7')
  await expectAccessible(page)
  await rule.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Rule confirmed')).toBeVisible()
  await expect(rule).toHaveCount(0)
  await page.getByText('All rules').click()
  await rule.getByText(zone).click()
  await rule.getByRole('button', { name: 'New version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount in AED').fill('25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Source is required')
  await dialog.getByRole('textbox', { name: 'Source', exact: true }).fill('The zone, circular 8')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Rule saved')).toBeVisible()
  await expect(rule.getByText('AED 25.00 a day, after 30 days, at most AED 1,000.00')).toBeVisible()
})

test('a company reads the rules, hears of a new one without reloading, and changes none', async ({
  page,
  customer,
  administrator,
  enter,
}) => {
  await enter(customer.api)
  await page.goto('/rules')
  const days = page.getByRole('listitem').filter({ hasText: 'Emirates ID renewed late' })
  await expect(days.first()).toContainText('AED 20.00 a day, after 30 days, at most AED 1,000.00')
  await expect(page.getByRole('button', { name: 'Add a rule' })).toHaveCount(0)
  const zone = await newZone(administrator)
  const rule = page.getByRole('listitem').filter({ hasText: zone })
  await rule.getByText(zone).click()
  await expect(rule.getByText('The zone, circular 7')).toBeVisible()
  await expect(rule.getByRole('button')).toHaveCount(0)
})
