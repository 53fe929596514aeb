import { expect, type Page } from '@playwright/test'
import { createCompany, createEmployee, deleteCompany, listApplications, me, submitApplication, switchCompany, type User } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { type Customer, newApplication, test } from './portal.ts'
import { activeCompany, count, fail, field, fillNewEmployee, pick, pretend, toast, UNTOLD } from './screens.ts'

const addCompany = ({ api }: Customer, name: string) =>
  api.send(createCompany, {
    body: {
      name,
      trade_license: `CN-${name}`,
      contact_person: 'Huda Salem',
      email: 'office@oryx.example',
      phone: '+971 4 555 0101',
      category: 'on_demand',
    },
  })

/** Other lists of options may stand on the screen. */
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const switchTo = (page: Page, name: string) => pick(page, activeCompany(page), new RegExp(`^${name}`))
const changed = (page: Page) => page.getByRole('dialog', { name: 'The active company has changed' })

/** The person turns to this tab again. */
const comeBack = (page: Page) => page.evaluate("window.dispatchEvent(new Event('focus'))")

test.describe('Active company', () => {
  test.beforeEach(async ({ customer, enter }) => {
    await enter(customer.api)
  })

  test('is shown with a way to add one', async ({ page }) => {
    await page.goto('/users')
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    const role = page.getByRole('banner').getByText('Company Admin', { exact: true })
    expect(await role.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    await page.getByRole('link', { name: 'Add Company' }).click()
    await expect(page).toHaveURL('/companies?dialog=add')
    await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible()
  })

  test('is switched with a reload that the toast survives, and everything follows (V3)', async ({ page, customer }) => {
    await newApplication(customer)
    const { id } = await addCompany(customer, 'Oryx Stone LLC')
    await page.goto('/applications')
    await expect(page.getByText('Sara Khan').first()).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await switchTo(page, 'Oryx Stone LLC')
    await reloaded
    await expect(toast(page, 'Company switched successfully')).toBeVisible()
    await expect(page).toHaveURL('/applications')
    await expect(activeCompany(page)).toHaveValue('Oryx Stone LLC')
    await expect(page.getByText('No applications found')).toBeVisible()
    expect((await customer.api.send(me, {})).active_company_id).toBe(id)
    await page.reload()
    await expect(activeCompany(page)).toHaveValue('Oryx Stone LLC')
    await expect(toast(page, 'Company switched successfully')).toHaveCount(0)
  })

  test('says what each company owes now and whose visas expire', async ({ page, customer }) => {
    const { id } = await addCompany(customer, 'Oryx Stone LLC')
    await newApplication(customer)
    const person = { employee_name: 'Ali Raza', passport_number: 'P7654321', nationality: 'Indian', designation: 'Driver' }
    const body = { ...person, company_id: id, visa_expiry_date: '2020-01-31' }
    await customer.api.send(createEmployee, { body })
    await page.goto('/users')
    await activeCompany(page).click()
    await expect(options(page).filter({ hasText: 'Falcon' })).toContainText('AED 6,500.00 owed now')
    await expect(options(page).filter({ hasText: 'Falcon' })).not.toContainText('expire')
    await expect(options(page).filter({ hasText: 'Oryx' })).toContainText('1 visa expired')
    await expect(options(page).filter({ hasText: 'Oryx' })).not.toContainText('owed')
    await expectAccessible(page, [DESK, PHONE])
  })

  test('is switched by keyboard', async ({ page, customer }) => {
    await addCompany(customer, 'Oryx Stone LLC')
    await page.goto('/users')
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    await activeCompany(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect(options(page)).toHaveText([/^All companies/, /^Oryx/, /^Falcon/])
    await expect(activeCompany(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Company switched successfully')).toBeVisible()
    await expect(activeCompany(page)).toHaveValue('Oryx Stone LLC')
  })

  test('can be searched from 8 companies, and not below (U28)', async ({ page, customer }) => {
    for (const number of [2, 3, 4, 5, 6, 7]) await addCompany(customer, `Company ${number} LLC`)
    await page.goto('/users')
    await expect(activeCompany(page)).toHaveAttribute('readonly')
    await addCompany(customer, 'Marina Yachts')
    await page.reload()
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    await expect(activeCompany(page)).not.toHaveAttribute('readonly')
    await activeCompany(page).fill('marina')
    await expect(options(page)).toHaveCount(1)
    await activeCompany(page).fill('nobody')
    await expect(page.getByText('No company found')).toBeVisible()
    await page.keyboard.press('Escape')
    await activeCompany(page).blur()
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    await activeCompany(page).click()
    await expect(options(page)).toHaveCount(9)
    await expectAccessible(page, [DESK])
  })

  test('asks before unsaved changes are lost, and stays when told so (U19)', async ({ page, customer }) => {
    await addCompany(customer, 'Oryx Stone LLC')
    const sent = count(page, switchCompany)
    await page.goto('/company-profile')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await field(page, 'Phone').fill('+971 4 999 9999')
    await switchTo(page, 'Oryx Stone LLC')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    await expect(field(page, 'Phone')).toHaveValue('+971 4 999 9999')
    expect(sent()).toBe(0)
    await switchTo(page, 'Oryx Stone LLC')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(toast(page, 'Company switched successfully')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { name: 'Oryx Stone LLC' })).toBeVisible()
  })

  test('falls to the next one when it is deleted', async ({ page, customer, administrator }) => {
    const second = await addCompany(customer, 'Oryx Stone LLC')
    await customer.api.send(switchCompany, { params: { company_id: second.id } })
    await page.goto('/users')
    await expect(activeCompany(page)).toHaveValue('Oryx Stone LLC')
    await administrator.send(deleteCompany, { params: { id: second.id } })
    await comeBack(page)
    await expect(changed(page)).toContainText('This tab shows Oryx Stone LLC, which you no longer manage.')
    await expect(changed(page).getByRole('button', { name: 'Switch back' })).toHaveCount(0)
    await changed(page).getByRole('button', { name: 'Reload' }).click()
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
  })

  test('stands on a phone below the header', async ({ page, customer }) => {
    await addCompany(customer, 'The Very Long Name of a Company That Does Nearly Everything in Construction and Real Estate LLC')
    await page.setViewportSize(PHONE)
    await page.goto('/users')
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    await activeCompany(page).click()
    await expect(options(page)).toHaveCount(3)
    await expectAccessible(page, [PHONE])
    await options(page).nth(1).click()
    await expect(toast(page, 'Company switched successfully')).toBeVisible()
    await expectAccessible(page, [PHONE])
  })
})

test.describe('Active company in two tabs (U28)', () => {
  test.beforeEach(async ({ customer, enter }) => {
    await addCompany(customer, 'Oryx Stone LLC')
    await enter(customer.api)
  })

  test('a switch in one tab stops the other, which reloads into the new company', async ({ context, page }) => {
    await page.goto('/applications')
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    const other = await context.newPage()
    await other.goto('/users')
    await switchTo(other, 'Oryx Stone LLC')
    await expect(toast(other, 'Company switched successfully')).toBeVisible()
    await expect(changed(other)).toHaveCount(0)
    await expect(changed(page)).toContainText('This tab shows Falcon Trading LLC.')
    await expect(changed(page)).toContainText('you switched to Oryx Stone LLC.')
    await page.keyboard.press('Escape')
    await expect(changed(page)).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await changed(page).getByRole('button', { name: 'Reload' }).click()
    await expect(activeCompany(page)).toHaveValue('Oryx Stone LLC')
    await expect(changed(page)).toHaveCount(0)
  })

  test('what was typed survives switching back, and is submitted for the company that was shown', async ({ context, page, customer }) => {
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    const other = await context.newPage()
    await other.goto('/users')
    await switchTo(other, 'Oryx Stone LLC')
    await expect(toast(other, 'Company switched successfully')).toBeVisible()
    await expect(changed(page)).toBeVisible()
    await changed(page).getByRole('button', { name: 'Switch back' }).click()
    await expect(changed(page)).toBeHidden()
    await expect(changed(other)).toBeVisible()
    const sending = page.waitForRequest(
      (request) => request.method() === submitApplication.method && /visa-applications$/.test(request.url()),
    )
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    expect((await sending).postDataJSON()).toMatchObject({ company_id: customer.company.id })
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    const stored = await customer.api.send(listApplications, {})
    expect(stored.map(({ company_id }) => company_id)).toEqual([customer.company.id])
  })

  test('a switch on another device is noticed on coming back', async ({ page, customer }) => {
    await page.goto('/users')
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    const { company_ids } = await customer.api.send(me, {})
    const second = company_ids.find((id) => id !== customer.company.id) ?? ''
    await customer.api.send(switchCompany, { params: { company_id: second } })
    await comeBack(page)
    await expect(changed(page)).toContainText('you switched to Oryx Stone LLC.')
  })
})

test.describe('Active company, refused', () => {
  test.use({ refusals: [500] })

  test('says when the switch fails, whatever the server says, and stays', async ({ page, customer, enter }) => {
    await addCompany(customer, 'Oryx Stone LLC')
    await enter(customer.api)
    await fail(page, switchCompany, UNTOLD)
    await page.goto('/users')
    await switchTo(page, 'Oryx Stone LLC')
    await expect(toast(page, 'Failed to switch company')).toBeVisible()
    await expect(activeCompany(page)).toHaveValue('Falcon Trading LLC')
    await expect(activeCompany(page)).toBeEnabled()
  })
})

test.describe('Active company, for others', () => {
  test('is nothing for an administrator', async ({ page, administrator, enter }) => {
    await enter(administrator)
    await page.goto('/users')
    await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible()
    await expect(activeCompany(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add Company' })).toHaveCount(0)
  })

  const others: [string, Partial<User>][] = [
    ['an employee', { role: 'employee' }],
    ['a company administrator without a company', { company_id: null, active_company_id: null, company_ids: [] }],
  ]
  for (const [who, changes] of others)
    test(`is nothing for ${who}`, async ({ page, customer, enter }) => {
      await enter(customer.api)
      await pretend(page, changes)
      await page.goto('/applications')
      await expect(page.getByRole('heading', { level: 1, name: 'Visa Applications' })).toBeVisible()
      await expect(activeCompany(page)).toHaveCount(0)
    })
})
