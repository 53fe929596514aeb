import { expect, type Locator } from '@playwright/test'
import { complete, newApplication, test } from './portal.ts'
import { choice } from './screens.ts'

const ground = (element: Locator) => element.evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).backgroundColor)

test.describe('With forced colours (U15)', () => {
  test.beforeEach(async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.emulateMedia({ forcedColors: 'active' })
  })

  test('a choice, a switch and a view that is on differ from those that are off', async ({ page }) => {
    await page.goto('/account')
    const [chosen, other] = [page.getByRole('radio', { name: 'English' }), page.getByRole('radio', { name: 'العربية' })]
    await expect(chosen).toBeChecked()
    expect(await ground(chosen)).not.toBe(await ground(other))
    const track = page.getByRole('switch').first().locator('+ *')
    const on = await ground(track)
    await page.getByRole('switch').first().click({ force: true })
    await expect.poll(() => ground(track)).not.toBe(on)
    await page.goto('/notices')
    const label = (name: string) => page.getByRole('main').locator('label', { hasText: name })
    expect(await ground(label('All'))).not.toBe(await ground(label('Unread')))
  })

  test('the view and the tab that are open are underlined alone', async ({ page, customer }) => {
    await newApplication(customer)
    const line = (element: Locator) =>
      element.evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).borderBlockEndColor)
    await page.goto('/dashboard')
    expect(await line(page.getByRole('tab', { name: 'Overview' }))).not.toBe(await line(page.getByRole('tab', { name: 'Analytics' })))
    await page.goto('/applications')
    const views = page.getByRole('main').getByRole('navigation').getByRole('link')
    expect(await line(views.first())).not.toBe(await line(views.nth(1)))
  })

  test('the bars of a picture are painted', async ({ page, customer, administrator }) => {
    await complete(administrator, (await newApplication(customer)).id)
    await page.goto('/dashboard?tab=analytics')
    const track = page.getByRole('region', { name: 'Days to the visa', exact: true }).first().locator('a > [aria-hidden]').first()
    const paper = await ground(page.locator('body'))
    await expect(track).toBeVisible()
    expect(await ground(track.locator('span'))).not.toBe(paper)
  })

  test('the field with the focus and the option that the keyboard has reached are seen', async ({ page }) => {
    await page.goto('/applications/new?type=new')
    const field = choice(page, 'Nationality')
    await field.focus()
    await expect(field).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const reached = page.locator('[role=option][data-combobox-selected]')
    await expect(reached).toBeVisible()
    expect(await ground(reached)).not.toBe(await ground(page.getByRole('option').last()))
  })
})
