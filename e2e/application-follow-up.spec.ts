import { expect } from '@playwright/test'
import { addStage, listApplicationHistory, setApplicationDocuments } from 'contract'
import { expectAccessible } from './accessible.ts'
import { photo } from './files.ts'
import { complete, newApplication, newRenewal, test } from './portal.ts'
import { choice, expectNoSidewaysScroll, fail, field, file, pretend, toast } from './screens.ts'

test.describe('After submission', () => {
  test('a company hands in what was missing, and the history tells it (S7, S10)', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', notes: 'Sent' } })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Documents not provided yet' })).toBeVisible()
    await expect(main.getByText('Omar Haddad').first()).toBeVisible()
    await expectAccessible(page)
    await file(page, 'Degree').setInputFiles(photo)
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
    await expect(main.getByRole('button', { name: 'View Degree' })).toBeVisible()
    await expect(main.getByRole('button', { name: 'View Degree' })).toBeFocused()
    await expect(file(page, 'Degree')).toHaveCount(0)
    await expect(main.getByRole('region', { name: 'History' })).toContainText('Degree')
  })

  test('a document that was not good enough is replaced, as the refused stage says', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    const body = { stage_name: 'Offer Letter', status: 'Rejected', notes: 'The passport copy is cut off' } as const
    await administrator.send(addStage, { params: { id }, body })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    const panel = page.getByRole('region', { name: 'Visa Process Stages' })
    await panel.getByRole('link', { name: 'add or replace documents' }).click()
    await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Replace Passport front page' }).click()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const wrong = { name: `${'scanned at the counter '.repeat(4)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('not a document') }
    await file(page, 'New file for Passport front page').setInputFiles(wrong)
    await expect(page.getByText('The selected file must be a PDF, JPG or PNG')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await file(page, 'New file for Passport front page').setInputFiles(photo)
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'View Passport front page' }) })
    await expect(row).toContainText('IMG_2041.jpeg')
    await expect(file(page, 'New file for Passport front page')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Omar Haddad uploaded Passport front page')
  })

  test('a link to the documents leads there before they are drawn', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}#application-documents`)
    await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeFocused()
  })

  test('a refused case says so wherever it stands', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Active', { exact: true })).toBeVisible()
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'Rejected' } })
    await expect(main.getByText('Refused', { exact: true })).toBeVisible()
    await expect(main.getByText('Active', { exact: true })).toHaveCount(0)
    await page.goto('/applications')
    await page.getByRole('button', { name: "Look into Sara Khan's application" }).click()
    await expect(page.getByRole('region', { name: 'Case of Sara Khan' }).getByText('Refused', { exact: true })).toBeVisible()
    await page.goto('/dashboard?tab=pending')
    await expect(
      main
        .getByRole('link', { name: /Sara Khan/ })
        .filter({ hasText: 'Offer Letter' })
        .first(),
    ).toContainText('Rejected')
  })

  test('an administrator adds a document that the form did not ask for', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'Rejected' } })
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await expect(page.getByText('The company reads these notes and can add or replace documents.')).toBeVisible()
    await expect(page.getByText('contact your administrator')).toHaveCount(0)
    await expect(file(page, 'Emirates ID')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add another document' }).click()
    await file(page, 'Emirates ID').setInputFiles(photo)
    await expect(page.getByRole('button', { name: 'View Emirates ID' })).toBeVisible()
  })

  test('an administrator corrects who it is about, with a reason that the history keeps (S7)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await page.getByRole('button', { name: 'Correct…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct the facts of Sara Khan' })
    const correct = dialog.getByRole('button', { name: 'Correct', exact: true })
    await expect(correct).toBeDisabled()
    await field(page, 'Employee name').fill('Sarah Khan')
    await field(page, 'Mobile').fill('')
    await correct.click()
    await expect(dialog.getByText('Mobile is required')).toBeVisible()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await expectAccessible(page)
    await field(page, 'Mobile').fill('+971501234567')
    await field(page, 'Reason').fill('As in the passport')
    await correct.click()
    await expect(toast(page, 'Facts corrected')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sarah Khan')
    await expect(page.getByRole('region', { name: 'History' })).toContainText('As in the passport')
  })

  test('the person it is about reads only', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await pretend(page, { role: 'employee' })
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('button', { name: 'View Photo' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Documents not provided yet' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Replace/ })).toHaveCount(0)
  })

  test('nothing can be handed in once the visa is stamped', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await complete(administrator, id)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'View Photo' }) })).toContainText('Accepted')
    await expect(page.getByRole('heading', { name: 'Documents not provided yet' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Replace/ })).toHaveCount(0)
  })
})

