import { readFileSync } from 'node:fs'
import { expect, type Page, type Route } from '@playwright/test'
import { addStage, dubaiDate, exportApplications, getApplication, listApplications, listCompanies, pathOf } from 'contract'
import { newApplication, newCustomer, test } from './portal.ts'
import { fail, toast, UNTOLD } from './screens.ts'

const rows = (page: Page) => page.getByRole('table').getByRole('row')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search applications' })
/** The rows on the screen, those that match, and while a search is on all of them (B15). */
const showing = (page: Page, shown: number, matching: number, all?: number) =>
  page.getByRole('status').filter({ hasText: `Showing ${shown} of ${matching} applications${all ? ` (${all} in all)` : ''}` })

test.describe('Applications', () => {
  test('says so while there are none, and offers the first', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visa Applications')
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'New Application' }).first().click()
    await expect(page).toHaveURL('/applications/new')
  })

  test('lists the applications of the company, newest first, and no others', async ({ page, baseURL, customer, enter }) => {
    await newApplication(customer)
    await newApplication(customer, { employee_name: 'Maya Nair', priority: 'fast_track', visa_type: 'investor', nationality: 'Omani' })
    await newApplication(await newCustomer(baseURL), { employee_name: 'Foreign Person' })
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Employee Name',
      'Company',
      'Passport',
      'Nationality',
      'Visa Type',
      'Priority',
      'Current Stage',
      'Submitted',
      'Action',
    ])
    await expect(rows(page)).toContainText(['Employee Name', 'Maya Nair', 'Sara Khan'])
    const today = new Intl.DateTimeFormat('en-AE', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(dubaiDate(new Date())))
    await expect(rows(page).nth(1).getByRole('cell')).toContainText([
      'Maya Nairsara.khan@people.example',
      '—',
      'N1234567',
      'Omani',
      'Investor',
      'Fast Track',
      'Offer Letter',
      today,
    ])
    await expect(rows(page).nth(2).getByText('Normal', { exact: true })).toBeVisible()
    await expect(showing(page, 2, 2)).toBeVisible()
  })

  test('asks for a record while the pointer is on its row (U71)', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications')
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === `/api${pathOf(getApplication, { id })}`)
    await rows(page).nth(1).hover()
    await asked
  })

  test('shows an administrator which company each belongs to', async ({ page, baseURL, administrator, enter }) => {
    const company_name = `Lapwing Contracting ${Date.now()}`
    const customer = await newCustomer(baseURL, { company_name })
    await newApplication(customer)
    await enter(administrator)
    await page.goto('/applications')
    await search(page).fill(company_name.toUpperCase())
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(1)).toContainText(company_name)
  })

  test('opens a detail from the row, its eye, and in a new tab (U34)', async ({ page, context, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications')
    // The name's link covers the whole row.
    await rows(page).nth(1).getByText('Indian').click({ force: true })
    await expect(page).toHaveURL(`/applications/${id}`)
    await page.goBack()
    await page.getByRole('link', { name: "View Sara Khan's application" }).click()
    await expect(page).toHaveURL(`/applications/${id}`)
    await page.goBack()
    const opened = context.waitForEvent('page')
    await rows(page).nth(1).getByText('N1234567').click({ button: 'middle', force: true })
    await expect(await opened).toHaveURL(`/applications/${id}`)
    await expect(page).toHaveURL('/applications')
  })

  test('finds by name, passport and visa type without case, and says how many (U31)', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await newApplication(customer, { employee_name: 'José Álvarez', passport_number: 'AAB777', visa_type: 'investor' })
    await enter(customer.api)
    await page.goto('/applications')
    for (const [typed, name] of [
      ['KHAN', 'Sara Khan'],
      ['aab7', 'José Álvarez'],
      ['jose alv', 'José Álvarez'],
      ['INVEST', 'José Álvarez'],
    ] as const) {
      await search(page).fill(typed)
      await expect(showing(page, 1, 1, 2)).toBeVisible()
      await expect(rows(page)).toContainText(['Employee Name', name])
      await expect(page.locator('mark').first()).toBeVisible()
    }
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(showing(page, 2, 2)).toBeVisible()
    await expect(page).toHaveURL('/applications')
  })

  test('keeps the search in the address: reload, copied link and Back (U7)', async ({ page, context, customer, enter }) => {
    await newApplication(customer)
    await newApplication(customer, { employee_name: 'Maya Nair' })
    await enter(customer.api)
    await page.goto('/applications')
    await expect(rows(page)).toHaveCount(3)
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('maya')
    await expect(page).toHaveURL('/applications?q=maya')
    await page.reload()
    await expect(search(page)).toHaveValue('maya')
    await expect(rows(page)).toHaveCount(2)
    const copied = await context.newPage()
    await copied.goto(page.url())
    await expect(rows(copied)).toContainText(['Employee Name', 'Maya Nair'])
    await rows(page).nth(1).getByRole('link', { name: 'Maya Nair', exact: true }).click()
    await expect(page).toHaveURL(/\/applications\/.+/)
    await page.goBack()
    await expect(search(page)).toHaveValue('maya')
    await expect(rows(page)).toHaveCount(2)
  })

  test('says that a search found nothing under the same heading, with a way back (B14)', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications?q=nobody')
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
    await expect(page.getByText('Nothing matches “nobody”.')).toBeVisible()
    await page.goto('/applications?q=nobody&stage=Medical+Test&priority=fast_track')
    await expect(page.getByText('Nothing matches “nobody”, Medical Test, and Fast Track.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page).toHaveURL('/applications')
  })

  test('loads page by page, whatever changes meanwhile', async ({ page, customer, administrator, enter }) => {
    const [first] = await Promise.all(
      Array.from({ length: 51 }, (_, index) => newApplication(customer, { employee_name: `Person ${index}`, documents: {} })),
    )
    await enter(customer.api)
    await page.goto('/applications')
    await expect(rows(page)).toHaveCount(51)
    await expect(showing(page, 50, 51)).toBeVisible()
    // Once: the change makes both pages stale, and they load again afterwards.
    const change = async (route: Route) => {
      const response = await route.fetch()
      const told = page.waitForRequest((request) => new URL(request.url()).pathname === `/api${pathOf(listCompanies)}`)
      await administrator.send(addStage, { params: { id: first?.id ?? '' }, body: { stage_name: 'Offer Letter' } })
      await told
      await route.fulfill({ response })
    }
    await page.route(/cursor=/, change, { times: 1 })
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows(page)).toHaveCount(52)
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  })

  test('is saved as a CSV of the rows that the search leaves, without the salary (U33)', async ({ page, customer, enter }) => {
    await newApplication(customer)
    const { id } = await newApplication(customer, { employee_name: '=Maya, Nair', priority: 'fast_track' })
    await enter(customer.api)
    await page.goto('/applications?q=maya')
    await expect(showing(page, 1, 1, 2)).toBeVisible()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
    const today = dubaiDate(new Date())
    expect(saved.suggestedFilename()).toBe(`applications-${today}.csv`)
    expect(readFileSync(await saved.path(), 'utf8').split('\r\n')).toEqual([
      '\uFEFFEmployee name,Company,Passport,Nationality,Designation,Visa type,Priority,Employee location,Current stage,Status,Submitted,Visa expiry at submission,Visa expiry date,Email,Mobile,Id',
      `"'=Maya, Nair",Falcon Trading LLC,N1234567,Indian,,Employee,Fast Track,Outside the UAE,Offer Letter,Active,${today},,,sara.khan@people.example,'+971501234567,${id}`,
      '',
    ])
    await search(page).fill('nobody')
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  })

  test('shows cards on a phone', async ({ page, customer, enter }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByRole('table')).toHaveCount(0)
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Sara Khan' })
    for (const text of ['N1234567', 'Indian', 'Employee', 'Normal', 'Offer Letter', 'Not begun'])
      await expect(card.getByText(text).first()).toBeVisible()
    // Six of them fit between the filters and the button at the foot.
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(72)
    await card.getByRole('link').click()
    await expect(page).toHaveURL(`/applications/${id}`)
  })
})

test.describe('Applications, refused', () => {
  test.use({ refusals: [500] })

  test('says when the list fails, and tries again', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    const mend = await fail(page, listApplications, UNTOLD)
    await page.goto('/applications')
    await expect(toast(page, 'Failed to load applications')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page)).toHaveCount(2)
    await toast(page, 'Failed to load applications').getByRole('button').first().click()
    await expect(toast(page, 'Failed to load applications')).toHaveCount(0)
    const mendCsv = await fail(page, exportApplications)
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expect(toast(page, 'Failed to download the table')).toBeVisible()
    await mendCsv()
  })
})
