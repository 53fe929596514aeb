import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test'
import { addStage, getSettings, login, logout, pathOf, type SessionTimes, type Settings, submitApplication, uploadDocument } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { passport } from './files.ts'
import { type Customer, newApplication, test } from './portal.ts'
import { choice, count, fail, field, file, fillNewEmployee, logIn, pick, toast, withoutStream } from './screens.ts'

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })
const soon = (page: Page) => page.getByRole('dialog', { name: 'Your session is about to end' })
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Not by the mouse: a load in the background may find the session gone first, and its dialog lies above. */
const press = (button: Locator) => button.dispatchEvent('click')
const go = (page: Page, name: string) => press(main(page).getByRole('link', { name }))

async function logInAgain(dialog: Locator, { password }: { password: string }): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login' }).click()
}

/** Requests under way: one of them could find the session gone before the person does. */
let asked = new Set<Request>()

let over = false

/** Ends the session on the server: another browser with the same cookie logs out. */
async function endSession({ api }: Customer): Promise<void> {
  await expect.poll(() => asked.size).toBe(0)
  over = true
  await api.send(logout, {})
}

/** Without the stream of changes, which would notice at once (live.spec.ts): here a refused call must notice. */
async function noticesByCalls(page: Page): Promise<void> {
  await withoutStream(page)
  // A draft that is being saved could notice the end of the session first.
  await page.route('**/api/drafts/**', (route) => (over && route.request().method() === 'PUT' ? undefined : route.fallback()))
}

