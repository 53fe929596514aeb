import { type Browser, type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { createEmployee, listApplications, listUsers, me, pathOf, submitApplication } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { type Customer, newApplication, test } from './portal.ts'
import { field, fillNewEmployee, toast } from './screens.ts'

const banner = (page: Page, text: string) => page.locator('[aria-live=polite]').filter({ hasText: text })
const offline = (page: Page) => banner(page, 'You are offline. What you entered stays here.')
const unreachable = (page: Page) => banner(page, 'The portal cannot be reached at the moment.')
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

const DATABASE_DOWN = 'The portal cannot reach its data at the moment. Please try again shortly.'
const unavailable = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '5', 'content-type': 'application/problem+json', 'x-request-id': '0199-down' },
    body: JSON.stringify({ type: 'about:blank', title: 'Service Unavailable', status: 503, detail: DATABASE_DOWN }),
  })

/** Answers every call as without a database; answers a function that ends it. */
async function takeDown(page: Page): Promise<() => Promise<void>> {
  await page.route('/api/**', unavailable)
  return () => page.unroute('/api/**', unavailable)
}

/** A screen that loads itself later is there once its module, all that it imports and its styles are. */
async function isScreenLoaded(page: Page, name: string): Promise<boolean> {
  const loadModule = async (part: string) => {
    const module = performance.getEntriesByType('resource').find((entry) => entry.name.includes(part) && entry.name.endsWith('.js'))
    if (module) await import(module.name)
    return module !== undefined
  }
  const hasStyles = (links: object[]) => links.every((link) => 'sheet' in link && link.sheet !== null)
  return (await page.evaluate(loadModule, name)) && page.locator('link[rel=stylesheet]').evaluateAll(hasStyles)
}

/** A browser that may report errors on the console: this spec breaks things on purpose. */
async function unwatched(browser: Browser, { api }: Customer): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: DESK })
  await context.addCookies((await api.cookies()).cookies)
  return { context, page: await context.newPage() }
}

const isUsers = (url: URL) => url.pathname === `/api${pathOf(listUsers)}`
const isList = (url: URL) => url.pathname === `/api${pathOf(listApplications)}`

test.describe('Without a network', () => {
  test.use({ refusals: [0] })

  test('says so within 3 seconds, holds Submit back and sends what was kept later (U10)', async ({ page, context, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    await context.setOffline(true)
    await expect(offline(page)).toBeVisible({ timeout: 3_000 })
    await expect(page.getByRole('button', { name: 'Submit: You are offline' })).toBeDisabled()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await context.setOffline(false)
    await expect(offline(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page).toHaveURL(/\/applications\?submitted=/)
  })

  test('shows what is new by itself as soon as it is back', async ({ page, context, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByText('No applications found')).toBeVisible()
    await context.setOffline(true)
    await expect(offline(page)).toBeVisible()
    await newApplication(customer)
    await context.setOffline(false)
    await expect(page.getByRole('table').getByText('Sara Khan')).toBeVisible()
  })

  test('keeps the head of a table below the line that says so', async ({ page, context, customer, enter }) => {
    const record = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Cook', company_id: customer.company.id }
    for (const passport_number of ['N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N7', 'N8'])
      await customer.api.send(createEmployee, { body: { ...record, passport_number } })
    await enter(customer.api)
    await page.setViewportSize({ width: 1440, height: 420 })
    await page.goto('/employees')
    await expect(page.getByRole('row')).toHaveCount(9)
    await context.setOffline(true)
    await expect(offline(page)).toBeVisible()
    await page.getByRole('row').nth(5).hover()
    await page.mouse.wheel(0, 300)
    const header = await page.getByRole('banner').boundingBox()
    const top = async () => (await page.getByRole('columnheader').first().boundingBox())?.y
    const end = (header?.y ?? 0) + (header?.height ?? 0)
    // The search stays between them.
    await expect.poll(top).toBeLessThan(end + 64)
    expect(await top()).toBeGreaterThanOrEqual(end)
    await context.setOffline(false)
  })

  test('loads what failed in an outage too short to be seen', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await page.route(isUsers, (route) => route.abort('internetdisconnected'))
    await main(page).getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('The users could not be loaded.')).toBeVisible()
    await page.unroute(isUsers)
    await expect(offline(page)).toHaveCount(0)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.getByRole('main').getByText(customer.email)).toBeVisible()
  })

  test('keeps the page where the code of a screen is missing, and goes on with it later', async ({ browser, customer }) => {
    const { context, page } = await unwatched(browser, customer)
    await page.route(/\/UsersS-/, (route) => route.abort('internetdisconnected'))
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: /Total Applications/ })).toContainText('0')
    await context.setOffline(true)
    await expect(offline(page)).toBeVisible()
    await main(page).getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { name: 'This screen cannot be loaded now' })).toBeFocused()
    await expectAccessible(page, [DESK, PHONE])
    await page.unrouteAll()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await context.close()
  })
})

