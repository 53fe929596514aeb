import { expect, type Page } from '@playwright/test'
import { addStage, approveTopup, getApplication, getBalance, withdrawApplication } from 'contract'
import { expectAccessible } from './accessible.ts'
import { newApplication, newTopup, test } from './portal.ts'
import { expectNoSidewaysScroll, toast } from './screens.ts'

const open = async (page: Page, id: string) => {
  await page.goto(`/applications/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click()
  return page.getByRole('dialog', { name: 'Withdraw the application of Sara Khan?' })
}

test.describe('Withdrawing (S13)', () => {
  test('a company withdraws before the first stage, and is told what happens with the money', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    const dialog = await open(page, id)
    await expect(dialog).toContainText('The AED 6,500.00 that are due for it are no longer due.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await dialog.getByLabel('Reason').fill('She found other work')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(toast(page, 'Application withdrawn')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('Withdrawn', { exact: true })).toBeVisible()
    await expect(main.getByText(/^Withdrawn on .* by Omar Haddad$/)).toBeVisible()
    await expect(main.getByText('She found other work').first()).toBeVisible()
    await expect(main.getByRole('button', { name: 'Withdraw', exact: true })).toHaveCount(0)
    await expect(main.getByRole('heading', { name: 'Documents not provided yet' })).toHaveCount(0)
    await expectAccessible(page)
    expect(await customer.api.send(getBalance, {})).toMatchObject({ due: 0 })
    await page.goto('/applications')
    await expect(main.getByRole('link', { name: /Sara Khan/ }).getByText('Withdrawn', { exact: true })).toBeVisible()
  })

  test('later an administrator chooses whether the payment goes back', async ({ page, customer, administrator, enter }) => {
    const { id: topup } = await newTopup(customer, 6_500)
    await administrator.send(approveTopup, { params: { id: topup }, body: {} })
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter' } })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('region', { name: 'Visa Process Stages' })).toContainText('Offer Letter')
    await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toHaveCount(0)
    await enter(administrator)
    const dialog = await open(page, id)
    await dialog.getByLabel('Reason').fill('The company closed')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByText('Please choose what happens with the payment')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: /^Return AED\s6,500.00 to the wallet/ }).check()
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(toast(page, 'Application withdrawn')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Stage' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Update Stage' })).toHaveCount(0)
    expect(await customer.api.send(getBalance, {})).toMatchObject({ balance: 6_500, due: 0 })
  })

  test('another page shows it at once, and says so to whoever still tries', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await page.goto(`/applications/${id}?stages=by-hand`)
    await expect(page.getByRole('button', { name: 'Add Stage' })).toBeVisible()
    await customer.api.send(withdrawApplication, { params: { id }, body: { reason: 'She found other work' } })
    await expect(page.getByText(/^Withdrawn on .* by Omar Haddad$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Stage' })).toHaveCount(0)
    expect((await administrator.send(getApplication, { params: { id } })).status).toBe('withdrawn')
    await expectNoSidewaysScroll(page)
  })
})
