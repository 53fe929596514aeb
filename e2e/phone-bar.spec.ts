import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, PHONE } from './accessible.ts'
import { newApplication, newTopup, test } from './portal.ts'
import { expectNoSidewaysScroll } from './screens.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'At hand' })
const links = (page: Page) => bar(page).getByRole('link')
const current = (page: Page) => bar(page).locator('[aria-current=page]')

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
