import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './portal.ts'
import { logIn } from './screens.ts'

test.describe('Landing', () => {
  test('says what the portal does and leads to logins and registration', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/Visa Portal/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every visa, from offer letter to stamping')
    const features = page.getByRole('region', { name: 'What the portal does' }).getByRole('article')
    await expect(features.getByRole('heading')).toHaveText(['Visa processing', 'Real-time tracking', 'Secure and compliant access'])
    await expect(page.getByRole('region', { name: 'Customer Portal' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Customer Login' })).toHaveAttribute('href', '/customer-login')
    await expect(page.getByRole('link', { name: 'Register your company' })).toHaveAttribute('href', '/client-register')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Login' })).toHaveAttribute('href', '/admin-login')
  })

  test('shows all seven stages in their order on a made-up case', async ({ page }) => {
    await page.goto('/')
    const stages = page.getByRole('region', { name: 'Visa Process Stages' }).getByRole('listitem')
    await expect(stages).toContainText([
      'Offer Letter',
      'Labor Fees',
      'Entry Permit',
      'Change Status',
      'Medical Test',
      'Emirates ID',
      'Visa Stamping',
    ])
    await expect(stages.nth(4)).toHaveAttribute('aria-current', 'step')
  })

  test('hands focus to the heading of each screen it leads to', async ({ page }) => {
    for (const [link, heading] of [
      ['Customer Login', 'Customer Login'],
      ['Register your company', 'Register Your Company'],
      ['Admin Login', 'Admin Login'],
    ] as const) {
      await page.goto('/')
      await page.getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    }
  })

  test('sends who is signed in to the dashboard, from every screen before it (B5)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    for (const path of ['/', '/admin-login', '/customer-login', '/client-register']) {
      await page.goto(path)
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    }
  })

  test('receives who is signed out, whatever they ask for', async ({ page }) => {
    for (const path of [
      '/dashboard',
      '/applications',
      '/applications/new',
      '/applications/01a1fe83-5556-713c-a42b-68d914a84d1e',
      '/employees',
      '/users',
      '/billing',
      '/companies',
      '/company-profile',
      '/admin-billing',
      '/rules',
      '/journal',
      '/settings',
      '/account',
    ]) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
      await expect(page.getByRole('link', { name: 'Customer Login' })).toBeVisible()
    }
  })

  test('remembers the wanted page until the login (B4, U8)', async ({ page, customer }) => {
    await page.goto('/users?q=omar')
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await logIn(page, customer)
    await expect(page).toHaveURL('/users?q=omar')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })

  test('leads to the privacy notice, from the registration beside what was typed (T65)', async ({ page, context }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy notice' }).click()
    await expect(page).toHaveURL('/privacy')
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy notice' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Who receives it' })).toContainText('the authorities of the UAE')
    await page.getByRole('button', { name: 'العربية' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'إشعار الخصوصية' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/client-register')
    const opening = context.waitForEvent('page')
    await page.locator('form').getByRole('link', { name: 'إشعار الخصوصية' }).click()
    await expect((await opening).getByRole('heading', { level: 1 })).toHaveText('إشعار الخصوصية')
  })

  test('says so where there is no such page', async ({ page }) => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL('/')
  })
})
