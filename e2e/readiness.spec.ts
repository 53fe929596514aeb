import { expect } from '@playwright/test'
import { addDays, addPaper, dubaiDate, setEstablishment } from 'contract'
import { expectAccessible } from './accessible.ts'
import { newApplication, test } from './portal.ts'
import { choice, field, inWords, toast } from './screens.ts'

test.use({ refusals: [422] })

const inDays = (days: number): string => addDays(dubaiDate(new Date()), days)

const card = (of: { company: { id: string } }, expires_on: string, renews_id?: string) => ({
  body: { company_id: of.company.id, kind: 'establishment_card' as const, expires_on, ...(renews_id && { renews_id }) },
})

test('a company says how the authorities know it, and sees what is not on record', async ({ page, customer, enter }) => {
  await enter(customer.api)
  await page.goto('/company-profile')
  const readiness = page.getByRole('region', { name: 'Ready for the authorities?' })
  await expect(readiness.getByText('Not on record')).toHaveCount(6)
  await expect(readiness.getByText('Quota: Not on record')).toBeVisible()
  await readiness.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await choice(page, 'Emirate').click()
  await page.getByRole('option', { name: 'Dubai' }).click()
  await field(page, 'Tax registration number (TRN)').fill('12345')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('TRN must have 15 digits')
  await field(page, 'Tax registration number (TRN)').fill('100123456700003')
  await field(page, 'Quota').fill('0')
  await field(page, 'Signatory').fill('Omar Haddad')
  const wages = field(page, 'Wages paid through')
  await wages.fill('9/2026')
  await wages.press('Tab')
  await expect(wages).toHaveValue('Sep 2026')
  await wages.fill('')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Company details for the authorities saved')).toBeVisible()
  await expect(readiness.getByText('The quota is used up. The ministry takes no new people; renewals go on.')).toBeVisible()
  await expect(readiness.getByText('0 of 0 used')).toBeVisible()
  await expect(readiness.getByText('Dubai')).toBeVisible()
  await expect(readiness.getByText('Not on record')).toHaveCount(5)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Tax registration number (TRN)100123456700003')
  await expect(history).toContainText('EmirateDubai')
  await expectAccessible(page)
})

test('the form says what the authorities may object to, goes through all the same, and hears of the renewal without reload', async ({
  page,
  customer,
  enter,
}) => {
  const expired = inDays(-10)
  const { id } = await customer.api.send(addPaper, card(customer, expired))
  await enter(customer.api)
  await page.goto('/applications/new?type=new')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('The authorities will not take new requests until it is renewed.')
  await expect(summary).toContainText('You can still submit.')
  await expect(summary.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await expectAccessible(page)
  const application = await newApplication(customer)
  await customer.api.send(addPaper, card(customer, inDays(300), id))
  await expect(summary).not.toContainText('You can still submit.')
  await page.goto(`/applications/${application.id}`)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Although')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('the establishment card had expired')
  await page.goto('/company-profile')
  await expect(page.getByRole('region', { name: 'History' })).toContainText(inWords(expired))
})

test('what nobody has confirmed says so', async ({ page, customer, enter }) => {
  const { company, api } = customer
  await api.send(setEstablishment, { params: company, body: { wages_paid_through: inDays(-120).slice(0, 7) } })
  await enter(api)
  await page.goto('/applications/new?type=new')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('Wages are late. New work permits have stopped since')
  await expect(summary).toContainText('(to be confirmed)')
})

test('what is found leads to where it is put right, and an administrator sees who cannot work', async ({
  page,
  customer,
  administrator,
  enter,
}) => {
  await customer.api.send(addPaper, card(customer, inDays(-10)))
  await enter(administrator)
  await page.goto('/companies')
  await page.getByRole('combobox', { name: 'With the authorities' }).selectOption('stops')
  await expect(page).toHaveURL(/readiness=stops/)
  await page
    .getByRole('link', { name: `Stopped: what the authorities take from ${customer.company.name}` })
    .first()
    // By keyboard: rows that come meanwhile move it under the pointer.
    .press('Enter')
  await expect(page.getByRole('tab', { name: 'Authorities' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Ready for the authorities?' })).toContainText('The establishment card expired')
  await expectAccessible(page)
  await enter(customer.api)
  await page.goto('/company-profile')
  const readiness = page.getByRole('region', { name: 'Ready for the authorities?' })
  await readiness.getByRole('button', { name: 'Put it on record: Quota' }).click()
  await expect(page.getByRole('dialog').getByLabel('Quota', { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await readiness.getByRole('link', { name: 'Put it on record: MOHRE card' }).click()
  await expect(choice(page, 'Kind')).toHaveValue('MOHRE card')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await readiness.getByRole('link', { name: 'Renew it: Establishment card' }).click()
  await choice(page, 'Valid until').fill(inWords(inDays(300)))
  await choice(page, 'Valid until').press('Tab')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(readiness).not.toContainText('The establishment card expired')
})
