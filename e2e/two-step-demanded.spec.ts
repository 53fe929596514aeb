import { expect } from '@playwright/test'
import { DESK, expectAccessible } from './accessible.ts'
import { codeOf, setUp } from './authenticator.ts'
import { test } from './portal.ts'
import { logIn } from './screens.ts'
import { admin } from './server.ts'

test.use({ refusals: [401], settings: { REQUIRE_TWO_STEP: 'admins' } })

test('Two-step sign-in that is demanded is all that is open without it, and is asked for in the middle of work', async ({ page }) => {
  await page.goto('/admin-login')
  await logIn(page, admin)
  await expect(page).toHaveURL('/set-up-two-step')
  await page.goto('/applications')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Set up two-step sign-in')
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(heading).toHaveText('إعداد تسجيل الدخول بخطوتين')
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'English' }).click()
  const { secret } = await setUp(page, admin.password)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.context().clearCookies({ name: 'session' })
  // Not a click: a request of the dashboard may have opened the dialog already.
  await page.getByRole('navigation').getByRole('link', { name: 'Companies' }).dispatchEvent('click')
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByLabel('Password', { exact: true }).fill(admin.password)
  await ended.getByRole('button', { name: 'Login' }).click()
  await ended.getByLabel('Code').fill(codeOf(secret, 1))
  await ended.getByRole('button', { name: 'Continue' }).click()
  await expect(ended).toHaveCount(0)
  await expect(heading).toHaveText('Companies')
})
