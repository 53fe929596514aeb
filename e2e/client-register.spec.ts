import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { registerClient } from 'contract'
import { test } from './portal.ts'
import { count, fail, toast } from './screens.ts'

const DONE = 'Registration successful! Please wait for admin approval before logging in.'
const REQUIRED = [
  'Company name',
  'Trade license',
  'Contact person',
  'Company email',
  'Company phone',
  'Full name',
  'Email',
  'Password',
  'Confirm password',
]

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const register = (page: Page) => page.getByRole('button', { name: 'Register', exact: true })

async function fillIn(page: Page, email: string): Promise<void> {
  const values = ['Falcon Trading LLC', 'CN-1029384', 'Omar Haddad', email, '+971 4 000 0001', 'Omar Haddad', email, 'falcon-2026']
  for (const [index, value] of values.entries()) await field(page, REQUIRED[index] ?? '').fill(value)
  await field(page, 'Confirm password').fill('falcon-2026')
}

const someone = () => `omar.${randomUUID()}@falcon.example`

test.describe('Client registration', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/client-register')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register Your Company')
  })

  test('has two sections, On Demand chosen, and the ways back', async ({ page }) => {
    const company = page.getByRole('group', { name: 'Company', exact: true })
    await expect(company.getByRole('textbox')).toHaveCount(5)
    await expect(company.getByRole('radio', { name: 'On Demand' })).toBeChecked()
    await expect(company.getByRole('radio', { name: 'Monthly Retainer' })).not.toBeChecked()
    await expect(page.getByRole('group', { name: 'Admin account' }).getByRole('textbox')).toHaveCount(4)
    for (const label of REQUIRED) await expect(field(page, label)).toHaveAttribute('required')
    await expect(field(page, 'Company email')).toHaveAttribute('type', 'email')
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
    await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/customer-login')
    await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/')
  })

  test('lists every problem on top, each with a link to its field (U25)', async ({ page }) => {
    await register(page).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText(
      REQUIRED.map((label) => (label === 'Password' ? 'Password must be at least 6 characters' : `${label} is required`)),
    )
    await expect(field(page, 'Trade license')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Trade license')).toHaveAccessibleDescription('Trade license is required')
    await summary.getByRole('link', { name: 'Trade license is required' }).click()
    await expect(field(page, 'Trade license')).toBeFocused()
  })

  test('refuses a short password and a confirmation that differs, in the exact words', async ({ page }) => {
    await fillIn(page, someone())
    await field(page, 'Password').fill('abc12')
    await field(page, 'Confirm password').fill('abc12')
    await register(page).click()
    await expect(page.getByRole('link', { name: 'Password must be at least 6 characters' })).toBeVisible()
    await field(page, 'Password').fill('abc123')
    await field(page, 'Confirm password').fill('abc124')
    await register(page).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary.getByRole('link')).toHaveText(['Passwords do not match'])
    await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  })

  test('checks a field when it is left, not at every key', async ({ page }) => {
    await field(page, 'Company email').pressSequentially('office@')
    await expect(field(page, 'Company email')).not.toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Company email').blur()
    await expect(field(page, 'Company email')).toHaveAccessibleDescription(/not a valid e-mail address/)
  })

  test('copies the contact person while Same as Contact Person is ticked (U26)', async ({ page }) => {
    const same = page.getByRole('checkbox', { name: 'Same as Contact Person' })
    await field(page, 'Contact person').fill('Omar Haddad')
    await field(page, 'Company email').fill('office@falcon.example')
    await same.check()
    await expect(field(page, 'Full name')).toHaveValue('Omar Haddad')
    await expect(field(page, 'Full name')).toBeDisabled()
    await expect(field(page, 'Email')).toHaveValue('office@falcon.example')
    await expect(field(page, 'Email')).toBeDisabled()
    await field(page, 'Contact person').fill('Omar Haddad Sr')
    await expect(field(page, 'Full name')).toHaveValue('Omar Haddad Sr')
    await field(page, 'Company email').fill('omar@falcon.example')
    await expect(field(page, 'Email')).toHaveValue('omar@falcon.example')
    await same.uncheck()
    await expect(field(page, 'Full name')).toHaveValue('')
    await expect(field(page, 'Full name')).toBeEnabled()
    await expect(field(page, 'Email')).toHaveValue('')
    await expect(field(page, 'Email')).toBeEnabled()
  })

  test('shows the success, goes to the login after 1.5 seconds and leaves a note there', async ({ page }) => {
    await page.clock.install()
    await page.goto('/client-register')
    await fillIn(page, someone())
    await page.clock.pauseAt(Date.now() + 60_000)
    await register(page).click()
    await expect(toast(page, DONE)).toBeAttached()
    await page.clock.runFor(1_400)
    await expect(page).toHaveURL('/client-register')
    await page.clock.runFor(200)
    await expect(page).toHaveURL(/\/customer-login/)
    await page.clock.resume()
    const note = page.getByRole('note')
    await expect(note).toContainText('Your registration is awaiting approval')
    await expect(note).toBeFocused()
    await page.reload()
    await expect(note).toBeVisible()
  })

  test('sends one registration however often it is pressed (U18)', async ({ page }) => {
    const sent = count(page, registerClient)
    await fillIn(page, someone())
    await register(page).dblclick()
    await expect(page).toHaveURL(/\/customer-login/)
    expect(sent()).toBe(1)
  })

  test('asks before typed words are lost, and not when there are none (U19)', async ({ page }) => {
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL('/customer-login')
    await page.goto('/client-register')
    await field(page, 'Company name').fill('Falcon Trading LLC')
    await page.getByRole('link', { name: 'Cancel' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/client-register')
    await expect(field(page, 'Company name')).toHaveValue('Falcon Trading LLC')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('Client registration, refused', () => {
  test.use({ refusals: [409, 500] })

  test('says that an account with this e-mail already exists', async ({ page, customer }) => {
    await page.goto('/client-register')
    await fillIn(page, customer.email.toUpperCase())
    await register(page).click()
    const sentence = 'An account with this e-mail already exists'
    await expect(toast(page, sentence).first()).toBeVisible()
    await page.getByRole('link', { name: sentence }).click()
    await expect(field(page, 'Email')).toBeFocused()
    await expect(field(page, 'Company name')).toHaveValue('Falcon Trading LLC')
  })

  test('says Registration failed where the server gives no sentence', async ({ page }) => {
    await fail(page, registerClient)
    await page.goto('/client-register')
    await fillIn(page, someone())
    await register(page).click()
    await expect(toast(page, 'Registration failed. Please try again.')).toBeVisible()
    await expect(register(page)).toBeEnabled()
  })
})
