import { expect, type Locator, type Page } from '@playwright/test'
import {
  approveTopup,
  createCompany,
  deleteCompany,
  getCompany,
  type Input,
  listCompanies,
  setCompanyDocuments,
  updateCompany,
} from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { JPEG, PDF } from './files.ts'
import { type Customer, complete, data, newApplication, newCustomer, newTopup, signedIn, test } from './portal.ts'
import { activeCompany, count, expectNoSidewaysScroll, fail, field, logIn, pressInMenu, pretend, toast, UNTOLD } from './screens.ts'
import { admin, operate } from './server.ts'

/** A row of the table, or a card of the board and of phones. */
const card = (page: Page, name: string) =>
  page.getByRole('row', { name, exact: true }).or(page.getByRole('listitem', { name, exact: true }))
const rows = (page: Page) => page.getByRole('main').locator('tr[data-row]')
const column = (page: Page, category: string) => page.getByRole('region', { name: new RegExp(`^${category} \\(\\d+\\)$`) })
const category = (page: Page, name: string) => page.getByRole('combobox', { name: `Category of ${name}` })
const unique = (name: string) => `${name} ${Date.now()}`

/** The height of a line on a card. */
const LINE = 20

const FIELDS = {
  'Company name': 'Oryx Stone LLC',
  'Trade license': 'CN-4711',
  'Contact person': 'Huda Salem',
  Email: 'office@oryx.example',
  Phone: '+971 4 555 0101',
} as const

async function fillCompany(page: Page, name: string): Promise<void> {
  for (const [label, value] of Object.entries({ ...FIELDS, 'Company name': name })) await field(page, label).fill(value)
}

const addCompany = ({ api }: Customer, changes: Partial<Input<typeof createCompany>['body']> = {}) =>
  api.send(createCompany, {
    body: {
      name: 'Oryx Stone LLC',
      trade_license: 'CN-4711',
      contact_person: 'Huda Salem',
      email: 'office@oryx.example',
      phone: '+971 4 555 0101',
      category: 'on_demand',
      ...changes,
    },
  })

const inDialog = (page: Page, button: string): Locator => page.getByRole('dialog').getByRole('button', { name: button, exact: true })