test.beforeEach(async ({ context, page }) => {
  await noticesByCalls(page)
  asked = new Set()
  over = false
  context.on('request', (request) => {
    if (/\/api\/(?!events)/.test(request.url())) asked.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) context.on(end as 'requestfinished', (request) => asked.delete(request))
})

test.describe('A session that ends in the middle of work', () => {
  test.use({ refusals: [401] })

  test('is renewed over the form, whose input stays and whose submission goes on (U9)', async ({ page, customer, enter }) => {
    const sent = count(page, submitApplication)
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    await file(page, 'Passport front page (optional)').setInputFiles(passport)
    await expect(toast(page, 'Document ready to upload')).toBeVisible()
    await endSession(customer)
    await press(page.getByRole('button', { name: 'Submit', exact: true }))
    await expect(ended(page).getByLabel('Password', { exact: true })).toBeFocused()
    await expect(ended(page).getByLabel('Email', { exact: true })).toHaveValue(customer.email)
    await expect(ended(page).getByLabel('Email', { exact: true })).not.toBeEditable()
    await expect(page).toHaveURL('/applications/new?type=new')
    await expect(page.locator('input[value="Sara Khan"]')).toHaveCount(1)
    await logInAgain(ended(page), customer)
    await expect(page).toHaveURL(/\/applications\?submitted=/)
    await expect(ended(page)).toBeHidden()
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    expect(sent()).toBe(2)
  })

  test('is not renewed by a wrong password, nor by none', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await endSession(customer)
    await go(page, 'Applications')
    await logInAgain(ended(page), { password: '' })
    await expect(ended(page).getByRole('alert')).toHaveText('Password is required')
    await logInAgain(ended(page), { password: 'not the password' })
    await expect(ended(page).getByRole('alert')).toHaveText('Invalid email or password')
    await expect(ended(page).getByLabel('Password', { exact: true })).toBeFocused()
    await logInAgain(ended(page), customer)
    await expect(page.getByText('No applications found')).toBeVisible()
    await expect(ended(page)).toBeHidden()
  })

  test('is asked about once, however many calls were refused, and without a failure toast', async ({ page, customer, enter }) => {
    const logins = count(page, login)
    await newApplication(customer)
    await enter(customer.api)
    await page.goto('/users')
    await expect(page.getByText(customer.email).first()).toBeVisible()
    await endSession(customer)
    await go(page, 'Dashboard')
    await expect(ended(page)).toHaveCount(1)
    await logInAgain(ended(page), customer)
    await expect(page.getByRole('link', { name: /Total Applications/ })).toContainText('1')
    await expect(ended(page)).toBeHidden()
    await expect(page.getByText('Failed to load dashboard data')).toHaveCount(0)
    expect(logins()).toBe(1)
  })

  test('lets an upload go on', async ({ page, customer, enter }) => {
    const uploads = count(page, uploadDocument)
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    await field(page, 'Employee name').fill('Sara Khan')
    await endSession(customer)
    await file(page, 'Degree (optional)').setInputFiles(passport)
    await logInAgain(ended(page), customer)
    await expect(page.getByRole('button', { name: 'Replace passport.pdf' })).toBeVisible()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    expect(uploads()).toBe(2)
  })

  test('keeps a dialog and its input below, against Escape too', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await page.goto(`/applications/${id}?stages=by-hand`)
    await page.getByRole('button', { name: 'Add Stage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Stage' })
    await pick(page, choice(dialog, 'Stage'), 'Labor Fees')
    await administrator.send(logout, {})
    const sent = count(page, addStage)
    await press(dialog.getByRole('button', { name: 'Save' }))
    await expect(ended(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(ended(page)).toBeVisible()
    await expect(dialog).toBeAttached()
    await logInAgain(ended(page), { password: 'a password for tests' })
    await expect(toast(page, 'Stage added successfully')).toBeVisible()
    expect(sent()).toBe(2)
  })

  test('may be left, and a login leads back to the page', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await endSession(customer)
    await go(page, 'Users')
    await ended(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText(customer.email)).toHaveCount(0)
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await logIn(page, customer)
    await expect(page).toHaveURL('/users')
  })

  test('is renewed in every tab by one login', async ({ context, page, customer, enter }) => {
    await enter(customer.api)
    const other = await context.newPage()
    await noticesByCalls(other)
    for (const tab of [page, other]) {
      await tab.goto('/dashboard')
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await endSession(customer)
    for (const tab of [page, other]) {
      await go(tab, 'Applications')
      await expect(ended(tab)).toBeVisible()
    }
    await logInAgain(ended(other), customer)
    for (const tab of [page, other]) {
      await expect(tab.getByText('No applications found')).toBeVisible()
      await expect(ended(tab)).toBeHidden()
    }
  })

  test('begins anew where the role of the person changed', async ({ page, customer, enter }) => {
    await page.route(`/api${pathOf(login)}`, async (route) => {
      const answer = await route.fetch()
      const { user } = await answer.json()
      await route.fulfill({ response: answer, json: { user: { ...user, role: 'employee' } } })
    })
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    await field(page, 'Employee name').fill('Sara Khan')
    await endSession(customer)
    await file(page, 'Degree (optional)').setInputFiles(passport)
    const loaded = page.waitForEvent('load')
    await logInAgain(ended(page), customer)
    await loaded
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(ended(page)).toBeHidden()
  })

  test('is asked about in a way that everybody can use', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await endSession(customer)
    await go(page, 'Users')
    await logInAgain(ended(page), { password: 'not the password' })
    await expect(ended(page).getByRole('alert')).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
  })
})

/** Sets the session's remaining times; every request that is not in the background restores the full time. */
async function lasting(page: Page, times: SessionTimes): Promise<{ now: SessionTimes | undefined }> {
  const told: { now: SessionTimes | undefined } = { now: times }
  await page.route(`/api${pathOf(getSettings)}`, async (route: Route) => {
    const answer = await route.fetch()
    const settings: Settings = await answer.json()
    if (told.now && route.request().headers()['x-background'] !== 'true') told.now = times
    await route.fulfill({ response: answer, json: { ...settings, session: told.now } })
  })
  return told
}

