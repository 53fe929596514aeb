import { expect, type Page } from '@playwright/test'
import { addMonths, addStage, approveTopup, dubaiDate, type StageName, type StageStatus } from 'contract'
import { expectAccessible } from './accessible.ts'
import { complete, newApplication, newTopup, type Sender, test } from './portal.ts'
import { tabTo } from './screens.ts'

const record = (administrator: Sender, id: string, stage_name: StageName, status: StageStatus = 'In Process') =>
  administrator.send(addStage, { params: { id }, body: { stage_name, status } })

const analytics = '/dashboard?tab=analytics'
const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()
const shown = (page: Page) => page.getByRole('main').getByRole('row').filter({ hasText: 'Sara Khan' })

test.describe('Analytics', () => {
  test.beforeEach(async ({ customer, administrator, enter }) => {
    await newApplication(customer)
    for (const passport_number of ['N2', 'N3']) {
      const { id } = await newApplication(customer, { passport_number })
      await record(administrator, id, 'Medical Test')
    }
    const { id } = await newApplication(customer, { passport_number: 'N4' })
    await record(administrator, id, 'Medical Test', 'Rejected')
    await enter(customer.api)
  })

  test('draws open cases week by week, and opens the list behind a stage', async ({ page }) => {
    await page.goto(`${analytics}&months=3`)
    const open = chart(page, 'Open cases over time')
    await expect(open.getByRole('listitem')).toHaveCount(7)
    await open.getByRole('link', { name: 'Medical Test: 3 open cases' }).press('Enter')
    await expect(page).toHaveURL('/applications?status=active&stage=Medical+Test')
    await expect(shown(page)).toHaveCount(3)
    await page.goBack()
    await open.getByText('Show the numbers').click()
    const rows = open.getByRole('table', { name: 'Open cases over time' }).getByRole('row')
    await expect(rows).toHaveCount(15)
    await expect(rows.nth(1).getByRole('cell')).toHaveText(['1', '0', '0', '0', '3', '0', '0'])
    const area = open.locator('svg path[fill="url(#fill-Medical-Test)"]').first()
    await area.click({ position: await atTheEnd(area.boundingBox()) })
    await expect(page).toHaveURL('/applications?status=active&stage=Medical+Test')
    await page.goBack()
    await open.getByText('Show the numbers').click()
    await page.getByLabel('Period').selectOption('Last 12 months')
    await expect(rows).toHaveCount(54)
    await expect(page).toHaveURL(`${analytics}&months=12`)
  })

  test('shows where cases stand and are refused, and opens both lists', async ({ page }) => {
    await page.goto(analytics)
    const funnel = chart(page, 'Open cases by stage')
    await funnel.getByRole('link', { name: 'Offer Letter 1' }).click()
    await expect(page).toHaveURL('/applications?status=active&stage=Offer+Letter')
    await expect(shown(page)).toHaveCount(1)
    await page.goBack()
    await funnel.getByRole('link', { name: 'Medical Test: 1 refused case' }).click()
    await expect(page).toHaveURL('/applications?status=active&stage=Medical+Test&stage_status=Rejected')
    await expect(shown(page)).toHaveCount(1)
  })

  test('fills the days on which visas expire, and opens the employees of a month', async ({ page, customer, administrator }) => {
    const { id } = await newApplication(customer, { passport_number: 'N5' })
    const day = `${addMonths(dubaiDate(new Date()).slice(0, 7), 2)}-09`
    await complete(administrator, id, day)
    await page.goto(analytics)
    const calendar = chart(page, 'Visas that expire')
    await expect(calendar.getByRole('listitem')).toHaveCount(12)
    const month = calendar.getByRole('link').nth(2)
    await expect(month).toHaveText(/1$/)
    await month.click()
    await expect(page).toHaveURL(`/employees?expires=${day.slice(0, 7)}&sort=visa_expiry_date`)
    await expect(shown(page)).toHaveCount(1)
    await expect(page.getByLabel('Visa expiry')).toHaveValue(day.slice(0, 7))
  })

  test('draws how many days visas took, and opens those of a month', async ({ page, customer, administrator }) => {
    await complete(administrator, (await newApplication(customer, { passport_number: 'N6' })).id)
    await page.goto(`${analytics}&months=6`)
    const took = chart(page, 'Days to the visa')
    await expect(took.getByRole('listitem')).toHaveCount(6)
    await took.getByRole('link', { name: /0 days$/ }).click()
    await expect(page).toHaveURL(`/applications?completed=${dubaiDate(new Date()).slice(0, 7)}`)
    await expect(shown(page)).toHaveCount(1)
    await expect(page.getByLabel('Month of completion')).toHaveValue(dubaiDate(new Date()).slice(0, 7))
  })

  test('draws what moved in the wallet, and opens the statement of a month', async ({ page, customer, administrator }) => {
    const { id } = await newTopup(customer)
    await administrator.send(approveTopup, { params: { id }, body: {} })
    await page.goto(`${analytics}&months=3`)
    const money = chart(page, 'Money by month')
    await expect(money.getByRole('listitem')).toHaveCount(6)
    await money.getByRole('link').click()
    await expect(page).toHaveURL(/\/billing\?statement=/)
    await expect(page.getByRole('heading', { name: /^Statement/ }).first()).toBeVisible()
  })

  test('leads from each chart to the list behind it with the keyboard alone', async ({ page, administrator, customer, enter }) => {
    const { id } = await newApplication(customer, { passport_number: 'N7' })
    await complete(administrator, id, `${addMonths(dubaiDate(new Date()).slice(0, 7), 2)}-09`)
    const topup = await newTopup(customer)
    await administrator.send(approveTopup, { params: { id: topup.id }, body: {} })
    await enter(administrator)
    for (const [name, mark, list, behind] of [
      ['Open cases over time', 'Medical Test: 3 open cases', '/applications?status=active&stage=Medical+Test', 3],
      ['Open cases by stage', 'Offer Letter 1', '/applications?status=active&stage=Offer+Letter', 1],
      ['Days to the visa', /0 days$/, '/applications?completed=', 1],
      ['Money by month', /./, '/admin-billing?month=', undefined],
      ['Visas that expire', /1$/, '/employees?expires=', 1],
    ] as const) {
      await page.goto(`${analytics}&months=3&company=${customer.company.id}`)
      // From before the chart: the whole way is gone below, once.
      await chart(page, name).getByRole('link').first().focus()
      await page.keyboard.press('Shift+Tab')
      await tabTo(page, chart(page, name).getByRole('link', { name: mark }).first())
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toContain(list)
      await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
      if (behind) await expect(shown(page)).toHaveCount(behind)
    }
    await page.goto(analytics)
    const cell = chart(page, 'Open cases by company')
      .getByRole('link', { name: /, .+: \d+$/ })
      .first()
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await tabTo(page, cell)
    const [, number] = /: (\d+)$/.exec((await cell.getAttribute('aria-label')) ?? '') ?? []
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/applications\?status=active&stage=[\w+]+&company_id=/)
    await expect(page.getByRole('main').locator('tr[data-row]')).toHaveCount(Number(number))
  })

  test('narrows the charts to a company for an administrator, and the lists behind them', async ({
    page,
    administrator,
    customer,
    enter,
  }) => {
    await enter(administrator)
    await page.goto(analytics)
    const companies = chart(page, 'Open cases by company').getByRole('table')
    // Many other companies have cases here too.
    await companies
      .getByRole('link', { name: /, .+: \d+$/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/applications\?status=active&stage=[\w+]+&company_id=/)
    await page.goto(`${analytics}&company=${customer.company.id}`)
    await chart(page, 'Open cases by stage').getByRole('link', { name: 'Medical Test 3' }).click()
    await expect(page).toHaveURL(`/applications?status=active&stage=Medical+Test&company_id=${customer.company.id}`)
    await expect(shown(page)).toHaveCount(3)
  })

  test('is accessible', async ({ page }) => {
    await page.goto(analytics)
    const open = chart(page, 'Open cases over time')
    await open.getByText('Show the numbers').click()
    await expect(open.getByRole('table')).toBeVisible()
    await expectAccessible(page)
  })
})

/** Where new cases stand: at the end of the time. */
async function atTheEnd(box: Promise<{ width: number; height: number } | null>): Promise<{ x: number; y: number }> {
  const { width, height } = (await box) ?? { width: 0, height: 0 }
  return { x: width - 3, y: height / 3 }
}
