import { expect } from '@playwright/test'
import { login } from 'contract'
import { newCustomer, test } from './portal.ts'
import { fail, logIn, toast } from './screens.ts'
import { admin } from './server.ts'

test.describe('Customer Login', () => {
  test('offers e-mail and password, Google and the registration', async ({ page }) => {
    await page.goto('/customer-login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Login')
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('required')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required')
    await expect(page.getByText('Or continue with', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Register Your Company' })).toHaveAttribute('href', '/client-register')
    await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/')
  })

  test('keeps Google disabled and says why until it is set up', async ({ page }) => {
    await page.goto('/customer-login')
    const google = page.getByRole('button', { name: 'Google' })
    await expect(google).toBeDisabled()
    await expect(google).toHaveAccessibleDescription('Sign-in with Google is not set up on this portal. Use your e-mail and password.')
  })

  test('signs a customer in and goes to the dashboard', async ({ page, customer }) => {
    await page.goto('/customer-login')
    await logIn(page, customer)
    await expect(page).toHaveURL('/dashboard')
    await expect(toast(page, 'Login successful!')).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Company Admin')
  })

  test('takes an e-mail with spaces around it and in other case', async ({ page, customer }) => {
    await page.goto('/customer-login')
    await logIn(page, { ...customer, email: ` ${customer.email.toUpperCase()} ` })
    await expect(page).toHaveURL('/dashboard')
  })

  test('lets an administrator in too (A4)', async ({ page }) => {
    await page.goto('/customer-login')
    await logIn(page, admin)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('banner')).toContainText('Admin')
  })
})

test.describe('Customer Login, refused', () => {
  test.use({ refusals: [401, 403, 500] })

  test('keeps the e-mail and announces the refusal of a wrong password', async ({ page, customer }) => {
    await page.goto('/customer-login')
    await logIn(page, { ...customer, password: 'not the password' })
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeFocused()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
    await logIn(page, customer)
    await expect(page).toHaveURL('/dashboard')
  })

  test('says Login failed where the server gives no sentence', async ({ page, customer }) => {
    await fail(page, login)
    await page.goto('/customer-login')
    await logIn(page, customer)
    await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible()
    await expect(page.locator('form').getByRole('button', { name: 'Login' })).toBeEnabled()
  })

  test('tells a pending account so in a toast of 5000 ms and in a note that stays', async ({ page, baseURL }) => {
    const pending = await newCustomer(baseURL, { approved: false })
    await page.clock.install()
    await page.goto('/customer-login')
    await page.getByLabel('Email', { exact: true }).fill(pending.email)
    await page.getByLabel('Password', { exact: true }).fill(pending.password)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('form').getByRole('button', { name: 'Login' }).click()
    const told = toast(page, 'Your account is pending admin approval')
    await expect(told).toBeAttached()
    await page.clock.runFor(4_950)
    await expect(told).toBeAttached()
    await page.clock.runFor(500)
    await expect(told).not.toBeAttached()
    await expect(page.getByRole('note')).toContainText('Your registration is awaiting approval')
    await expect(page).toHaveURL('/customer-login')
  })
})
