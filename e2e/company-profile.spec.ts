import { expect, type Page } from '@playwright/test'
import { getCompany, setCompanyDocuments, updateCompany, uploadDocument } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { JPEG, PDF, passport, photo } from './files.ts'
import { type Customer, data, type Sender, test } from './portal.ts'
import { count, fail, field, file, pretend, toast, UNTOLD } from './screens.ts'

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const cancel = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true })
const details = (page: Page) => page.getByRole('region', { name: 'Company details' })
const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem')
const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else has changed this company in the meantime' })

const FIELDS = {
  name: 'Falcon Trading LLC',
  trade_license: 'CN-1001',
  contact_person: 'Omar Haddad',
  email: 'office@falcon.example',
  phone: '+971 4 000 0001',
}

const change = ({ company }: Customer, by: Sender, changes: Partial<typeof FIELDS>) =>
  by.send(updateCompany, { params: { id: company.id }, body: { ...FIELDS, ...changes } })

const putDocuments = ({ api, company }: Customer) =>
  api.send(setCompanyDocuments, {
    params: { id: company.id },
    body: { documents: { trade_license: data(PDF, 'application/pdf'), shareholder_passport: data(JPEG, 'image/jpeg') } },
  })

test.describe('Company profile', () => {
  test.use({ refusals: [412] })

  test.beforeEach(async ({ customer, enter }) => {
    await change(customer, customer.api, {})
    await enter(customer.api)
  })

  test('shows the active company, and its category only to read', async ({ page }) => {
    await page.goto('/company-profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Company Profile' })).toBeVisible()
    await expect(details(page).getByRole('heading', { name: 'Falcon Trading LLC' })).toBeVisible()
    for (const value of ['CN-1001', 'Omar Haddad', 'office@falcon.example', '+971 4 000 0001', 'On Demand'])
      await expect(details(page).getByText(value, { exact: true })).toBeVisible()
    await edit(page).click()
    await expect(details(page).getByText('An administrator sets the category.')).toBeVisible()
    await expect(details(page).getByRole('radio')).toHaveCount(0)
  })

  test('saves a change by keyboard, in the header and the history too (U57)', async ({ page }) => {
    const sent = count(page, updateCompany)
    await page.goto('/company-profile')
    // Until the company is there, the button is disabled and another one.
    await expect(edit(page)).toBeEnabled()
    await edit(page).focus()
    await page.keyboard.press('Enter')
    await expect(field(page, 'Company name')).toBeFocused()
    await expect(save(page)).toBeDisabled()
    await field(page, 'Company name').fill('Falcon Holding LLC')
    await expect(save(page)).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Company updated successfully')).toBeVisible()
    await expect(details(page).getByRole('heading', { name: 'Falcon Holding LLC' })).toBeVisible()
    await expect(edit(page)).toBeFocused()
    await expect(page.getByRole('combobox', { name: 'Active Company' })).toHaveValue('Falcon Holding LLC')
    await expect(history(page).first()).toContainText('Omar Haddad changed the details')
    await expect(history(page).first()).toContainText(/Company name.*Falcon Trading LLC.*changed to.*Falcon Holding LLC/)
    await expect(history(page).first().locator('time')).toHaveAttribute('title', /^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}$/)
    expect(sent()).toBe(1)
  })

  test('disables Save again when the change is taken back, and Cancel restores', async ({ page }) => {
    await page.goto('/company-profile')
    await edit(page).click()
    await field(page, 'Phone').fill('+971 4 999 9999')
    await field(page, 'Phone').fill(FIELDS.phone)
    await expect(save(page)).toBeDisabled()
    await field(page, 'Phone').fill('+971 4 999 9999')
    await cancel(page).click()
    await expect(details(page).getByText(FIELDS.phone)).toBeVisible()
    await expect(edit(page)).toBeFocused()
    await edit(page).click()
    await expect(field(page, 'Phone')).toHaveValue(FIELDS.phone)
  })

  test('names what is missing', async ({ page }) => {
    await page.goto('/company-profile')
    await edit(page).click()
    await field(page, 'Contact person').fill(' ')
    await field(page, 'Email').fill('office')
    await save(page).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link', { name: 'Contact person is required' })).toBeVisible()
    await expect(summary.getByRole('link', { name: 'Email is not a valid e-mail address' })).toBeVisible()
  })

  test('asks before unsaved changes are lost, and not without any (U19)', async ({ page }) => {
    await page.goto('/company-profile')
    const users = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })
    await edit(page).click()
    await field(page, 'Phone').fill('+971 4 999 9999')
    await users.click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Phone')).toHaveValue('+971 4 999 9999')
    await cancel(page).click()
    await users.click()
    await expect(page).toHaveURL('/users')
  })

  test('puts a conflict to the person: both values, one of them chosen (P5)', async ({ page, customer, administrator }) => {
    await page.goto('/company-profile')
    await edit(page).click()
    await field(page, 'Phone').fill('+971 4 111 1111')
    await field(page, 'Contact person').fill('Layla Haddad')
    await change(customer, administrator, { phone: '+971 4 222 2222', email: 'new@falcon.example' })
    await save(page).click()
    await expect(conflict(page)).toBeFocused()
    await expect(toast(page, 'Failed to update company')).toHaveCount(0)
    const phone = page.getByRole('radiogroup', { name: 'Phone' })
    await expect(phone.getByRole('radio', { name: 'Yours: +971 4 111 1111' })).toBeChecked()
    const email = page.getByRole('radiogroup', { name: 'Email' })
    await expect(email.getByRole('radio', { name: 'Theirs: new@falcon.example' })).toBeChecked()
    await expect(page.getByRole('radiogroup')).toHaveCount(2)
    await phone.getByRole('radio', { name: 'Theirs: +971 4 222 2222' }).check()
    await expect(field(page, 'Phone')).toHaveValue('+971 4 222 2222')
    await expectAccessible(page, [DESK, PHONE])
    await save(page).click()
    await expect(toast(page, 'Company updated successfully')).toBeVisible()
    const stored = await customer.api.send(getCompany, { params: { id: customer.company.id } })
    expect(stored).toMatchObject({ phone: '+971 4 222 2222', email: 'new@falcon.example', contact_person: 'Layla Haddad' })
  })

  test('ends a conflict in which all of theirs is chosen', async ({ page, customer, administrator }) => {
    await page.goto('/company-profile')
    await edit(page).click()
    await field(page, 'Phone').fill('+971 4 111 1111')
    await change(customer, administrator, { phone: '+971 4 222 2222' })
    await save(page).click()
    await page.getByRole('radio', { name: 'Theirs: +971 4 222 2222' }).check()
    await save(page).click()
    await expect(edit(page)).toBeVisible()
    await expect(details(page).getByText('+971 4 222 2222')).toBeVisible()
  })

  test('does not ask about changes of something else, such as a document', async ({ page, customer }) => {
    await page.goto('/company-profile')
    await edit(page).click()
    await field(page, 'Phone').fill('+971 4 111 1111')
    await putDocuments(customer)
    await save(page).click()
    await expect(toast(page, 'Company updated successfully')).toBeVisible()
    await expect(details(page).getByText('+971 4 111 1111')).toBeVisible()
    await expect(page.getByText('2 of 7 uploaded')).toBeVisible()
  })

  test('is accessible to read', async ({ page, customer, administrator }) => {
    await putDocuments(customer)
    await administrator.send(updateCompany, {
      params: { id: customer.company.id },
      query: { category: 'monthly_retainer' },
      body: undefined,
    })
    await page.goto('/company-profile')
    await expect(page.getByText('2 of 7 uploaded')).toBeVisible()
    await expect(history(page).first()).toContainText('changed the category')
    await expectAccessible(page)
  })

  test('is accessible to edit', async ({ page }) => {
    await page.goto('/company-profile')
    await edit(page).click()
    await field(page, 'Phone').fill('')
    await field(page, 'Email').fill('office')
    await save(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
  })
})

