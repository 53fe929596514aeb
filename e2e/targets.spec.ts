import { expect, type Page } from '@playwright/test'
import { addStage, approveTopup, createEmployee } from 'contract'
import { PHONE } from './accessible.ts'
import { newApplication, newTopup, test } from './portal.ts'

const PRESSED = 'main :is(a, button, summary)'
const THUMB = 44

/** What is pressed and is lower than a thumb, or narrower than any target; a link within a sentence is as high as its line (2.5.8). */
const tooSmall = (page: Page) =>
  page.locator(PRESSED).evaluateAll(
    (all, least) =>
      all
        .filter(
          (each) =>
            each.checkVisibility({ visibilityProperty: true }) &&
            each.ownerDocument.defaultView?.getComputedStyle(each).display !== 'inline',
        )
        .map((each) => ({ name: each.getAttribute('aria-label') ?? each.textContent, box: each.getBoundingClientRect() }))
        .filter(({ box }) => Math.round(box.width) > 1 && (box.height < least - 0.5 || box.width < 24))
        .map(({ name, box }) => `${name} ${Math.round(box.width)} × ${Math.round(box.height)}`),
    THUMB,
  )

test.describe('Under a thumb (U4)', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(PHONE)
  })

  test('everything that is pressed is 44 pixels high', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    const { id: topup } = await newTopup(customer, 14_000)
    await administrator.send(approveTopup, { params: { id: topup }, body: {} })
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'In Process' } })
    const record = { employee_name: 'Sara Khan', passport_number: 'N1234567', nationality: 'Indian', designation: 'Accountant' }
    const employee = await customer.api.send(createEmployee, { body: { ...record, company_id: customer.company.id } })
    const found: string[] = []
    for (const [sender, paths] of [
      [customer.api, ['/dashboard', '/billing', '/employees', `/employees/${employee.id}`, '/users', '/notices']],
      [administrator, ['/companies', '/admin-billing', `/applications/${id}`, '/journal', '/dashboard?tab=analytics']],
    ] as const) {
      await enter(sender)
      for (const path of paths) {
        await page.goto(path)
        await expect(page.locator('#painted')).toHaveCount(0)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        found.push(...(await tooSmall(page)).map((each) => `${path}: ${each}`))
      }
    }
    expect(found).toEqual([])
  })

  test('a choice is made beside its words too', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/account')
    const choice = page.getByRole('radio', { name: 'العربية' })
    await choice.scrollIntoViewIfNeeded()
    const box = await choice.boundingBox()
    if (!box) throw new Error('The choice is not shown')
    await page.mouse.click(box.x + box.width / 2, box.y - 8)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  })
})
