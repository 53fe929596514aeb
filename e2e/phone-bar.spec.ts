import { expect, type Locator, type Page } from '@playwright/test'
import { createEmployee, listEmployees } from 'contract'
import { expectAccessible, PHONE } from './accessible.ts'
import { newApplication, newTopup, test } from './portal.ts'
import { choice, expectNoSidewaysScroll, fail, field, toast } from './screens.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'At hand' })
const links = (page: Page) => bar(page).getByRole('link')
const current = (page: Page) => bar(page).locator('[aria-current=page]')

const NOWHERE = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }
const boxes = (...elements: [Locator, Locator, Locator]) =>
  Promise.all(elements.map(async (element) => (await element.boundingBox()) ?? NOWHERE)) as Promise<[Box, Box, Box]>
type Box = typeof NOWHERE

/** How many pixels an element ends above the bar. */
async function above(page: Page, element: Locator): Promise<number> {
  const [own, foot] = await Promise.all([element.boundingBox(), bar(page).boundingBox()])
  return (foot?.y ?? Number.NaN) - (own?.y ?? Number.NaN) - (own?.height ?? Number.NaN)
}

test.describe('The bar of a phone', () => {
  test.use({ viewport: PHONE })

  test('leads a company to four screens and to a new application, where it gives way to the foot of the form', async ({
    page,
    customer,
    enter,
  }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(links(page)).toHaveCount(5)
    for (const [at, name] of ['Today', 'Applications', 'New Application', 'Employees', 'Billing'].entries()) {
      await expect(links(page).nth(at)).toHaveAccessibleName(name)
      const box = await links(page).nth(at).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await expect(current(page)).toHaveText('Today')
    await links(page).nth(4).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeFocused()
    await expect(current(page)).toHaveText('Billing')
    await links(page).nth(2).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New Application' })).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  })

  test('covers neither the last row nor the buttons of a screen, and lies below the menu and not on paper', async ({
    page,
    customer,
    enter,
  }) => {
    for (const index of Array.from({ length: 9 }).keys())
      await newApplication(customer, { employee_name: `Sara ${index}`, passport_number: `N${index}` })
    await enter(customer.api)
    await page.goto('/applications')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(9)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect.poll(() => above(page, rows.last())).toBeGreaterThanOrEqual(0)
    await links(page).nth(3).click()
    const add = page.getByRole('button', { name: 'Add Employee' })
    await expect(add).toBeVisible()
    expect(await above(page, add)).toBeGreaterThanOrEqual(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Main' })).toBeVisible()
    const under = `document.elementFromPoint(380, innerHeight - 20).closest('nav') === null`
    await expect.poll(() => page.evaluate(under)).toBe(true)
    await page.keyboard.press('Escape')
    await page.emulateMedia({ media: 'print' })
    await expect(bar(page)).toBeHidden()
  })

  test('counts for the administrator what the sidebar counts, in the dark too', async ({ page, customer, administrator, enter }) => {
    await newTopup(customer)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await enter(administrator)
    await page.goto('/employees')
    await expect(links(page)).toHaveText(['Today', /^Applications/, '', /^Employees/, /^Approvals\d+\+?\d* waiting$/])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, [PHONE, { width: 320, height: 640 }])
  })

  test('leads an employee to what is theirs', async ({ page, employee, enter }) => {
    await enter(employee.api)
    await page.goto('/applications')
    await expect(links(page)).toHaveText(['Today', 'Applications', 'Notices', 'Account'])
    await expect(current(page)).toHaveText('Applications')
    await links(page).last().click()
    await expect(page).toHaveURL('/account')
    await expect(current(page)).toHaveText('Account')
  })
})

test.describe('On a phone', () => {
  test.use({ viewport: PHONE, refusals: [500] })

  test('a toast stands above the foot, over a dialog below its title, and the buttons of a long form stay in sight', async ({
    page,
    customer,
    enter,
  }) => {
    await enter(customer.api)
    const mend = await fail(page, listEmployees)
    await page.goto('/employees')
    const failed = toast(page, 'Failed to load employees')
    await expect(failed).toBeVisible()
    const add = page.getByRole('button', { name: 'Add Employee' })
    const [told, heading, foot] = await boxes(failed, page.getByRole('heading', { level: 1 }), add)
    expect(told.y).toBeGreaterThan(heading.y + heading.height)
    expect(told.y + told.height).toBeLessThan(foot.y)
    await mend()
    await fail(page, createEmployee)
    await add.click()
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Add Employee' })
    await expect(save).toBeInViewport({ ratio: 1 })
    const typed = { 'Employee name': 'Sara Khan', 'Passport number': 'N1', Designation: 'Accountant' }
    for (const [name, text] of Object.entries(typed)) await field(page, name).fill(text)
    await choice(dialog, 'Nationality').fill('Indian')
    await page.keyboard.press('Tab')
    await save.click()
    const refused = toast(page, 'Failed to add employee')
    await expect(refused).toBeVisible()
    const [over, title, end] = await boxes(refused, dialog.getByRole('heading', { level: 2 }).first(), save)
    expect(over.y).toBeGreaterThan(title.y + title.height)
    expect(over.y + over.height).toBeLessThan(end.y)
  })
})
