import { expect } from '@playwright/test'
import { login, me, pathOf } from 'contract'
import { test } from './portal.ts'
import { logIn, toast } from './screens.ts'
import { admin } from './server.ts'

test.describe('Admin Login', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/admin-login')
  })

  test('asks for e-mail and password, and leads back to the start page', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login')
    await expect(page.getByText('Authorized personnel only', { exact: true })).toBeVisible()
    const email = page.getByLabel('Email', { exact: true })
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toHaveAttribute('autocomplete', 'username')
    await expect(email).toHaveAttribute('required')
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveAttribute('type', 'password')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    await expect(password).toHaveAttribute('required')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/')
  })

  test('sends nothing while a field is empty', async ({ page }) => {
    await page.getByRole('button', { name: 'Admin Login' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Email is required')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Password is required')
  })

  test('reads Logging in... while it waits, sends once, and goes to the dashboard', async ({ page }) => {
    let sent = 0
    const gate = Promise.withResolvers<void>()
    await page.route(`/api${pathOf(login)}`, async (route) => {
      sent += 1
      await gate.promise
      await route.continue()
    })
    await page.getByLabel('Email', { exact: true }).fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
    await page.getByLabel('Password', { exact: true }).press('Enter')
    gate.resolve()
    await expect(page).toHaveURL('/dashboard')
    await expect(toast(page, 'Admin login successful!')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
    expect(sent).toBe(1)
  })

  test('shows and hides the password', async ({ page }) => {
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('falcon')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('says that Caps Lock is on', async ({ page }) => {
    // The painted page has the same field, which hears no key.
    await expect(page.locator('#painted')).toHaveCount(0)
    const password = page.getByLabel('Password', { exact: true })
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
    await expect(password).toHaveAccessibleDescription('Caps Lock is on')
  })
})

test.describe('Admin Login, refused', () => {
  test.use({ refusals: [401] })

  test('keeps the e-mail and moves focus to the sentence after a wrong password', async ({ page }) => {
    await page.goto('/admin-login')
    await logIn(page, { email: admin.email, password: 'not the password' })
    const sentence = page.getByRole('alert').filter({ hasText: 'Invalid email or password' })
    await expect(sentence).toBeFocused()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(admin.email)
    await expect(page.getByRole('button', { name: 'Admin Login' })).toBeEnabled()
    await expect(page).toHaveURL('/admin-login')
  })

  test('refuses a customer account and ends its session (U23)', async ({ page, customer }) => {
    const seen: string[] = []
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
    page.on('request', (request) => seen.push(new URL(request.url()).pathname))
    await page.goto('/admin-login')
    await logIn(page, customer)
    await expect(page.getByRole('alert').filter({ hasText: 'This login is for administrators only' })).toBeFocused()
    await expect(page).toHaveURL('/admin-login')
    expect(seen).toContain('/api/auth/logout')
    expect(seen.filter((path) => path.includes('dashboard'))).toEqual([])
    expect((await page.request.get(`/api${pathOf(me)}`)).status()).toBe(401)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/')
  })
})