test.describe('Without a network, after a while', () => {
  test.use({ refusals: [0], ahead: true })

  test('still opens the other screens, which load themselves later', async ({ page, context, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect.poll(() => isScreenLoaded(page, '/UsersS-')).toBe(true)
    await expect(page.getByRole('link', { name: /Total Applications/ })).toContainText('0')
    await context.setOffline(true)
    await main(page).getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByText('The users could not be loaded.')).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await context.setOffline(false)
    await expect(page.getByRole('main').getByText(customer.email)).toBeVisible()
    await expect(page.getByText('The users could not be loaded.')).toHaveCount(0)
  })
})

test.describe('A portal that does not answer', () => {
  test.use({ refusals: [503] })

  test('is asked again, and nobody notices when it answers soon', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    let refusals = 0
    await page.route(isList, (route) => {
      refusals += 1
      return refusals < 3 ? unavailable(route) : route.continue()
    })
    await page.goto('/applications')
    await expect(page.getByRole('table').getByText('Sara Khan')).toBeVisible()
    await expect(page.getByText('Failed to load applications')).toHaveCount(0)
    expect(refusals).toBe(3)
  })

  test('is said over the screen, and what is missing loads as soon as it answers', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: /Total Applications/ })).toContainText('0')
    const mend = await takeDown(page)
    await main(page).getByRole('link', { name: 'Applications' }).click()
    await expect(unreachable(page)).toBeVisible()
    await expect(page.getByRole('main').getByText(DATABASE_DOWN)).toBeVisible()
    await expect(toast(page, 'Failed to load applications')).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await mend()
    await unreachable(page).getByRole('button', { name: 'Try again' }).click()
    await expect(unreachable(page)).toHaveCount(0)
    await expect(page.getByText('No applications found')).toBeVisible()
  })

  test('has a page of its own while the portal loads, which goes on by itself', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const mend = await takeDown(page)
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'The portal cannot be reached' })).toBeVisible()
    await expect(page).toHaveTitle('The portal cannot be reached')
    await expectAccessible(page)
    await mend()
    await expect(page).toHaveURL('/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible({ timeout: 10_000 })
  })

  test('leaves the visitor signed out in silence where the session alone is unknown (§8)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.route(`/api${pathOf(me)}`, unavailable)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Customer Login' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('A failure that nobody expected', () => {
  test.use({ refusals: [500] })
  const id = '3e0f8c1a-5b7d-4c2e-9a64-0d1f2b3c4d5e'
  const broken = (route: Route) => route.fulfill({ status: 500, headers: { 'x-request-id': id }, body: '' })

  test('gives the reference to copy, in the toast and on the screen (U20)', async ({ page, context, customer, enter }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter(customer.api)
    await page.route(isList, broken)
    await page.goto('/applications')
    const told = toast(page, 'Failed to load applications')
    await expect(told).toContainText(`Reference ${id}`)
    await expect(page.getByRole('main').getByText(id)).toBeVisible()
    await told.getByRole('button', { name: 'Copy' }).click()
    await expect(told.getByRole('button', { name: 'Copied' })).toBeVisible()
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByRole('searchbox')).toHaveValue(id)
    await expectAccessible(page, [DESK, PHONE])
  })
})

test.describe('An answer that is not one', () => {
  test('is a failure like others, not a dead button', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    await page.route(`/api${pathOf(submitApplication)}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, body: '<html>Welcome to the hotel’s network</html>' })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(toast(page, 'Failed to submit application')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled()
  })

  test('that breaks a screen leaves the shell and offers to reload', async ({ browser, customer }) => {
    const { context, page } = await unwatched(browser, customer)
    await page.route(isUsers, (route) => route.fulfill({ json: [{ id: 7, full_name: { first: 'Omar' } }] }))
    await page.goto('/users')
    await expect(page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' })).toBeFocused()
    await expect(main(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await page.unroute(isUsers)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('main').getByText(customer.email)).toBeVisible()
    await context.close()
  })
})

test.describe('An address that is none', () => {
  test('leads a visitor to the start page and a person to the dashboard', async ({ page, customer, enter }) => {
    await page.goto('/no-such-page')
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL('/')
    await enter(customer.api)
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
