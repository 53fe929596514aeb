import { type BrowserContext, expect } from '@playwright/test'
import {
  addStage,
  approveTopup,
  getApplication,
  listMessages,
  pathOf,
  requestTopup,
  sendMessage,
  streamChanges,
  updateCompany,
} from 'contract'
import { openLine } from '../test/line.ts'
import { PDF } from './files.ts'
import { data, newApplication, test } from './portal.ts'
import { field } from './screens.ts'

/** A busy machine takes a second and a half to draw fifty rows again; how soon a change is heard is measured by `bench live`. */
const WITHIN = { timeout: 5_000 }
const STREAM = `/api${pathOf(streamChanges)}`
const TOO_OLD = 'of-yesterday'

/** The place of each page is of no use, as on a screen that has been open for long. */
const pageHasStoodLong = (context: BrowserContext) =>
  context.route(isPage, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/data-place="[^"]+"/, `data-place="${TOO_OLD}"`)
    await route.fulfill({ response, body })
  })
const isPage = ({ pathname }: URL): boolean => !/^\/api\/|\.\w+$/.test(pathname)

test.describe('What others do shows without a reload', () => {
  test('a stage on the screen of the company', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    const panel = page.getByRole('region', { name: 'Visa Process Stages' })
    await expect(panel).toBeVisible()
    await page.waitForLoadState('networkidle')
    await administrator.send(addStage, {
      params: { id },
      body: { stage_name: 'Offer Letter', status: 'Rejected', notes: 'A page is missing' },
    })
    await expect(panel.getByText('A page is missing')).toBeVisible(WITHIN)
    await expect(
      page
        .getByRole('region', { name: 'History' })
        .getByText(/Offer Letter/)
        .first(),
    ).toBeVisible(WITHIN)
  })

  test('a submission in the list of the administrator', async ({ page, customer, administrator, enter }) => {
    await enter(administrator)
    await page.goto('/applications')
    await expect(page.locator('#painted')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await newApplication(customer, { employee_name: 'Noura Live' })
    await expect(page.getByRole('table').getByText('Noura Live')).toBeVisible(WITHIN)
  })

  test('a decided top-up on the billing screen of the company', async ({ page, customer, administrator, enter }) => {
    const { id } = await customer.api.send(requestTopup, { body: { amount: 250.5, receipt_document: data(PDF, 'application/pdf') } })
    await enter(customer.api)
    await page.goto('/billing')
    const row = page.getByRole('row').filter({ hasText: '250.50' })
    await expect(row).toContainText('Pending')
    const balance = page.getByRole('region', { name: 'Balance' })
    await expect(balance).toContainText('0.00')
    await page.waitForLoadState('networkidle')
    await administrator.send(approveTopup, { params: { id }, body: {} })
    // The two bands load one after the other: for a moment the row may stand in both.
    await expect(row.filter({ hasText: 'Approved' })).toBeVisible(WITHIN)
    await expect(row).toHaveCount(1)
    await expect(balance).not.toContainText('0.00', WITHIN)
    await expect(balance).toContainText('250.50')
  })

  test('what is being typed stays, and asking anew is no activity of the person (A9)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/company-profile')
    await page.getByRole('button', { name: 'Edit' }).click()
    await field(page, 'Contact person').fill('Somebody who is being ty')
    await page.waitForLoadState('networkidle')
    const asked = page.waitForRequest(
      (request) => request.url().includes(`/companies/${customer.company.id}`) && request.method() === 'GET',
    )
    const { id } = customer.company
    const { send } = customer.api
    await send(updateCompany, {
      params: { id },
      body: { name: 'Falcon Trading LLC', trade_license: 'CN-2', contact_person: 'Omar', email: 'o@falcon.example', phone: '04' },
    })
    expect((await asked).headers()['x-background']).toBe('true')
    await expect(field(page, 'Contact person')).toHaveValue('Somebody who is being ty')
  })

  test('on every tab, though only one of them has the stream', async ({ page, context, customer, administrator, enter }) => {
    const begun: (string | null)[] = []
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === STREAM) begun.push(url.searchParams.get('after'))
    })
    await pageHasStoodLong(context)
    const { id } = await newApplication(customer)
    await enter(customer.api)
    const tabs = [page, await context.newPage(), await context.newPage()]
    for (const tab of tabs) {
      await tab.goto(`/applications/${id}`)
      await expect(tab.getByRole('region', { name: 'Visa Process Stages' })).toBeVisible()
    }
    await administrator.send(addStage, {
      params: { id },
      body: { stage_name: 'Offer Letter', status: 'Approved', notes: 'Signed by both' },
    })
    for (const tab of tabs) await expect(tab.getByText('Signed by both').first()).toBeVisible(WITHIN)
    expect(begun).toEqual([TOO_OLD])
    const changed = Promise.withResolvers<void>()
    await context.route(`**${STREAM}*`, async (route) => {
      await changed.promise
      await route.continue()
    })
    await page.close()
    // Between the end of one stream and the start of the next.
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Labor Fees', notes: 'Fees are paid' } })
    changed.resolve()
    for (const tab of tabs.slice(1)) await expect(tab.getByText('Fees are paid').first()).toBeVisible({ timeout: 5_000 })
    // Another tab goes on where the first one was.
    expect(begun).toEqual([TOO_OLD, expect.not.stringContaining(TOO_OLD)])
  })

  test('after the connection broke, with no more loaded than what came between', async ({ browser, baseURL, customer, administrator }) => {
    const { id } = await newApplication(customer)
    const line = await openLine(Number(new URL(baseURL).port))
    const context = await browser.newContext()
    await context.addCookies((await customer.api.cookies()).cookies)
    await pageHasStoodLong(context)
    const page = await context.newPage()
    await page.goto(`http://localhost:${line.port}/applications/${id}`)
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('No messages yet.')
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    line.cut()
    await administrator.send(sendMessage, { params: { id }, body: { text: 'Sent while nobody heard' } })
    await expect(page.getByText('Sent while nobody heard')).toBeVisible({ timeout: 10_000 })
    expect(asked).toContain(STREAM)
    expect(asked).toContain(`/api${pathOf(listMessages, { id })}`)
    expect(asked).not.toContain(`/api${pathOf(getApplication, { id })}`)
    await context.close()
    line.end()
  })
})

test.describe('The stream', () => {
  test.use({ refusals: [401] })

  test('ends with the session, and the person is asked at once', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await page.waitForLoadState('networkidle')
    await customer.api.send(getApplication, { params: { id } })
    await page.request.post('/api/auth/logout')
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible(WITHIN)
  })
})
