import { expect, type Page } from '@playwright/test'
import { createEmployee, getWork, referenceOf } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newApplication, newCustomer, test } from './portal.ts'
import { openPersonMenu, toast } from './screens.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const opener = (page: Page) => page.getByRole('button', { name: 'Search people, companies, passports' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })

/** Opened by the keyboard, once the page is there. */
async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

async function find(page: Page, text: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(text)
}

test.describe('The search over all records', () => {
  test('finds a person by an Arabic name, a passport and a reference, with the keyboard alone (U16)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer, { employee_name: 'فاطمة الأحمد', passport_number: 'K8812345' })
    const other = await newApplication(customer, { employee_name: 'Ravi Menon', passport_number: 'K8899999' })
    await enter(administrator)
    await page.goto('/account')
    await find(page, 'فاطمه الاحمد')
    await expect(options(page)).toHaveCount(1)
    await expect(options(page)).toContainText('K8812345')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/applications/${id}$`))
    // Nothing of what was typed is in the address (T60).
    expect(page.url()).not.toContain('?')
    await find(page, 'k8899999')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/applications/${other.id}$`))
    await find(page, `#${referenceOf(id)}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/applications/${id}$`))
  })

  test('does what can be done with a record, with the keyboard alone', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer, { employee_name: 'Mariam Case', passport_number: 'Q7100001' })
    const record = { employee_name: 'Mariam Record', passport_number: 'Q7100002', nationality: 'Greek', designation: 'Clerk' }
    const person = await customer.api.send(createEmployee, { body: { ...record, company_id: customer.company.id } })
    await enter(administrator)
    await page.goto('/account')
    const actions = (name: string) => group(page, `Actions for ${name}`).getByRole('option')
    await find(page, 'q7100001')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expect(actions('Mariam Case')).toHaveText(['Open', 'Write a message', 'Assign to me'])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(options(page)).toContainText(['Mariam Case'])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Case assigned')).toBeVisible()
    await expect(page).toHaveURL('/account')
    expect((await administrator.send(getWork, { params: { id } })).assignee).not.toBeNull()
    await find(page, 'q7100001')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/applications/${id}#message`)
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.goto('/account')
    await find(page, 'q7100002')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expect(actions('Mariam Record')).toHaveText(['Open', 'Renew visa'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Renew the visa of Mariam Record?' })).toBeVisible()
    await page.goto('/account')
    await find(page, customer.company.name)
    await expect(group(page, 'Companies').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(actions(customer.company.name)).toHaveText(['Open', 'Applications', 'Balance and transactions'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin-billing\?company=/)
    expect(person.status).toBe('active')
  })

  test('finds companies, screens and actions; arrows choose and Escape gives the focus back', async ({
    page,
    administrator,
    enter,
    baseURL,
  }) => {
    const { company } = await newCustomer(baseURL ?? '', { company_name: 'Quartz Harbour LLC' })
    await enter(administrator)
    await page.goto('/account')
    await opener(page).click()
    await expect(field(page)).toBeFocused()
    await expect(group(page, 'Screens').getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(group(page, 'Screens').getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
    await find(page, 'quartz harb')
    await expect(group(page, 'Companies').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/dashboard\\?.*company=${company.id}`))
    await find(page, 'new appl')
    await expect(group(page, 'Actions').getByRole('option')).toHaveText(['New Application'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/applications/new')
    await find(page, 'zzzz')
    await expect(palette(page)).toContainText('Nothing matches “zzzz”.')
  })

  test('shows a company administrator their own alone, and what was opened last', async ({ page, customer, enter, baseURL }) => {
    const other = await newCustomer(baseURL ?? '', { company_name: 'Not Mine LLC' })
    await newApplication(other, { employee_name: 'Xanthe Foreign', passport_number: 'X7000001' })
    const { id } = await newApplication(customer, { employee_name: 'Xanthe Own', passport_number: 'X7000002' })
    const record = { employee_name: 'Xanthe Record', passport_number: 'X7000003', nationality: 'Greek', designation: 'Clerk' }
    const employee = await customer.api.send(createEmployee, { body: { ...record, company_id: customer.company.id } })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await find(page, 'x700000')
    await expect(group(page, 'People and cases').getByRole('option')).toHaveCount(2)
    await expect(palette(page)).not.toContainText('Xanthe Foreign')
    await expectAccessible(page)
    await field(page).fill('xanthe record')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/employees/${employee.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(employee.employee_name)
    await page.getByRole('main').getByRole('link', { name: 'Employees' }).click()
    await expect(page).toHaveURL('/employees')
    await openPalette(page)
    await expect(group(page, 'Recent').getByRole('option')).toHaveText([/^Xanthe Record/, /^Xanthe Own/])
  })

  test('shows employees their own case alone', async ({ page, customer, employee, enter }) => {
    await newApplication(customer)
    await newApplication(customer, { employee_name: 'Sara Another', passport_number: 'N7654321', email: 'another@people.example' })
    await enter(employee.api)
    await page.goto('/dashboard')
    await find(page, 'sara')
    await expect(group(page, 'People and cases').getByRole('option')).toHaveText([/^Sara Khan/])
    await field(page).fill('top up')
    await expect(options(page)).toHaveCount(0)
  })

  test.describe('where it gets no answer', () => {
    test.use({ refusals: [500] })
    test('says so, and asks again', async ({ page, customer, enter }) => {
      await newApplication(customer)
      await enter(customer.api)
      await page.goto('/company-profile')
      await page.route('**/api/search', (route) => route.fulfill({ status: 500, json: { detail: 'Failed' } }))
      await find(page, 'sara')
      await expect(palette(page)).toContainText('The search did not get an answer.')
      await page.unroute('**/api/search')
      await palette(page).getByRole('button', { name: 'Retry' }).click()
      await expect(options(page)).toContainText(['Sara Khan'])
    })
  })

  test.describe('on a phone, in Arabic', () => {
    test.use({ language: 'ar' })
    test('fills the screen', async ({ page, customer, enter }) => {
      await newApplication(customer, { employee_name: 'سارة خان' })
      await enter(customer.api)
      await page.setViewportSize(PHONE)
      await page.goto('/company-profile')
      await page.getByRole('button', { name: 'البحث عن أشخاص أو شركات أو جوازات' }).click()
      const dialog = page.getByRole('dialog', { name: 'البحث والأوامر' })
      await dialog.getByRole('combobox').fill('ساره')
      await expect(dialog.getByRole('option')).toContainText(['سارة خان'])
      expect((await dialog.boundingBox())?.width).toBe(PHONE.width)
      await expectAccessible(page)
    })
  })
})

test.describe('The list of keys', () => {
  test('has those that work on the screen', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByRole('link', { name: 'Sara Khan', exact: true })).toBeVisible()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list.getByRole('region', { name: 'On this screen' }).getByRole('definition')).toContainText([
      'To the next row',
      'To the search of this list',
    ])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await page.setViewportSize(DESK)
    await page.goto('/account')
    await (await openPersonMenu(page)).getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(list).toContainText('This screen has no keys of its own.')
  })

  test('turns off keys of one character, in this browser (WCAG 2.1.4)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/users')
    const search = page.getByRole('searchbox', { name: 'Search name or e-mail' })
    await expect(search).toBeVisible()
    await (await openPersonMenu(page)).getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByRole('switch', { name: 'Keys of one character' }).uncheck()
    await expect(list.getByRole('term')).not.toContainText(['/'])
    await page.reload()
    await expect(search).toBeVisible()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await expect(search).not.toBeFocused()
    await expect(list).toHaveCount(0)
    await (await openPersonMenu(page)).getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await list.getByRole('switch', { name: 'Keys of one character' }).check()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
  })
})
