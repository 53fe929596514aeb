import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { DESK, expectAccessible } from './accessible.ts'
import { codeOf, setUp } from './authenticator.ts'
import { test } from './portal.ts'
import { field, logIn, toast } from './screens.ts'

const part = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in', exact: true })
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/customer-login')
}

test.describe('Two-step sign-in', () => {
  test.use({ refusals: [401, 422] })

  test('is switched on, asked for at the login, passed by code and by recovery code, and switched off', async ({
    page,
    customer,
    enter,
  }) => {
    await enter(customer.api)
    await page.goto('/account')
    await part(page).getByRole('button', { name: 'Switch on' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch on two-step sign-in' })
    const { secret, codes } = await setUp(dialog, customer.password)
    await expectAccessible(page)
    await page.setViewportSize(DESK)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain(codes.join('\r\n'))
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(part(page)).toContainText('10 recovery codes are left.')

    await leave(page)
    await logIn(page, customer)
    await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible()
    await expect(field(page, 'Code')).toBeFocused()
    await field(page, 'Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong or was used before' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(DESK)
    await field(page, 'Code').fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(toast(page, 'Login successful!')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')

    await leave(page)
    await logIn(page, customer)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await field(page, 'Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/dashboard')

    await page.goto('/account')
    await expect(part(page)).toContainText('9 recovery codes are left.')
    await part(page).getByRole('button', { name: 'Switch off' }).click()
    const off = page.getByRole('dialog', { name: 'Switch off two-step sign-in' })
    await off.getByLabel('Current password', { exact: true }).fill(customer.password)
    await off.getByLabel('Code').fill(codes[1] ?? '')
    await off.getByRole('button', { name: 'Switch off' }).click()
    await expect(toast(page, 'Two-step sign-in is off')).toBeVisible()
    await leave(page)
    await logIn(page, customer)
    await expect(page).toHaveURL('/dashboard')
  })
})
