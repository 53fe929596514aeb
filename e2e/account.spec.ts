import { expect, type Page } from '@playwright/test'
import { endSession, getPreferences, setPreferences } from 'contract'
import { DESK, expectAccessible } from './accessible.ts'
import { JPEG } from './files.ts'
import { type Account, test } from './portal.ts'
import { fail, field, logIn, toast } from './screens.ts'

const NEW = 'another-falcon-2027'
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sessions = (page: Page) => part(page, 'Where you are logged in').getByRole('listitem')

async function change(page: Page, current: string, password = NEW): Promise<void> {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(password)
  await field(page, 'Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

/** Another browser of the same person. */
async function elsewhere(another: () => Promise<Page>, account: Account): Promise<Page> {
  const page = await another()
  await page.goto('/customer-login')
  await logIn(page, account)
  await expect(page).toHaveURL('/dashboard')
  return page
}

test.describe('Your account', () => {
  test.use({ refusals: [401, 422] })

  test('opens from the person in the sidebar', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /Omar Haddad/ })
      .click()
    await expect(page).toHaveURL('/account')
    await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeFocused()
  })

  test('changes the password, which ends the session of the other browser', async ({ page, another, customer, enter }) => {
    const other = await elsewhere(another, customer)
    await enter(customer.api)
    await page.goto('/account')
    await change(page, 'not the password')
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary.getByRole('link')).toHaveText(['The current password is wrong'])
    await change(page, customer.password)
    await expect(toast(page, 'Password changed successfully')).toBeVisible()
    await expect(field(page, 'Current password')).toHaveValue('')
    await expect(sessions(page)).toHaveCount(1)
    await other.reload()
    await expect(other).toHaveURL('/')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await logIn(page, { ...customer, password: NEW })
    await expect(page).toHaveURL('/dashboard')
  })

  test('lists the sessions and ends one, then all others', async ({ page, another, customer, enter }) => {
    const [second, third] = [await elsewhere(another, customer), await elsewhere(another, customer)]
    await enter(customer.api)
    await page.goto('/account')
    await expect(sessions(page)).toHaveCount(3)
    await expect(sessions(page).filter({ hasText: 'This session' })).toHaveCount(1)
    await sessions(page).getByRole('button', { name: 'Log out: Chrome on Linux' }).first().click()
    await expect(toast(page, 'Session ended')).toBeVisible()
    await expect(sessions(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Log out everywhere else' }).click()
    const question = page.getByRole('dialog', { name: 'Log out everywhere else?' })
    await expect(question).toContainText('1 other session ends.')
    await question.getByRole('button', { name: 'Log out everywhere else' }).click()
    await expect(toast(page, 'All other sessions ended')).toBeVisible()
    await expect(sessions(page)).toHaveCount(1)
    for (const gone of [second, third]) {
      await gone.reload()
      await expect(gone).toHaveURL('/')
    }
  })

  test('keeps the language in the account and in a cookie', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/account')
    const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'portal_language')?.value
    const stored = async () => (await customer.api.send(getPreferences, {})).language
    await page.getByRole('radio', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    expect([await stored(), await kept()]).toEqual(['ar', 'ar'])
    await page.getByRole('radio', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    expect([await stored(), await kept()]).toEqual(['en', 'en'])
  })

  test('switches off mails that the role gets, and no others', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/account')
    const mails = part(page, 'Mails').getByRole('switch')
    await expect(mails).toHaveCount(5)
    await page.getByRole('switch', { name: 'A visa expires soon' }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
    expect((await customer.api.send(getPreferences, {})).muted_mails).toEqual(['visa_expiring'])
    await page.reload()
    await expect(page.getByRole('switch', { name: 'A visa expires soon' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'A top-up was approved or rejected' })).toBeChecked()
  })

  test('shows a picture and takes it away, and the keyboard stays where it was', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/account')
    const picture = part(page, 'Picture')
    await picture.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: JPEG })
    await expect(picture.getByRole('button', { name: 'Replace picture' })).toBeEnabled()
    await picture.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(picture.getByRole('button', { name: 'Upload picture' })).toBeFocused()
  })

  test('asks of an administrator for twelve characters (A10)', async ({ page, administrator, enter }) => {
    await enter(administrator)
    await page.goto('/account')
    await expect(page.getByText('At least 12 characters; longer is stronger.')).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(6)
  })

  test('is accessible to all', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/account')
    await expect(sessions(page).first()).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(DESK)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
    await expectAccessible(page, [DESK])
  })
})

test.describe('Your account, refused', () => {
  test.use({ refusals: [500] })

  test('says what could not be loaded or saved, and tries again', async ({ page, another, customer, enter }) => {
    await elsewhere(another, customer)
    await enter(customer.api)
    const mend = await fail(page, getPreferences)
    await page.goto('/account')
    await expect(toast(page, 'Failed to load your settings')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch on' })).toBeEnabled()
    await field(page, 'Current password').fill(customer.password)
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('switch', { name: 'A visa expires soon' })).toBeVisible()
    await expect(field(page, 'Current password')).toHaveValue(customer.password)
    await fail(page, setPreferences)
    await page.getByRole('switch', { name: 'A visa expires soon' }).click()
    await expect(toast(page, 'Failed to save your settings')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'A visa expires soon' })).toBeChecked()
    await fail(page, endSession)
    await page.getByRole('button', { name: 'Log out: Chrome on Linux' }).click()
    await expect(toast(page, 'Failed to end the session')).toBeVisible()
    await expect(sessions(page)).toHaveCount(2)
  })
})
