import { expect, type Page } from '@playwright/test'
import { addStage, sendMessage } from 'contract'
import { expectAccessible, PHONE } from './accessible.ts'
import { newApplication, newCustomer, test } from './portal.ts'

const SOON = { timeout: 3_000 }
const bell = (page: Page) => page.getByRole('button', { name: /^Notices, / })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' })

test.describe('The bell', () => {
  test('rings without a reload, says how many, leads to the case and is read then', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto('/company-profile')
    await expect(bell(page)).toHaveAccessibleName('Notices, none unread')
    await page.waitForLoadState('networkidle')
    await administrator.send(addStage, {
      params: { id },
      body: { stage_name: 'Offer Letter', status: 'Rejected', notes: 'A page is missing' },
    })
    await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread', SOON)
    await administrator.send(sendMessage, { params: { id }, body: { text: 'Please sign it' } })
    await expect(bell(page)).toHaveAccessibleName('Notices, 2 unread', SOON)
    await bell(page).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(2)
    await expect(panel(page)).toContainText('New message about the visa application of Sara Khan')
    await expectAccessible(page)
    await panel(page)
      .getByRole('link', { name: /Offer Letter rejected for Sara Khan/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`/applications/${id}$`))
    await expect(panel(page)).toHaveCount(0)
    await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  })

  test('is read as a whole, by the keys too, and closes with Escape', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    for (const text of ['One', 'Two']) await administrator.send(sendMessage, { params: { id }, body: { text } })
    await enter(customer.api)
    await page.setViewportSize(PHONE)
    await page.goto('/company-profile')
    await expect(bell(page)).toHaveAccessibleName('Notices, 2 unread')
    await expect(page.locator('#painted')).toHaveCount(0)
    await bell(page).press('Enter')
    await panel(page).getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await expect(bell(page)).toHaveAccessibleName('Notices, none unread')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
  })

  test('keeps all of it on a page of its own', async ({ page, customer, administrator, enter, baseURL }) => {
    const other = await newCustomer(baseURL ?? '', { company_name: 'Not Mine LLC' })
    await newApplication(other, { employee_name: 'Ali Hassan' })
    await newApplication(customer, { employee_name: 'Noura Live' })
    await enter(administrator)
    await page.goto('/notices')
    const list = page.getByRole('main').getByRole('list', { name: 'Notices' })
    await expect(list).toContainText('New application for Noura Live')
    await expect(list).toContainText('Not Mine LLC')
    await page.getByRole('main').getByText('Unread', { exact: true }).click()
    await expect(page).toHaveURL(/show=unread/)
    await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('You have read everything.')).toBeVisible()
    await expectAccessible(page)
  })
})
