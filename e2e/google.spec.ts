import { expect, type Page } from '@playwright/test'
import { login, pathOf, takeSession } from 'contract'
import { type RunningProvider, startProvider } from '../test/provider.ts'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newCustomer, test } from './portal.ts'
import { count, logIn, toast } from './screens.ts'
import { admin } from './server.ts'

/** A port beyond those of the portals. */
const port = Number(process.env.E2E_PORT) + 500
const issuer = `http://127.0.0.1:${port}`

test.use({
  settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'a secret for tests' },
  origins: [issuer],
})

let provider: RunningProvider
test.beforeAll(async ({ portal }) => {
  provider = await startProvider(`${portal}/api/auth/google/callback`, port)
})
test.afterAll(() => provider.stop())

const google = (page: Page) => page.getByRole('button', { name: 'Google' })

/** Presses the button and, at the provider, gives that account. */
async function signIn(page: Page, account: string): Promise<void> {
  await page.goto('/customer-login')
  await google(page).click()
  await atProvider(page, account)
}

async function atProvider(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Account' }).fill(account)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })
const refusal = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test.describe('Sign-in with Google', () => {
  test.use({ refusals: [401] })

  test('leads to the provider and back to the dashboard, signed in', async ({ page, customer }) => {
    await signIn(page, customer.email)
    await expect(dashboard(page)).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await expect(toast(page, 'Login successful!')).toBeVisible()
    await expect(page.getByText(customer.email)).toBeVisible()
    await page.reload()
    await expect(dashboard(page)).toBeVisible()
  })

  test('signs in again in a new tab where the session ended, and the screen goes on (U9)', async ({ context, page, customer }) => {
    await signIn(page, customer.email)
    await expect(dashboard(page)).toBeVisible()
    await page.request.post('/api/auth/logout')
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(ended).toBeVisible()
    const [tab] = await Promise.all([context.waitForEvent('page'), ended.getByRole('link', { name: 'Continue with Google' }).click()])
    await expect(dashboard(tab)).toBeVisible()
    await expect(ended).toHaveCount(0)
    await page.getByRole('link', { name: 'Applications', exact: true }).click()
    await expect(page.getByText('No applications found')).toBeVisible()
  })

  test('lets an administrator in (A4), and does so again', async ({ page, another }) => {
    for (const each of [page, await another()]) {
      await signIn(each, admin.email)
      await expect(each.getByRole('banner')).toContainText('Admin')
    }
  })

  test('waits with a spinner, and leaves nothing in the address, the history or a referer (U24)', async ({ page, customer }) => {
    const seen: { path: string; referer: string | undefined }[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !pathname.startsWith('/api/auth/google'))
        seen.push({ path: pathname, referer: request.headers().referer })
    })
    let addressAtExchange = ''
    await page.route(`/api${pathOf(takeSession)}`, async (route) => {
      addressAtExchange = page.url()
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
      await route.continue()
    })
    await page.goto('/customer-login')
    await expect(google(page)).toBeEnabled()
    seen.length = 0
    await google(page).click()
    await atProvider(page, customer.email)
    await expect(dashboard(page)).toBeVisible()
    expect(new URL(addressAtExchange).pathname).toBe('/dashboard')
    expect(addressAtExchange).not.toContain('#')
    expect(seen[0]?.path).toBe('/api/auth/session')
    // An empty one names nothing, and is not sent.
    expect(seen.filter(({ referer }) => referer)).toEqual([])
    expect(page.url()).not.toContain('#')
    await page.goBack()
    await page.goForward()
    await expect(dashboard(page)).toBeVisible()
    expect(page.url()).not.toContain('#')
  })

  test('goes on to the page that was wanted before (B4)', async ({ page, customer }) => {
    await page.goto('/applications?q=sara')
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await google(page).click()
    await atProvider(page, customer.email)
    await expect(page).toHaveURL('/applications?q=sara')
    await expect(page.getByRole('heading', { level: 1, name: 'Visa Applications' })).toBeVisible()
  })

  test('tells the other tabs of the browser', async ({ context, page, customer }) => {
    const other = await context.newPage()
    await other.goto('/customer-login')
    await expect(google(other)).toBeEnabled()
    await signIn(page, customer.email)
    await expect(dashboard(other)).toBeVisible()
  })
})

