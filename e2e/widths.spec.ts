import { expect, type Locator } from '@playwright/test'
import { approveTopup, createEmployee } from 'contract'
import { newApplication, newTopup, test } from './portal.ts'
import { expectNoSidewaysScroll } from './screens.ts'

/** The heads of the table, and what a card says instead. */
const SCREENS = [
  [
    '/employees',
    ['Name', 'Passport', 'Nationality', 'Designation', 'Visa Number', 'EID Number', 'Status', 'Actions'],
    ['N12345678', 'Antiguan and Barbudan', 'Construction Supervisor', '201/2026/7654321', '784-1990-1234567-6', 'Active', 'Edit'],
  ],
  [
    '/billing',
    ['Date', 'Transaction', 'Status', 'Notes', 'Receipt', 'Amount', 'Balance'],
    ['Top-up', 'Approved', 'Paid by transfer', 'View Receipt', '14,000.00', 'Balance'],
  ],
  [
    '/applications',
    ['Employee Name', 'Company', 'Passport', 'Nationality', 'Visa Type', 'Priority', 'Current Stage', 'Submitted', 'Action'],
    ['Sara Khan', 'N1234567', 'Indian', 'Employee', 'Normal', 'Offer Letter'],
  ],
] as const

test.describe('Tables (B13)', () => {
  test.beforeEach(async ({ customer, administrator, enter }) => {
    await customer.api.send(createEmployee, {
      body: {
        company_id: customer.company.id,
        employee_name: 'Mohammed Abdul Rahman Al Hashimi',
        passport_number: 'N12345678',
        nationality: 'Antiguan and Barbudan',
        designation: 'Construction Supervisor',
        visa_number: '201/2026/7654321',
        eid_number: '784-1990-1234567-6',
        visa_expiry_date: '2028-11-21',
        email: 'mohammed.al.hashimi@people.example',
      },
    })
    await newApplication(customer)
    const { id } = await newTopup(customer, 14_000)
    await administrator.send(approveTopup, { params: { id }, body: { notes: 'Paid by transfer' } })
    await enter(customer.api)
  })

  for (const [path, heads, said] of SCREENS)
    test(`of ${path} stand with all their columns from 1024 pixels on, and use up to 1,600; below, a card shows all of a row`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1024, height: 768 })
      await page.goto(path)
      const table = page.getByRole('table').first()
      await expect(table.getByRole('columnheader')).toHaveText([...heads])
      await expectNoSidewaysScroll(page)
      expect(await excess(table)).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1920, height: 1080 })
      await expect.poll(async () => (await table.boundingBox())?.width).toBeGreaterThan(1_400)
      expect((await table.boundingBox())?.width).toBeLessThanOrEqual(1_600)
      for (const width of [1_023, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expect(page.getByRole('table')).toHaveCount(0)
        const card = page.getByRole('main').getByRole('listitem').filter({ hasText: said[0] }).filter({ hasText: said[1] })
        for (const text of said) await expect(card.getByText(text).first()).toBeVisible()
        await expectNoSidewaysScroll(page)
      }
    })

  test('have the room of a sidebar that is icons with titles below 1280 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 1279, height: 800 })
    await page.goto('/employees')
    const side = page.getByRole('complementary').first()
    const billing = side.getByRole('link', { name: 'Billing', exact: true })
    await expect(billing).toHaveAttribute('title', 'Billing')
    expect((await side.boundingBox())?.width).toBe(64)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(billing).not.toHaveAttribute('title')
    expect((await side.boundingBox())?.width).toBe(232)
  })

  test('have filters, actions and numbers on one line, and counts beside their icons, whatever is typed', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    await newApplication(customer, { passport_number: 'W'.repeat(40), nationality: 'W'.repeat(60) })
    await enter(administrator)
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of ['/applications', '/companies', '/employees']) {
        await page.goto(path)
        const filters = page.getByRole('group', { name: 'Filters' })
        await expect(filters.getByRole('combobox').or(filters.getByRole('textbox')).last()).toBeVisible()
        expect((await filters.boundingBox())?.height).toBeLessThan(60)
        expect(await rowsOf(filters.getByRole('combobox'))).toBe(1)
        await expectNoSidewaysScroll(page)
        expect(await excess(page.getByRole('table').first()), `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
      const actions = page.getByRole('row').nth(1).getByRole('cell').last()
      expect(await rowsOf(actions.getByRole('button').or(actions.getByRole('link')))).toBe(1)
      const users = page.getByRole('complementary').getByRole('link', { name: /^Applications/ })
      const [icon, count] = [await users.locator('svg').boundingBox(), await users.locator('span').last().boundingBox()]
      if (!icon || !count) throw new Error('The icon and its count are not shown')
      const isApart = icon.x + icon.width <= count.x || icon.y + icon.height <= count.y
      expect(isApart, `${JSON.stringify(icon)} and ${JSON.stringify(count)}`).toBe(true)
      await page.goto('/applications?assignee=me')
      const [bar, clear] = [page.getByRole('group', { name: 'Filters' }), page.getByRole('button', { name: 'Clear filters' })]
      const chosen = page.getByRole('combobox', { name: 'Carried by' })
      await expect
        .poll(async () => (await startOf(bar)) <= (await startOf(chosen)) && (await endOf(chosen)) <= (await startOf(clear)))
        .toBe(true)
    }
  })

  test('of all companies have the company in the cell of the transaction below 1400 pixels', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    await enter(administrator)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`/admin-billing?company=${customer.company.id}`)
    const ledger = page.getByRole('table', { name: 'History' })
    const heads = ['Date', 'Transaction', 'Status', 'Notes', 'Receipt', 'Amount', 'Balance', 'Actions']
    await expect(ledger.getByRole('columnheader')).toHaveText(heads)
    await expect(ledger.getByRole('rowheader').first()).toContainText(customer.company.name)
    await expect(ledger.getByRole('button', { name: /^View Receipt/ })).toBeVisible()
    expect(await excess(ledger)).toBeLessThanOrEqual(0)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(ledger.getByRole('columnheader', { name: 'Company' })).toBeVisible()
    expect(await excess(ledger)).toBeLessThanOrEqual(0)
  })
})

const startOf = async (element: Locator) => (await element.boundingBox())?.x ?? 0
const endOf = async (element: Locator) => {
  const box = await element.boundingBox()
  return box ? box.x + box.width : 0
}

/** By how many pixels a table is wider than its room. */
const excess = (table: Locator) => table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))

/** In how many lines they stand. */
const rowsOf = async (elements: Locator) => {
  const tops = await elements.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().y)))
  return new Set(tops).size
}