test.describe('Companies of a company administrator', () => {
  test.beforeEach(async ({ customer, enter }) => {
    await enter(customer.api)
  })

  test('shows own companies only, with every fact and without the controls of an administrator', async ({
    page,
    baseURL,
    customer,
    administrator,
  }) => {
    await newCustomer(baseURL, { company_name: 'Foreign Company LLC' })
    const { id } = await newApplication(customer)
    await complete(administrator, id)
    await customer.api.send(setCompanyDocuments, {
      params: { id: customer.company.id },
      body: { documents: { trade_license: data(PDF, 'application/pdf') } },
    })
    await page.goto('/companies')
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
    const own = card(page, 'Falcon Trading LLC')
    await expect(own.getByText('On Demand', { exact: true })).toBeVisible()
    await expect(own.getByRole('cell')).toHaveText([
      /^Falcon Trading LLCActiveCN-/,
      'On Demand',
      `Omar Haddad+971 4 000 0001${customer.email}`,
      '1 record',
      '0',
      /\d{4}$/,
      '1',
    ])
    await expect(own.getByRole('button', { name: 'View Documents (1): Falcon Trading LLC' })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByText('Showing 1 of 1 company')).toBeVisible()
    await expect(own.getByRole('combobox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions/ })).toHaveCount(0)
    await expect(page.getByText('This trade license was registered before.')).toHaveCount(0)
  })

  test('keeps view and search in the address; the columns add up to the list (U53)', async ({ page, customer }) => {
    await addCompany(customer, { name: 'Desert Rose LLC', category: 'monthly_retainer' })
    await addCompany(customer, { name: 'Marina Yachts' })
    await page.goto('/companies')
    await expect(rows(page)).toHaveCount(3)
    await page.getByText('Kanban', { exact: true }).click()
    await expect(page).toHaveURL('/companies?view=kanban')
    await expect(page.getByRole('heading', { name: 'Monthly Retainer (1)' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'On Demand (2)' })).toBeVisible()
    await expect(column(page, 'Monthly Retainer').getByRole('listitem')).toHaveCount(1)
    await expect(column(page, 'On Demand').getByRole('listitem')).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Kanban' })).toBeChecked()
    await page.getByRole('searchbox').fill('marina')
    await expect(page).toHaveURL('/companies?view=kanban&q=marina')
    await expect(page.getByRole('heading', { name: 'Monthly Retainer (0)' })).toBeVisible()
    await expect(page.getByText('No company in this category.')).toBeVisible()
    await expect(page.getByText('Showing 1 of 1 company (3 in all)')).toBeVisible()
    await page.getByRole('searchbox').fill('nobody of that name')
    await expect(page.getByText('No company matches the search and filters.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
    await expect(page.getByRole('heading', { name: 'On Demand (2)' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('monthly_retainer')
    await expect(page).toHaveURL('/companies?view=kanban&category=monthly_retainer')
    await expect(page.getByRole('heading', { name: 'On Demand (0)' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Monthly Retainer (1)' })).toBeVisible()
  })

  test('adds a company by keyboard, offers it in the header at once, and stays with the present one when told so (U55)', async ({
    page,
    customer,
  }) => {
    await page.goto('/dashboard')
    const add = page.getByRole('link', { name: 'Add Company' })
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/companies?dialog=add')
    await expect(field(page, 'Company name')).toBeFocused()
    for (const value of Object.values({ ...FIELDS, 'Company name': 'Second Company LLC' })) {
      await page.keyboard.type(value)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Monthly Retainer' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Company created successfully!')).toBeVisible()
    const question = page.getByRole('dialog', { name: 'Switch to Second Company LLC?' })
    await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/companies')
    await expect(card(page, 'Second Company LLC').getByText('Monthly Retainer', { exact: true })).toBeVisible()
    await expect(card(page, customer.company.name).getByText('Active', { exact: true })).toBeVisible()
    const selector = activeCompany(page)
    await expect(selector).toHaveValue(customer.company.name)
    await selector.click()
    await expect(page.getByRole('option', { name: /^Second Company LLC/ })).toBeVisible()
  })

  test('switches to the new company when told so', async ({ page }) => {
    await page.goto('/companies?dialog=add')
    await fillCompany(page, 'Second Company LLC')
    await inDialog(page, 'Add Company').click()
    await inDialog(page, 'Switch').click()
    await expect(toast(page, 'Company switched successfully')).toBeVisible()
    await expect(activeCompany(page)).toHaveValue('Second Company LLC')
    await expect(card(page, 'Second Company LLC').getByText('Active', { exact: true })).toBeVisible()
  })

  test('names what is missing, and sends nothing until it is there', async ({ page }) => {
    const sent = count(page, createCompany)
    await page.goto('/companies?dialog=add')
    await inDialog(page, 'Add Company').click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    for (const label of Object.keys(FIELDS)) await expect(summary.getByRole('link', { name: `${label} is required` })).toBeVisible()
    await summary.getByRole('link', { name: 'Phone is required' }).click()
    await expect(field(page, 'Phone')).toBeFocused()
    await fillCompany(page, 'Oryx Stone LLC')
    await field(page, 'Email').fill('not an address')
    await inDialog(page, 'Add Company').click()
    await expect(summary.getByRole('link', { name: 'Email is not a valid e-mail address' })).toBeVisible()
    expect(sent()).toBe(0)
    await expect(page.getByRole('radio', { name: 'On Demand' })).toBeChecked()
  })

  test('asks before it throws typed answers away (U19)', async ({ page }) => {
    await page.goto('/companies')
    await page.getByRole('button', { name: 'Add Company' }).click()
    await expect(page).toHaveURL('/companies?dialog=add')
    await field(page, 'Company name').fill('Half')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Company name')).toHaveValue('Half')
    await page.getByRole('dialog', { name: 'Add Company' }).getByRole('button', { name: 'Cancel' }).click()
    await inDialog(page, 'Leave').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/companies')
  })

  test('submits a company once, however often it is pressed (U18)', async ({ page }) => {
    const sent = count(page, createCompany)
    await page.goto('/companies?dialog=add')
    await fillCompany(page, 'Once Only LLC')
    await inDialog(page, 'Add Company').dblclick()
    await expect(toast(page, 'Company created successfully!')).toBeVisible()
    await inDialog(page, 'Not now').click()
    await expect(card(page, 'Once Only LLC')).toHaveCount(1)
    expect(sent()).toBe(1)
  })

  test('lists seven document slots, shows and saves what is there (U54)', async ({ page, customer }) => {
    await customer.api.send(setCompanyDocuments, {
      params: { id: customer.company.id },
      body: { documents: { trade_license: data(PDF, 'application/pdf'), shareholder_passport: data(JPEG, 'image/jpeg') } },
    })
    await page.goto('/companies')
    const open = page.getByRole('button', { name: 'View Documents (2): Falcon Trading LLC' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Documents of Falcon Trading LLC' })
    await expect(dialog.getByText('2 of 7 uploaded')).toBeVisible()
    const slots = dialog.getByRole('listitem')
    await expect(slots).toContainText([
      'Trade license',
      'Establishment card',
      'Shareholder passport',
      'Shareholder Emirates ID',
      'Other document 1',
      'Other document 2',
      'Other document 3',
    ])
    await expect(slots.filter({ hasText: 'Not uploaded' })).toHaveCount(5)
    await page.reload()
    await dialog.getByRole('button', { name: 'View Shareholder passport' }).click()
    await expect(page.getByRole('img', { name: 'Shareholder passport' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('dialog', { name: 'Trade license' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Trade license' })).toBeHidden()
    await expect(dialog).toBeVisible()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download Trade license' }).click()
    expect((await saving).suggestedFilename()).toBe('Falcon-Trading-LLC_trade_license.pdf')
    await expect(toast(page, 'Document downloaded')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/companies')
  })

  test('says that there is none yet', async ({ page }) => {
    await pretend(page, { company_id: null, active_company_id: null, company_ids: [] })
    await page.route('**/api/companies?*', (route) => route.fulfill({ json: [] }))
    await page.goto('/companies')
    await expect(page.getByText('No companies registered yet', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Add Company' }).click()
    await expect(field(page, 'Company name')).toBeFocused()
  })

  test('breaks an e-mail before its @ alone, and cuts what is too long', async ({ page, customer }) => {
    const email = `${'long'.repeat(15)}@people.example`
    await addCompany(customer, { name: 'Oryx Stone LLC', email })
    for (const view of ['list', 'kanban'])
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size)
        await page.goto(`/companies?view=${view}`)
        const link = card(page, 'Oryx Stone LLC').getByRole('link', { name: email })
        await expect(link).toHaveAttribute('title', email)
        // Of the text alone: the link reaches further.
        const height = await link.evaluate((text) => {
          const range = text.ownerDocument.createRange()
          range.selectNodeContents(text)
          return range.getBoundingClientRect().height
        })
        expect(height).toBeLessThanOrEqual(2 * LINE)
        await expectNoSidewaysScroll(page)
      }
  })

  test('is accessible as a list and as a board', async ({ page, customer }) => {
    await addCompany(customer, {
      name: 'The Very Long Name of a Company That Does Nearly Everything in Construction, Real Estate and Trading Beyond LLC',
      email: `${'long'.repeat(15)}@people.example`,
      category: 'monthly_retainer',
    })
    await page.goto('/companies')
    await expect(page.getByText('Showing 2 of 2 companies')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/companies?view=kanban')
    await expect(page.getByRole('heading', { name: 'On Demand (1)' })).toBeVisible()
    await expectAccessible(page, [PHONE])
  })

  test('is accessible in its dialogs', async ({ page, customer }) => {
    await page.goto('/companies?dialog=add')
    await inDialog(page, 'Add Company').click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await page.goto(`/companies?documents=${customer.company.id}`)
    await expect(page.getByText('0 of 7 uploaded')).toBeVisible()
    await expectAccessible(page, [PHONE])
  })
})

test.describe('Companies of the platform', () => {
  test.beforeEach(async ({ administrator, enter }) => {
    await enter(administrator)
  })

  test('shows what the wallet holds and what is due of it', async ({ page, baseURL, administrator }) => {
    const company_name = unique('Dues')
    const customer = await newCustomer(baseURL, { company_name })
    await newApplication(customer)
    await administrator.send(approveTopup, { params: { id: (await newTopup(customer, 500)).id }, body: { notes: null } })
    await page.goto(`/companies?q=${company_name}`)
    for (const amount of ['AED 500.00', 'AED 6,500.00'])
      await expect(card(page, company_name).getByRole('cell', { name: amount, exact: true })).toBeVisible()
    await newApplication(customer, { passport_number: 'P2' })
    await expect(card(page, company_name)).toContainText('AED 13,000.00')
    const due = page.getByRole('columnheader', { name: 'Due' })
    await due.getByRole('button').click()
    await due.getByRole('button').click()
    await expect(due).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/[?&]sort=-due$/)
    await card(page, company_name).getByRole('link', { name: company_name, exact: true }).click()
    await expect(page).toHaveURL(`/dashboard?tab=companies&company=${customer.company.id}`)
  })

  test('has room for a name in two lines at a desk, and for a category on a phone', async ({ page, baseURL, administrator }) => {
    const company_name = `Al Noor Hospitality Supplies ${Date.now() % 1_000}`
    const customer = await newCustomer(baseURL, { company_name, full_name: 'Mohammed Abdulrahman Haddad' })
    await administrator.send(approveTopup, { params: { id: (await newTopup(customer, 99_000)).id }, body: { notes: null } })
    await newApplication(customer)
    await page.goto(`/companies?q=${company_name}`)
    const name = card(page, company_name).getByRole('link', { name: company_name, exact: true })
    await expect(page.getByRole('columnheader', { name: 'Last activity' })).toBeVisible()
    expect((await name.boundingBox())?.height).toBeLessThanOrEqual(2 * LINE)
    await page.setViewportSize(PHONE)
    await page.goto(`/companies?view=kanban&q=${company_name}`)
    await expect(category(page, company_name)).toBeVisible()
    expect((await category(page, company_name).boundingBox())?.width).toBeGreaterThan(200)
  })

  test('undoes a change of the category from its toast, the last change first (U53)', async ({ page, baseURL }) => {
    const company_name = unique('Undone')
    const customer = await newCustomer(baseURL, { company_name })
    const stored = async () => (await customer.api.send(getCompany, { params: { id: customer.company.id } })).category
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await page.goto(`/companies?q=${company_name}`)
    await category(page, company_name).selectOption('Monthly Retainer')
    await expect(undo).toBeVisible()
    expect(await stored()).toBe('monthly_retainer')
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
    await expect(undo).toHaveCount(0)
    await category(page, company_name).selectOption('On Demand')
    await expect(undo).toBeVisible()
    expect(await stored()).toBe('on_demand')
    const undone = await undo.elementHandle()
    await undo.focus()
    await page.keyboard.press('Enter')
    await expect(category(page, company_name)).toHaveValue('monthly_retainer')
    await expect.poll(stored).toBe('monthly_retainer')
    // The toast of the change goes, the toast of the undo comes.
    await undone?.waitForElementState('hidden')
    await expect(undo).toHaveCount(1)
    await undo.click()
    await expect.poll(stored).toBe('on_demand')
  })

  test('flags a trade license that was seen before (A2)', async ({ page, baseURL }) => {
    const customer = await newCustomer(baseURL)
    const trade_license = unique('CN')
    const name = unique('Again')
    await addCompany(customer, { trade_license })
    await addCompany(customer, { name, trade_license })
    await page.goto(`/companies?q=${name}`)
    await expect(card(page, name).getByText('This trade license was registered before.')).toBeVisible()
  })

  test('moves a company to the other category at once, and keeps the focus on its field (U53)', async ({ page, baseURL }) => {
    const company_name = unique('Moving')
    const customer = await newCustomer(baseURL, { company_name })
    await page.goto(`/companies?view=kanban&q=${company_name}`)
    await expect(column(page, 'On Demand').getByRole('listitem')).toHaveCount(1)
    await category(page, company_name).selectOption('Monthly Retainer')
    await expect(column(page, 'Monthly Retainer').getByRole('listitem')).toHaveCount(1)
    await expect(column(page, 'On Demand').getByRole('listitem')).toHaveCount(0)
    await expect(toast(page, 'Company category updated')).toBeVisible()
    const { category: stored } = await customer.api.send(getCompany, { params: { id: customer.company.id } })
    expect(stored).toBe('monthly_retainer')
  })

  test('moves a company by pointer too', async ({ page, baseURL }) => {
    const company_name = unique('Carried')
    await newCustomer(baseURL, { company_name })
    await page.goto(`/companies?view=kanban&q=${company_name}`)
    await card(page, company_name).getByText('Total Employees').dragTo(column(page, 'Monthly Retainer'))
    await expect(toast(page, 'Company category updated')).toBeVisible()
    await expect(column(page, 'Monthly Retainer').getByRole('listitem')).toHaveCount(1)
  })

  test('adds a company without a question', async ({ page }) => {
    const name = unique('Added by the platform')
    await page.goto('/companies')
    await page.getByRole('button', { name: 'Add Company' }).click()
    await fillCompany(page, name)
    await inDialog(page, 'Add Company').click()
    await expect(toast(page, 'Company created successfully!')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(card(page, name)).toBeVisible()
    await expect(activeCompany(page)).toHaveCount(0)
  })

  test('deletes a company only when its name is typed, and names what goes with it (W6, U17)', async ({ page, baseURL, administrator }) => {
    const company_name = unique('Doomed')
    const customer = await newCustomer(baseURL, { company_name })
    await newApplication(customer)
    await newApplication(customer, { employee_name: 'Ali Raza', passport_number: 'P7' })
    await administrator.send(approveTopup, { params: { id: (await newTopup(customer, 500)).id }, body: { notes: null } })
    const sent = count(page, deleteCompany)
    await page.goto(`/companies?q=${company_name}`)
    await pressInMenu(page, 'Delete Company', company_name)
    const dialog = page.getByRole('dialog', { name: `Delete ${company_name}?` })
    await expect(dialog).toContainText(
      'Its 1 user, 2 applications, 0 employee records and all documents are deleted. This cannot be undone.',
    )
    await expect(dialog).toContainText('Its wallet holds AED\u00a0500.00. The transactions and receipts stay, and the money waits')
    await expect(dialog.getByRole('button', { name: 'Delete Company' })).toBeDisabled()
    await field(page, 'Company name').fill('Doomed')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Delete Company' })).toBeDisabled()
    expect(sent()).toBe(0)
    await field(page, 'Company name').fill(company_name)
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Your password is required')
    await expect(field(page, 'Your password')).toBeFocused()
    expect(sent()).toBe(0)
    await field(page, 'Your password').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Company deleted successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(card(page, company_name)).toHaveCount(0)
    expect(sent()).toBe(1)
  })

  test('tells the other administrators of a deletion', async ({ page, baseURL, administrator, enter, dataDir }) => {
    const email = `huda.${crypto.randomUUID()}@portal.example`
    const [, password = ''] = /shown this once: (\S+)/.exec(operate(dataDir, 'account', 'create-admin', email, 'Huda Salem')) ?? []
    const { company } = await newCustomer(baseURL, { company_name: unique('Told') })
    await administrator.send(deleteCompany, { params: company })
    await enter(await signedIn(baseURL, { email, password }))
    await page.goto('/notices')
    await page.getByRole('link', { name: `The company ${company.name} was deleted with all its data` }).click()
    await expect(page).toHaveURL('/journal')
  })

  test('keeps the company when the question is left', async ({ page, baseURL }) => {
    const company_name = unique('Spared')
    await newCustomer(baseURL, { company_name })
    await page.goto(`/companies?q=${company_name}`)
    const button = page.getByRole('button', { name: `Actions: ${company_name}` })
    await pressInMenu(page, 'Delete Company', company_name)
    await expect(page.getByRole('dialog')).toContainText('Its wallet holds AED\u00a00.00. The transactions and receipts stay.')
    await expectAccessible(page, [DESK])
    await inDialog(page, 'Cancel').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button).toBeFocused()
    await expect(card(page, company_name)).toBeVisible()
    await pressInMenu(page, 'Delete Company', company_name)
    await expectAccessible(page, [PHONE])
  })

  test('is accessible with the controls of an administrator', async ({ page, baseURL }) => {
    const company_name = unique('Plain')
    await newCustomer(baseURL, { company_name })
    await page.goto(`/companies?view=kanban&q=${company_name}`)
    await expect(category(page, company_name)).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
  })
})

test.describe('The deletion of a company', () => {
  test.use({ refusals: [422] })

  test('keeps the company where the password is wrong', async ({ page, baseURL, administrator, enter }) => {
    const company_name = unique('Kept')
    await newCustomer(baseURL, { company_name })
    await enter(administrator)
    await page.goto(`/companies?q=${company_name}`)
    await pressInMenu(page, 'Delete Company', company_name)
    await field(page, 'Company name').fill(company_name)
    await field(page, 'Your password').fill('not mine')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('The current password is wrong')
    await expect(field(page, 'Your password')).toBeFocused()
    await expectAccessible(page, [DESK, PHONE])
    await expect(card(page, company_name)).toBeAttached()
  })
})

test.describe('Companies, refused', () => {
  test.use({ refusals: [500] })

  test('says when the list fails, and tries again', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const mend = await fail(page, listCompanies, UNTOLD)
    await page.goto('/companies')
    await expect(toast(page, 'Failed to load companies')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'Falcon Trading LLC')).toBeVisible()
  })

  test('is silent about the list of companies on any other screen (§8)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await fail(page, listCompanies)
    await page.goto('/users')
    await expect(page.getByRole('main').getByText(customer.email)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('says why a company cannot be created, and keeps what was typed', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/companies?dialog=add')
    await fillCompany(page, 'Unlucky LLC')
    for (const [detail, words] of [
      [undefined, 'Failed to create company'],
      ['This trade license is blocked', 'This trade license is blocked'],
    ] as const) {
      const mend = await fail(page, createCompany, detail)
      await inDialog(page, 'Add Company').click()
      await expect(toast(page, words)).toBeVisible()
      await expect(field(page, 'Company name')).toHaveValue('Unlucky LLC')
      await expect(inDialog(page, 'Add Company')).toBeEnabled()
      await mend()
    }
  })

  test('says why a company cannot be deleted', async ({ page, baseURL, administrator, enter }) => {
    const company_name = unique('Sturdy')
    await newCustomer(baseURL, { company_name })
    await enter(administrator)
    for (const [detail, words] of [
      [undefined, 'Failed to delete company'],
      ['Company not found', 'Company not found'],
    ] as const) {
      const mend = await fail(page, deleteCompany, detail)
      await page.goto(`/companies?q=${company_name}`)
      await pressInMenu(page, 'Delete Company', company_name)
      await field(page, 'Company name').fill(company_name)
      await field(page, 'Your password').fill(admin.password)
      await inDialog(page, 'Delete Company').click()
      await expect(toast(page, words)).toBeVisible()
      await expect(card(page, company_name)).toBeAttached()
      await mend()
    }
  })

  test('puts a company back when its category cannot be stored', async ({ page, baseURL, administrator, enter }) => {
    const company_name = unique('Staying')
    await newCustomer(baseURL, { company_name })
    await enter(administrator)
    await fail(page, updateCompany, UNTOLD)
    await page.goto(`/companies?view=kanban&q=${company_name}`)
    await category(page, company_name).selectOption('Monthly Retainer')
    await expect(toast(page, 'Failed to update category')).toBeVisible()
    await expect(column(page, 'On Demand').getByRole('listitem')).toHaveCount(1)
    await expect(category(page, company_name)).toHaveValue('on_demand')
  })
})

test.describe('Companies, denied', () => {
  test('is closed to an employee, and asks the server for nothing (V8)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await pretend(page, { role: 'employee' })
    const asked = count(page, listCompanies)
    await page.goto('/companies')
    await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
    await expect(page.getByText('This screen is not open to the role Employee.')).toBeVisible()
    await expect(activeCompany(page)).toHaveCount(0)
    expect(asked()).toBe(0)
  })

  test('sends who is signed out to the start page, and back after the login (B4)', async ({ page, customer }) => {
    await page.goto('/companies?view=kanban')
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await logIn(page, customer)
    await expect(page).toHaveURL('/companies?view=kanban')
    await expect(page.getByRole('heading', { name: 'On Demand (1)' })).toBeVisible()
  })
})