test.describe('Sign-in with Google, refused', () => {
  test.use({ refusals: [401, 503] })

  test('says that no account has the e-mail, once', async ({ page }) => {
    await signIn(page, 'stranger@people.example')
    const told = refusal(page, 'No account uses this e-mail. Register your company first.')
    await expect(told).toBeFocused()
    await expect(page).toHaveURL('/customer-login')
    await expectAccessible(page, [DESK, PHONE])
    await page.getByRole('link', { name: 'Register Your Company' }).click()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(google(page)).toBeEnabled()
    await expect(told).toHaveCount(0)
  })

  test('says that the account waits for approval, in a toast that goes and a note that stays', async ({ page, baseURL }) => {
    const { email } = await newCustomer(baseURL, { approved: false })
    await page.clock.install()
    await signIn(page, email)
    const told = toast(page, 'Your account is pending admin approval')
    await expect(told).toBeAttached()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.clock.runFor(500)
    await expect(told).not.toBeAttached()
    await expect(page.getByRole('note')).toContainText('Your registration is awaiting approval')
  })

  test('says that it was cancelled, and that is forgotten with the next attempt', async ({ page, customer }) => {
    await page.goto('/customer-login')
    await google(page).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(refusal(page, 'Sign-in with Google was cancelled.')).toBeFocused()
    await expect(page).toHaveURL('/customer-login')
    await logIn(page, { ...customer, password: 'not the password' })
    await expect(refusal(page, 'Invalid email or password')).toBeFocused()
    await expect(refusal(page, 'cancelled')).toHaveCount(0)
  })

  test('says that the provider has not verified the e-mail', async ({ page, customer }) => {
    provider.people.set('squatter', { email: customer.email, email_verified: false })
    await signIn(page, 'squatter')
    await expect(refusal(page, 'Google has not verified this e-mail address.')).toBeFocused()
  })

  test('ends a password that somebody else may have set', async ({ page, customer }) => {
    await signIn(page, customer.email)
    await expect(dashboard(page)).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await logIn(page, customer)
    await expect(refusal(page, 'Invalid email or password')).toBeVisible()
  })

  test('takes a return over once and in its own browser, and else stays silent', async ({ page, another, customer }) => {
    let handedOver = ''
    page.on('response', (answer) => {
      if (answer.url().includes('/api/auth/google/callback')) handedOver = answer.headers().location ?? ''
    })
    const elsewhere = await another()
    await signIn(page, customer.email)
    await expect(dashboard(page)).toBeVisible()
    expect(handedOver).toContain('/dashboard#session_id=')
    for (const address of [handedOver, '/dashboard#session_id=unknown', '/#session_id=']) {
      const asked = count(elsewhere, takeSession)
      await elsewhere.goto('about:blank')
      await elsewhere.goto(address)
      await expect(elsewhere).toHaveURL('/')
      await expect(elsewhere.getByRole('link', { name: 'Customer Login' })).toBeVisible()
      await expect(elsewhere.getByRole('alert')).toHaveCount(0)
      expect(asked()).toBe(1)
    }
  })

  test('tries again where the portal cannot be reached at that moment', async ({ page, customer }) => {
    let down = true
    const exchange = `/api${pathOf(takeSession)}`
    await page.route(exchange, (route) => (down ? route.fulfill({ status: 503 }) : route.continue()))
    await signIn(page, customer.email)
    await expect(page.getByRole('heading', { name: 'The portal cannot be reached' })).toBeVisible()
    down = false
    await expect(dashboard(page)).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })

  test('shows nothing of an error that it does not know', async ({ page }) => {
    const attempts = count(page, login)
    await page.goto('/customer-login#error=<b>Call+0800</b>')
    await expect(google(page)).toBeEnabled()
    await expect(page).toHaveURL('/customer-login')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(attempts()).toBe(0)
  })
})
