import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { type Call, me, pathOf, streamChanges, type User } from 'contract'
import type { Account } from './portal.ts'
import { locale, say } from './words.ts'

/** What the server says where §8 has a fixed text, which stands alone. */
export const UNTOLD = 'A sentence that §8 does not show here'

/** A toast by its exact words (§8): a success is a status, a failure an alert. */
export const toast = (page: Page, text: string): Locator =>
  page
    .getByRole('status')
    .or(page.getByRole('alert'))
    .filter({ has: page.getByText(text, { exact: true }), hasNotText: UNTOLD })

/** Waits for a toast and dismisses it; on a phone it would cover the next control. */
export async function readToast(page: Page, text: string): Promise<void> {
  await expect(toast(page, text)).toBeVisible()
  await toast(page, text)
    .getByRole('button', { name: say('Close', {}, 'ui') })
    .click()
  await expect(toast(page, text)).toBeHidden()
}

export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel(say('Email'), { exact: true }).fill(email)
  await page.getByLabel(say('Password'), { exact: true }).fill(password)
  await page.locator('form').locator('[type=submit]').click()
}

/** Silences the stream of changes: it is requested and never answered. */
export const withoutStream = (page: Page) =>
  page.route(
    ({ pathname }) => pathname === `/api${pathOf(streamChanges)}`,
    () => undefined,
  )

/** Fails where the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  await expect.poll(excess, { message: `${page.url()} is wider than the window by so many pixels` }).toBeLessThanOrEqual(0)
}

/** Makes a call fail, with a sentence or without; answers a function that ends it. */
export async function fail(page: Page, call: Call, detail?: string): Promise<() => Promise<void>> {
  const isCall = isTo(call)
  const body = detail ? JSON.stringify({ detail }) : ''
  const refuse = (route: Route) =>
    [call.method, 'HEAD'].includes(route.request().method()) ? route.fulfill({ status: 500, body }) : route.fallback()
  await page.route(isCall, refuse)
  return () => page.unroute(isCall, refuse)
}

/** Makes the page believe that the session has another kind of user. The server knows better, so nothing is asked for ahead. */
export async function pretend(page: Page, changes: Partial<User>): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/ahead.js',
    (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.route(isTo(me), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as User), ...changes } })
  })
}

/** Opens a screen from the sidebar, which is a drawer on a phone. */
export async function go(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: say('Open menu') }).click()
  await page
    .getByRole('navigation', { name: say('Main') })
    .getByRole('link', { name })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Presses a button twice before the first press is answered: on a slow machine the second would meet what is behind a dialog that has closed. */
export async function pressTwice(page: Page, button: Locator, call: Call): Promise<void> {
  let answer = () => {}
  const pressed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(isTo(call), async (route) => {
    await pressed
    await route.fallback()
  })
  await button.dblclick()
  answer()
}

/** Counts how often the page sends a call. */
export function count(page: Page, call: Call): () => number {
  const isCall = isTo(call)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === call.method && isCall(new URL(request.url()))) sent += 1
  })
  return () => sent
}

export const isTo = (call: Call) => {
  // An id has digits; `facets` and `export` are calls of their own.
  const pattern = call.path.replace(/\{(\w+)\}/g, (_, name: string) => (name.endsWith('id') ? '[^/]*\\d[^/]*' : '[^/]+'))
  const path = new RegExp(`^/api${pattern}$`)
  return (url: URL) => path.test(url.pathname)
}

export const choice = (scope: Page | Locator, label: string): Locator =>
  scope.getByRole('combobox', { name: label, exact: true }).or(scope.getByRole('textbox', { name: label, exact: true }))

export const activeCompany = (page: Page): Locator => page.getByRole('combobox', { name: say('Active Company') })

export async function pick(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The required texts of a new employee's application, as a person types them. */
export const NEW_EMPLOYEE = {
  'Employee name': 'Sara Khan',
  'Passport number': 'N1234567',
  Nationality: 'Indian',
  Mobile: '+971 50 123 4567',
  Email: 'sara.khan@people.example',
  'Salary breakup': 'Basic 4,000, housing 2,000',
  'Notice period': '30 days',
  'Probation period': '6 months',
} as const

export const field = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true })

/** The input of an upload; the label of a required one ends in a star. */
export const file = (page: Page | Locator, label: string): Locator =>
  page.getByLabel(label, { exact: true }).or(page.getByLabel(`${label} *`, { exact: true }))

export async function fillNewEmployee(page: Page, changes: Partial<Record<keyof typeof NEW_EMPLOYEE, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...NEW_EMPLOYEE, ...changes })) await choice(page, say(label)).fill(value)
  await page.keyboard.press('Escape')
}

/** `21 Nov 2026`, as the screens write a date in the language of the test. */
export const inWords = (date: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(date))

/** Opens the controls of each stage, any status of which can be set. */
export const changeByHand = (page: Page): Promise<void> => page.getByRole('button', { name: say('Change stages by hand') }).click()

/** Goes there by the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < 200; pressed++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Opens the menu of the person in the header. */
export async function openPersonMenu(page: Page): Promise<Locator> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /, (Admin|Company Admin|Employee)$/ })
    .click()
  const panel = page.getByRole('dialog').filter({ has: page.getByRole('radiogroup') })
  await expect(panel).toBeVisible()
  return panel
}

/** Chooses what is done with a row from the row's menu. */
export async function pressInMenu(page: Page, verb: string, row: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${row}`, exact: true }).click()
  await page.getByRole('menuitem', { name: verb, exact: true }).click()
}
