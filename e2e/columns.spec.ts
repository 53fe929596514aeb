import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { approveTopup, createEmployee } from 'contract'
import { DESK, expectAccessible } from './accessible.ts'
import { newApplication, newCustomer, newTopup, test } from './portal.ts'
import { say } from './words.ts'

const heads = (page: Page) => page.getByRole('columnheader')

test.describe('The columns of a list (U52)', () => {
  test('are hidden by keyboard, stay hidden after a reload, and are not in the table that is downloaded', async ({
    page,
    customer,
    enter,
  }) => {
    const sara = { employee_name: 'Sara Khan', passport_number: 'N1', nationality: 'Indian', designation: 'Cook' }
    await customer.api.send(createEmployee, { body: { company_id: customer.company.id, ...sara } })
    await enter(customer.api)
    await page.goto('/employees')
    await expect(heads(page).filter({ hasText: 'Visa Number' })).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    const box = page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Visa Number' })
    await expect(box).toBeChecked()
    await box.focus()
    await page.keyboard.press('Space')
    await expect(box).not.toBeChecked()
    await expect(heads(page).filter({ hasText: 'Visa Number' })).toHaveCount(0)
    await expectAccessible(page, [DESK])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Columns (1 hidden)' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Sara Khan', exact: true })).toBeVisible()
    await expect(heads(page).filter({ hasText: 'Visa Number' })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const [written] = readFileSync(await (await download).path(), 'utf8').split('\r\n')
    expect(written).toContain('Passport')
    expect(written).not.toContain('Visa number')
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).click()
    await page.getByRole('button', { name: 'Show all columns' }).click()
    await expect(heads(page).filter({ hasText: 'Visa Number' })).toBeVisible()
  })
})

test.describe('In Arabic', () => {
  test.use({ language: 'ar' })

  test('the columns of each table can be hidden', async ({ page, baseURL, administrator, enter }) => {
    const customer = await newCustomer(baseURL, { company_name: `Oryx ${Date.now()} LLC` })
    await newApplication(customer)
    const { id } = await newTopup(customer, 500)
    await administrator.send(approveTopup, { params: { id }, body: { notes: null } })
    await enter(administrator)
    for (const [path, column] of [
      [`/applications?company_id=${customer.company.id}`, say('Passport', {}, 'applications')],
      [`/companies?q=${encodeURIComponent(customer.company.name)}`, say('Balance', {}, 'companies')],
      [`/admin-billing?company=${customer.company.id}`, say('Notes', {}, 'transactions')],
    ] as const) {
      await page.goto(path)
      await expect(heads(page).filter({ hasText: column }).first()).toBeVisible()
      await page.getByRole('button', { name: say('Columns') }).click()
      await page.getByRole('checkbox', { name: column }).uncheck()
      await expect(heads(page).filter({ hasText: column })).toHaveCount(0)
      await expectAccessible(page, [DESK])
    }
  })
})
