import { expect } from '@playwright/test'
import { addStage, approveTopup, getApplication, pathOf, requestTopup, streamChanges, updateCompany } from 'contract'
import { PDF } from './files.ts'
import { data, newApplication, test } from './portal.ts'
import { field } from './screens.ts'

const WITHIN = { timeout: 2_000 }
const STREAM = `/api${pathOf(streamChanges)}`

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
    let streams = 0
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === STREAM) streams += 1
    })
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
    expect(streams).toBe(1)
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