test.describe('A session that nobody uses', () => {
  const WHOLE = { idle_minutes: 120, idle_seconds_left: 7_200, seconds_left: 43_000 }
  const NEARLY_OVER = { ...WHOLE, idle_seconds_left: 119 }
  const toWarning = (WHOLE.idle_seconds_left - 120) * 1_000

  test.beforeEach(async ({ page, customer, enter }) => {
    await page.clock.install()
    await enter(customer.api)
  })

  test('warns two minutes before its end, and stays when asked to (U9)', async ({ page }) => {
    const told = await lasting(page, WHOLE)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    told.now = NEARLY_OVER
    await page.clock.fastForward(toWarning - 60_000)
    await expect(soon(page)).toBeHidden()
    await page.clock.fastForward(60_000)
    await expect(soon(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await expect(soon(page).getByRole('timer')).toHaveText(/^1:5\d$/)
    await page.clock.fastForward(60_000)
    await expect(soon(page).getByRole('timer')).toHaveText(/^0:5\d$/)
    await soon(page).getByRole('button', { name: 'Stay signed in' }).click()
    await expect(soon(page)).toBeHidden()
    expect(told.now).toEqual(WHOLE)
  })

  test('does not warn where it was used meanwhile, in this tab or another', async ({ page }) => {
    await lasting(page, WHOLE)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const answered = page.waitForResponse(`/api${pathOf(getSettings)}`)
    await page.clock.fastForward(toWarning)
    expect((await answered).request().headers()['x-background']).toBe('true')
    await expect(soon(page)).toBeHidden()
  })

  test('asks for the password once it has ended', async ({ page, customer }) => {
    const told = await lasting(page, WHOLE)
    await page.goto('/applications')
    await expect(page.getByText('No applications found')).toBeVisible()
    told.now = NEARLY_OVER
    await page.clock.fastForward(toWarning)
    await expect(soon(page)).toBeVisible()
    told.now = undefined
    await page.clock.fastForward(121_000)
    await expect(ended(page).getByLabel('Password', { exact: true })).toBeFocused()
    await expect(soon(page)).toBeHidden()
    told.now = WHOLE
    await logInAgain(ended(page), customer)
    await expect(ended(page)).toBeHidden()
    await expect(soon(page)).toBeHidden()
  })

  test('says when it has reached its longest time, which nothing extends', async ({ page }) => {
    await lasting(page, { ...WHOLE, idle_seconds_left: 100, seconds_left: 100 })
    await page.goto('/dashboard')
    await expect(soon(page)).toContainText('has reached its maximum length')
    await soon(page).getByRole('button', { name: 'OK' }).click()
    await expect(soon(page)).toBeHidden()
  })

  test('warns in a way that everybody can use', async ({ page }) => {
    await lasting(page, { ...WHOLE, idle_seconds_left: 100 })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(soon(page)).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
  })
})

test.describe('A session that begins with a login', () => {
  test('is watched from there on', async ({ page, customer }) => {
    const told = await lasting(page, { idle_minutes: 120, idle_seconds_left: 100, seconds_left: 43_000 })
    const whole = told.now
    told.now = undefined
    await page.goto('/customer-login')
    // The painted page has the same fields, before anything is asked.
    await expect(page.locator('#painted')).toHaveCount(0)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    told.now = whole
    await logIn(page, customer)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(soon(page)).toBeVisible()
  })
})

test.describe('A session that cannot be kept', () => {
  test.use({ refusals: [500] })

  test('says so and can be tried again', async ({ page, customer, enter }) => {
    const times = { idle_minutes: 120, idle_seconds_left: 100, seconds_left: 43_000 }
    await enter(customer.api)
    const told = await lasting(page, times)
    await page.goto('/dashboard')
    await expect(soon(page)).toBeVisible()
    const mend = await fail(page, getSettings)
    await soon(page).getByRole('button', { name: 'Stay signed in' }).click()
    await expect(soon(page).getByRole('alert')).toHaveText('The portal did not answer. Try again.')
    await mend()
    told.now = times
    times.idle_seconds_left = 7_200
    await soon(page).getByRole('button', { name: 'Stay signed in' }).click()
    await expect(soon(page)).toBeHidden()
  })
})
