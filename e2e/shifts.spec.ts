import { expect, type Page } from '@playwright/test'
import {
  approveTopup,
  type Call,
  getCompany,
  getStatement,
  listApplications,
  listStages,
  listTransactions,
  pathOf,
  rejectTopup,
} from 'contract'
import { DESK, PHONE } from './accessible.ts'
import { JPEG } from './files.ts'
import { complete, data, newApplication, newTopup, type Sender, test } from './portal.ts'
import { isTo } from './screens.ts'
import { say } from './words.ts'

// Fonts that are there already would move nothing.
test.use({ fresh: true })

const PHOTO = data(JPEG, 'image/jpeg')
const MOST = 0.05

/** Adds up what moves while a page loads, as the browser measures it (U1). */
const MEASURE = `window.shifts = []; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) window.shifts.push({ value, of: sources.map(({ node }) => node?.className ?? node?.nodeName) })
}).observe({ type: 'layout-shift', buffered: true })`

/** Lets each answer of a call come so much later, as over a slow network. */
const slow = (page: Page, call: Call, ms: (search: string) => number) =>
  page.route(
    ({ pathname }) => pathname === `/api${pathOf(call)}`,
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms(new URL(route.request().url()).search)))
      await route.fallback()
    },
  )

async function expectStill(page: Page, most = MOST): Promise<void> {
  const shifts = await page.evaluate<{ value: number; of: string[] }[]>('window.shifts')
  expect(
    shifts.reduce((total, { value }) => total + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThanOrEqual(most)
}

async function decideAll(administrator: Sender): Promise<void> {
  for (const { id } of await administrator.send(listTransactions, { query: { type: 'topup', status: 'pending' } }))
    await administrator.send(rejectTopup, { params: { id }, body: { notes: null } })
}

test.describe('Top-up approvals move nothing while they load (U1, U5)', () => {
  test.beforeEach(async ({ page, customer, administrator, enter }) => {
    await decideAll(administrator)
    for (const aed of [20_000, 500]) {
      const { id } = await newTopup(customer, aed)
      await administrator.send(approveTopup, { params: { id }, body: { notes: null } })
    }
    const { id } = await newTopup(customer, 70)
    await administrator.send(rejectTopup, { params: { id }, body: { notes: null } })
    for (const passport_number of ['P1', 'P2', 'P3', 'P4', 'P5']) await newApplication(customer, { passport_number })
    await page.addInitScript(MEASURE)
    await enter(administrator)
  })

  for (const size of [DESK, PHONE])
    test(`with no request, and with requests that come first and last, ${size.width} pixels wide`, async ({
      page,
      customer,
      administrator,
    }) => {
      await page.setViewportSize(size)
      for (const [words, amounts, delays] of [
        ['no request', [], { pending: 700, settled: 100 }],
        ['requests that come first', [8_000], { pending: 100, settled: 700 }],
        ['requests that come last', [8_000, 9_000, 7_000], { pending: 700, settled: 100 }],
      ] as const)
        await test.step(words, async () => {
          await page.goto('about:blank')
          await page.unrouteAll()
          await decideAll(administrator)
          for (const aed of amounts) await newTopup(customer, aed, PHOTO)
          await slow(page, listTransactions, (search) => (search.includes('status=pending') ? delays.pending : delays.settled))
          await page.goto('/admin-billing')
          await expect(page.getByText('Waiting for a decision (')).toContainText(`(${amounts.length})`)
          await expect(page.getByText(/^Showing \d+ of/)).toBeVisible()
          if (amounts.length > 0) await expect(page.getByRole('img', { name: /^Receipt of/ })).toBeVisible()
          await expect(page.getByRole('heading', { name: 'Rejected' })).toBeAttached()
          await expectStill(page)
        })
    })
})

/** Lets no answer of a call come until the function that it answers is called. */
async function hold(page: Page, call: Call): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(isTo(call), async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** From here on, with the fonts that were on their way. */
const measureFromNow = (page: Page) => page.evaluate('document.fonts.ready.then(() => { window.shifts = [] })')

test('A list shows its heads while the rows load, and nothing moves when they come (U5)', async ({ page, customer, enter }) => {
  await newApplication(customer)
  await page.addInitScript(MEASURE)
  await enter(customer.api)
  const answer = await hold(page, listApplications)
  await page.goto('/applications')
  await expect(page.getByRole('status', { name: 'Loading' }).locator('thead')).toContainText('Current Stage')
  await measureFromNow(page)
  answer()
  await expect(page.locator('tr[data-row]')).toBeVisible()
  // A number beside each view comes after the rows.
  await expectStill(page, 0.001)
})

test('What comes to the statement, the company profile and a completed case moves nothing (U5)', async ({
  page,
  customer,
  administrator,
  enter,
}) => {
  const { id } = await newApplication(customer)
  await complete(administrator, id, '2028-01-15')
  await page.addInitScript(MEASURE)
  await enter(customer.api)
  for (const [call, path, seen] of [
    [getStatement, '/billing?statement=now', page.getByRole('heading', { name: /^Statement, / })],
    [getCompany, '/company-profile', page.getByRole('heading', { name: customer.company.name })],
    [listStages, `/applications/${id}`, page.getByRole('heading', { name: 'Visa Process Stages' })],
  ] as const)
    await test.step(path, async () => {
      const answer = await hold(page, call)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await measureFromNow(page)
      answer()
      await expect(seen).toBeVisible()
      await expectStill(page)
    })
})

test.describe('The menu of a phone (U27)', () => {
  test.use({ viewport: PHONE })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`leaves the page behind it to be seen, dimmed, in ${colorScheme} colours`, async ({ page, customer, enter }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await enter(customer.api)
      await page.goto('/dashboard')
      await page.getByRole('button', { name: say('Open menu') }).click()
      const drawer = page.getByRole('dialog', { name: say('Main') })
      await expect(drawer).toBeVisible()
      await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(272)
      const beside = await page.evaluate<{ name: string; alpha: number }[]>(`(() => {
        const above = document.elementsFromPoint(380, 420)
        const behind = above.findIndex((element) => element.closest('#main, header'))
        if (behind < 0) return []
        return above.slice(0, behind).map((element) => {
          const [, , , alpha = 1] = (getComputedStyle(element).backgroundColor.match(/[\\d.]+/g) ?? []).map(Number)
          return { name: element.className, alpha: alpha * Number(getComputedStyle(element).opacity) }
        })
      })()`)
      expect(beside.filter(({ alpha }) => alpha >= 0.85)).toEqual([])
      expect(beside.some(({ alpha }) => alpha > 0.2)).toBe(true)
    })
})