test.describe('Documents of the company', () => {
  test.beforeEach(async ({ customer, enter }) => {
    await enter(customer.api)
  })

  test('has seven slots; uploads side by side all survive (D6, U54)', async ({ page, customer }) => {
    await page.goto('/company-profile')
    await expect(page.getByText('0 of 7 uploaded')).toBeVisible()
    const slots = [
      'Trade license',
      'Establishment card',
      'Shareholder passport',
      'Shareholder Emirates ID',
      'Other document 1',
      'Other document 2',
      'Other document 3',
    ]
    for (const slot of slots) await expect(file(page, slot)).toBeAttached()
    await Promise.all([file(page, 'Trade license').setInputFiles(passport), file(page, 'Establishment card').setInputFiles(photo)])
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
    await expect(toast(page, 'Document ready to upload')).toHaveCount(0)
    await expect(page.getByText('2 of 7 uploaded')).toBeVisible()
    await expect(page.getByText('IMG_2041.jpeg')).toBeVisible()
    await expect(history(page).first()).toContainText(/Omar Haddad uploaded (Trade license|Establishment card)/)
    await page.reload()
    await expect(page.getByText('passport.pdf')).toBeVisible()
    const { document_details } = await customer.api.send(getCompany, { params: { id: customer.company.id } })
    expect(document_details.trade_license?.name).toBe('passport.pdf')
    expect(document_details.establishment_card?.type).toBe('image/jpeg')
  })

  test('takes one file of a drop, with one toast, and none of a drop of several', async ({ page }) => {
    const sent = count(page, uploadDocument)
    await page.goto('/company-profile')
    const slot = file(page, 'Trade license')
    await expect(slot).toBeAttached()
    const bytes = JSON.stringify([...passport.buffer])
    const drop = async (...names: string[]) => {
      const files = names.map((name) => `new File([new Uint8Array(${bytes})], '${name}')`)
      const add = files.map((each) => `transfer.items.add(${each})`).join(';')
      const dataTransfer = await page.evaluateHandle(`(() => { const transfer = new DataTransfer(); ${add}; return transfer })()`)
      await slot.dispatchEvent('drop', { dataTransfer })
    }
    await drop('one.pdf', 'two.pdf')
    await expect(page.getByRole('alert').filter({ hasText: 'Please drop one file at a time' })).toBeVisible()
    await expect(slot).toHaveAccessibleDescription(/Please drop one file at a time/)
    await expectAccessible(page, [DESK])
    expect(sent()).toBe(0)
    await drop('one.pdf')
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
    await expect(page.getByText('one.pdf')).toBeVisible()
    await expect(page.getByText('Please drop one file at a time')).toHaveCount(0)
    await expect(page.getByText('Document ready to upload')).toHaveCount(0)
    expect(sent()).toBe(1)
  })

  test('shows, saves and replaces a document', async ({ page, customer }) => {
    await putDocuments(customer)
    await page.goto('/company-profile')
    const view = page.getByRole('button', { name: 'View Shareholder passport' })
    await view.click()
    await expect(page.getByRole('img', { name: 'Shareholder passport' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(view).toBeFocused()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Trade license' }).click()
    expect((await saving).suggestedFilename()).toBe('Falcon-Trading-LLC_trade_license.pdf')
    await expect(toast(page, 'Document downloaded')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Replace Trade license' }).click()
    await (await chooser).setFiles(photo)
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
    await expect(page.getByText('IMG_2041.jpeg')).toBeVisible()
    await expect(page.getByText('2 of 7 uploaded')).toBeVisible()
  })

  test('deletes a document only when told so', async ({ page, customer }) => {
    await putDocuments(customer)
    await page.goto('/company-profile')
    const remove = page.getByRole('button', { name: 'Delete Trade license' })
    await remove.click()
    const question = page.getByRole('dialog', { name: 'Delete Trade license?' })
    await expect(question).toContainText('is removed from Falcon Trading LLC. This cannot be undone.')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(page.getByText('2 of 7 uploaded')).toBeVisible()
    await remove.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Document deleted')).toBeVisible()
    await expect(page.getByText('1 of 7 uploaded')).toBeVisible()
    await expect(history(page).first()).toContainText('Omar Haddad deleted Trade license')
  })

  test('refuses what is no document, at its slot', async ({ page }) => {
    await page.goto('/company-profile')
    await file(page, 'Trade license').setInputFiles({ ...passport, buffer: Buffer.from('nothing of the kind') })
    await expect(page.getByRole('alert').filter({ hasText: 'The selected file must be a PDF, JPG or PNG' })).toBeVisible()
    await expect(page.getByText('0 of 7 uploaded')).toBeVisible()
  })
})

test.describe('Company profile, refused', () => {
  test.use({ refusals: [500] })

  test.beforeEach(async ({ customer, enter }) => {
    await enter(customer.api)
  })

  test('says when it cannot be loaded, and tries again', async ({ page }) => {
    const mend = await fail(page, getCompany, UNTOLD)
    await page.goto('/company-profile')
    await expect(toast(page, 'Failed to load company profile')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(details(page).getByRole('heading', { name: 'Falcon Trading LLC' })).toBeVisible()
  })

  test('says when a change cannot be stored, and keeps what was typed', async ({ page }) => {
    await fail(page, updateCompany, UNTOLD)
    await page.goto('/company-profile')
    await edit(page).click()
    await field(page, 'Phone').fill('+971 4 111 1111')
    await save(page).click()
    await expect(toast(page, 'Failed to update company')).toBeVisible()
    await expect(field(page, 'Phone')).toHaveValue('+971 4 111 1111')
    await expect(save(page)).toBeEnabled()
  })

  test('says when a document can be neither stored nor deleted', async ({ page, customer }) => {
    await putDocuments(customer)
    await fail(page, setCompanyDocuments, UNTOLD)
    await page.goto('/company-profile')
    await file(page, 'Other document 1').setInputFiles(passport)
    await expect(toast(page, 'Failed to upload document')).toBeVisible()
    await expect(page.getByText('2 of 7 uploaded')).toBeVisible()
    await page.getByRole('button', { name: 'Delete Trade license' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Failed to delete document')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete Trade license' })).toBeVisible()
  })

  test('offers an upload that failed again', async ({ page }) => {
    const mend = await fail(page, uploadDocument)
    await page.goto('/company-profile')
    await file(page, 'Trade license').setInputFiles(passport)
    await expect(page.getByRole('alert').filter({ hasText: 'The upload failed. Try again.' })).toBeVisible()
    await expect(toast(page, 'Failed to upload document')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry the upload of passport.pdf' }).click()
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
  })
})

test.describe('Company profile, without a company or a right', () => {
  test('helps a company administrator without a company', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await pretend(page, { company_id: null, active_company_id: null, company_ids: [] })
    await page.goto('/company-profile')
    await expect(page.getByText('You have no company yet')).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await page.getByRole('link', { name: 'Add Company' }).click()
    await expect(field(page, 'Company name')).toBeFocused()
  })

  for (const role of ['admin', 'employee'] as const)
    test(`is closed to the role ${role}, and asks the server for nothing (V8)`, async ({ page, customer, enter }) => {
      await enter(customer.api)
      await pretend(page, { role })
      const asked = count(page, getCompany)
      await page.goto('/company-profile')
      await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
      expect(asked()).toBe(0)
    })
})