test.describe('After submission, refused', () => {
  test.use({ refusals: [500] })

  test('says Failed to upload document and takes it again', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    const mend = await fail(page, setApplicationDocuments)
    await page.goto(`/applications/${id}`)
    await file(page, 'Degree').setInputFiles(photo)
    await expect(toast(page, 'Failed to upload document')).toBeVisible()
    await mend()
    await file(page, 'Degree').setInputFiles(photo)
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
  })

  test('says where the history could not be loaded', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    const mend = await fail(page, listApplicationHistory)
    await page.goto(`/applications/${id}`)
    const history = page.getByRole('region', { name: 'History' })
    await expect(history).toContainText('The history could not be loaded.')
    await mend()
    await history.getByRole('button', { name: 'Retry' }).click()
    await expect(history).toContainText('Omar Haddad submitted the application')
  })
})

test('a passport number that is already under way is warned about with a link (S11)', async ({ page, customer, enter }) => {
  await newApplication(customer, { passport_number: 'P7654321' })
  await enter(customer.api)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/applications/new?type=new')
  await field(page, 'Passport number').fill('p765432')
  await expect(page.getByText('has an active application with this passport number')).toHaveCount(0)
  await field(page, 'Passport number').fill('p7654321')
  await expect(page.getByText('Sara Khan has an active application with this passport number.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open that application' })).toHaveAttribute('href', /^\/applications\/[0-9a-f-]{36}$/)
  // T60: proxies log addresses.
  expect(addresses.join('\n')).not.toMatch(/p765432/i)
  await expectAccessible(page)
})

test('a renewal of a person without a passport number is warned about too (S12)', async ({ page, customer, enter }) => {
  await newRenewal(customer, { employee_name: 'Sara Khan', passport_number: '' })
  await enter(customer.api)
  await page.goto('/applications/new?type=existing')
  await field(page, 'Employee name').fill('SARA KHAN')
  await expect(page.getByText('has an active application')).toHaveCount(0)
  await choice(page, 'Nationality').fill('Indian')
  await expect(page.getByText('Sara Khan has an active application. You can still submit another one.')).toBeVisible()
  await expectAccessible(page)
})

test('a mobile number of the UAE is tidied, unusual periods are remarked on (U41, U42)', async ({ page, customer, enter }) => {
  await enter(customer.api)
  await page.goto('/applications/new?type=new')
  const mobile = field(page, 'Mobile')
  await mobile.fill('050 123 4567')
  await mobile.blur()
  await expect(mobile).toHaveValue('+971501234567')
  await mobile.fill('+44 20 7946 0000')
  await mobile.blur()
  await expect(mobile).toHaveValue('+44 20 7946 0000')
  await field(page, 'Notice period').fill('14 days')
  await expect(field(page, 'Notice period')).toHaveAccessibleDescription(/usually between 30 and 90 days/)
  await field(page, 'Probation period').fill('9 months')
  await expect(field(page, 'Probation period')).toHaveAccessibleDescription(/at most 6 months/)
  const [rule] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Where this comes from' }).last().click()])
  await expect(rule.getByRole('main').locator('details[open]')).toContainText('Longest probation period')
  await rule.close()
  await expectAccessible(page)
})
