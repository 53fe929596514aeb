import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { formatAed, MB, submitApplication, uploadDocument } from 'contract'
import { expectAccessible, PHONE } from './accessible.ts'
import { JPEG, PDF, passport, photo, whitePng } from './files.ts'
import { complete, newApplication, newCustomer, test } from './portal.ts'
import { choice, count, fail, field, file, fillNewEmployee, NEW_EMPLOYEE, toast } from './screens.ts'

const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const cost = (page: Page) => page.getByRole('complementary', { name: 'Summary' }).getByRole('status')

/** The path of a file over the limit. As bytes it would take the way of the test's commands, which is slow. */
async function tooLarge(name: string, start: Buffer): Promise<string> {
  const path = test.info().outputPath(name)
  await writeFile(path, Buffer.concat([start, Buffer.alloc(10 * MB)]))
  return path
}

test.describe('New application', () => {
  test.beforeEach(async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications/new')
  })

  test('asks first for whom, and leads back to that choice with the answers kept (U35)', async ({ page }) => {
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await expect(page).toHaveURL('/applications/new?type=new')
    await expect(page.getByRole('heading', { name: 'New Employee' })).toBeFocused()
    await field(page, 'Employee name').fill('Sara Khan')
    await page.getByRole('button', { name: 'Change Type' }).click()
    await expect(page).toHaveURL('/applications/new')
    await page.getByRole('button', { name: /^Existing Employee/ }).click()
    await expect(page).toHaveURL('/applications/new?type=existing')
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
  })

  test('begins with the defaults of the form and shows whose application it is', async ({ page, customer }) => {
    await page.getByRole('button', { name: /^New Employee/ }).click()
    for (const name of ['Outside the UAE', 'Employee', 'Normal', 'Working days', 'Annual']) {
      await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
    }
    await expect(page.getByText('Selected company')).toBeVisible()
    await expect(page.getByText(customer.company.name)).toBeVisible()
    await expect(page.getByLabel('Company', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Documents' }).locator('input[type=file]')).toHaveCount(5)
  })

  test('costs AED 6,500.00 outside and AED 7,500.00 inside the UAE (U40)', async ({ page }) => {
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await expect(cost(page)).toContainText(formatAed(6_500))
    await page.getByRole('radio', { name: 'Inside the UAE' }).check()
    await expect(cost(page)).toContainText(formatAed(7_500))
    await page.getByRole('radio', { name: 'Outside the UAE' }).check()
    await expect(cost(page)).toContainText(formatAed(6_500))
    await page.getByRole('button', { name: 'Change Type' }).click()
    await page.getByRole('button', { name: /^Existing Employee/ }).click()
    await expect(cost(page)).toContainText(formatAed(7_500))
  })

  test('names every missing answer on top, and sends nothing', async ({ page }) => {
    const sent = count(page, submitApplication)
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await submit(page).click()
    await expect(summary(page)).toBeFocused()
    const missing = Object.keys(NEW_EMPLOYEE).map((label) => `${label} is required`)
    await expect(summary(page).getByRole('link')).toHaveText(missing)
    await summary(page).getByRole('link', { name: 'Salary breakup is required' }).click()
    await expect(field(page, 'Salary breakup')).toBeFocused()
    await expect(field(page, 'Salary breakup')).toHaveAccessibleDescription(/Salary breakup is required/)
    expect(sent()).toBe(0)
  })

  test('is sent by its button alone: Enter picks a nationality, and sends nothing', async ({ page }) => {
    const sent = count(page, submitApplication)
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await fillNewEmployee(page)
    await choice(page, 'Nationality').fill('indi')
    await expect(page.getByRole('option', { name: 'Indian' })).toBeVisible()
    await choice(page, 'Nationality').press('Enter')
    await expect(choice(page, 'Nationality')).toHaveValue('Indian')
    for (const name of ['Nationality', 'Employee name', 'Passport number']) await choice(page, name).press('Enter')
    await expect(page).toHaveURL('/applications/new?type=new')
    expect(sent()).toBe(0)
    await submit(page).click()
    await expect(page).toHaveURL(/\/applications\?submitted=/)
    expect(sent()).toBe(1)
  })

  test('asks about a nationality that is not in the list before it is sent', async ({ page }) => {
    const sent = count(page, submitApplication)
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await fillNewEmployee(page)
    await choice(page, 'Nationality').fill('indi')
    await choice(page, 'Nationality').press('Escape')
    await submit(page).click()
    const question = page.getByRole('dialog', { name: 'Is the nationality “indi”?' })
    await expect(question).toContainText('Did you mean Indian?')
    await question.getByRole('button', { name: 'Change it' }).click()
    await expect(choice(page, 'Nationality')).toBeFocused()
    expect(sent()).toBe(0)
    await submit(page).click()
    await question.getByRole('button', { name: 'Submit as it is' }).click()
    await expect(page).toHaveURL(/\/applications\?submitted=/)
    expect(sent()).toBe(1)
  })

  test('submits a new employee with a PDF and a small JPEG, once however often it is pressed (U18, U42, U43)', async ({ page }) => {
    const sent = count(page, submitApplication)
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await fillNewEmployee(page)
    await file(page, 'Passport front page (optional)').setInputFiles(passport)
    await expect(toast(page, 'Document ready to upload')).toBeVisible()
    await file(page, 'Photo (optional)').setInputFiles(photo)
    await expect(page.getByRole('button', { name: 'Replace IMG_2041.jpeg' })).toBeVisible()
    await expect(file(page, 'Photo (optional)')).toHaveAccessibleDescription(/at least 413 × 472 pixels .* This one has 96 × 120\./)
    await expect(page.getByText('Nothing required is missing.')).toBeVisible()
    await submit(page).dblclick()
    await expect(page).toHaveURL(/\/applications\?submitted=/)
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    const row = page.getByRole('table').getByRole('row').nth(1)
    await expect(row).toContainText('Sara Khan')
    await expect(row).toContainText(/reference [0-9A-F]{8}/)
    // U68: what arrived, with its size and its time; a reload shows it too.
    await page.reload()
    const receipt = page.getByRole('region', { name: 'We have received this application' })
    const files = receipt.getByRole('list', { name: 'Files received' }).getByRole('listitem')
    await expect(files).toHaveText([/^Passport front.*passport\.pdf · .*B · \d+ \w+ \d{4}, \d\d:\d\d$/, /^Photo.*IMG_2041\.jpeg · .*B · /])
    await expect(receipt).toContainText(/Sara Khan · reference [0-9A-F]{8} · \d+ \w+ \d{4}, \d\d:\d\d/)
    await expectAccessible(page)
    await receipt.getByRole('button', { name: 'Close the receipt' }).click()
    await expect(receipt).toHaveCount(0)
    expect(sent()).toBe(1)
    await page.goBack()
    await expect(page).not.toHaveURL(/type=new/)
    expect(sent()).toBe(1)
  })

  test('keeps what is missing and the sum in view on a phone (U39)', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: /^New Employee/ }).click()
    const bar = page.getByRole('button', { name: '8 answers are missing' })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(bar.locator('..')).toContainText('AED 6,500.00')
    await page.getByRole('radio', { name: 'Inside the UAE' }).check()
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(bar.locator('..')).toContainText('AED 7,500.00')
    await page.mouse.wheel(0, 900)
    await expect(bar).toBeInViewport({ ratio: 1 })
    await bar.click()
    await expect(field(page, 'Employee name')).toBeFocused()
    await fillNewEmployee(page)
    await expect(bar).toHaveCount(0)
    await expect(page.getByText('Nothing required is missing.').first()).toBeInViewport()
    await submit(page).scrollIntoViewIfNeeded()
    await submit(page).click({ trial: true })
    await expectAccessible(page, [PHONE])
  })

  test('refuses a file that is something else, whatever its name, and says so there', async ({ page }) => {
    const uploads = count(page, uploadDocument)
    await page.getByRole('button', { name: /^New Employee/ }).click()
    const degree = file(page, 'Degree (optional)')
    await degree.setInputFiles({ name: 'degree.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ: not a document') })
    await expect(page.getByRole('alert').filter({ hasText: 'The selected file must be a PDF, JPG or PNG' })).toBeVisible()
    await expect(degree).toHaveAccessibleDescription(/The selected file must be a PDF, JPG or PNG/)
    await degree.setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
    await expect(degree).toHaveAccessibleDescription(/The selected file is empty/)
    await degree.setInputFiles(passport)
    await expect(page.getByRole('button', { name: 'Remove passport.pdf' })).toBeVisible()
    expect(uploads()).toBe(1)
    await page.getByRole('button', { name: 'Remove passport.pdf' }).click()
    await expect(page.getByRole('button', { name: 'Remove passport.pdf' })).toHaveCount(0)
  })

  test('refuses a PDF over the limit, and makes a photo over it smaller (U37)', async ({ page }) => {
    const uploads = count(page, uploadDocument)
    await page.getByRole('button', { name: /^New Employee/ }).click()
    const cover = file(page, 'Passport cover (optional)')
    await cover.setInputFiles(await tooLarge('passport.pdf', PDF))
    await expect(cover).toHaveAccessibleDescription(/The selected file must be smaller than 10 MB/)
    const zone = cover.locator('..')
    await zone.hover()
    await expect(zone).toHaveCSS('border-color', 'rgb(168, 38, 27)')
    expect(uploads()).toBe(0)
    await file(page, 'Photo (optional)').setInputFiles(await tooLarge('huge.jpeg', JPEG))
    await expect(page.getByRole('button', { name: 'Replace huge.jpg' })).toBeVisible()
    expect(uploads()).toBe(1)
  })

  test('waits for an upload under way, which can be cancelled (U36)', async ({ page }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('/api/documents', async (route) => {
      await gate.promise
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await fillNewEmployee(page)
    await file(page, 'Passport front page (optional)').setInputFiles(passport)
    await submit(page).click()
    await expect(summary(page).getByRole('link')).toHaveText(['Passport front page is still uploading'])
    const takenBack = page.waitForEvent('requestfailed', { predicate: (sent) => sent.url().endsWith('/api/documents'), timeout: 10_000 })
    await page.getByRole('button', { name: 'Cancel the upload of passport.pdf' }).click()
    await takenBack
    gate.resolve()
    await submit(page).click()
    await expect(page).toHaveURL(/\/applications\?submitted=/)
  })

  test('asks before typed answers are lost (U19)', async ({ page }) => {
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await field(page, 'Employee name').fill('Sara Khan')
    await page.getByRole('link', { name: 'Cancel' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/users')
  })

  test('asks before a change of the type stops an upload, and keeps the files that are there (U35)', async ({ page }) => {
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await file(page, 'Photo (optional)').setInputFiles(photo)
    await expect(page.getByRole('button', { name: 'Replace IMG_2041.jpeg' })).toBeVisible()
    await page.route('/api/documents', () => undefined)
    await file(page, 'Degree (optional)').setInputFiles(passport)
    await page.getByRole('button', { name: 'Change Type' }).click()
    const question = page.getByRole('dialog', { name: 'Change the type and stop the upload?' })
    await expect(question).toContainText('Degree')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Change Type' }).click()
    await question.getByRole('button', { name: 'Change and stop' }).click()
    await expect(page.getByRole('heading', { name: 'Who is the application for?' })).toBeFocused()
    await page.getByRole('button', { name: /^New Employee/ }).click()
    await expect(page.getByRole('button', { name: 'Replace IMG_2041.jpeg' })).toBeVisible()
    await expect(page.getByRole('button', { name: /passport\.pdf/ })).toHaveCount(0)
  })

  test('keeps the chosen form over a reload', async ({ page }) => {
    await page.goto('/applications/new?type=existing')
    await expect(page.getByRole('heading', { name: 'Existing Employee' })).toBeVisible()
    await page.goto('/applications/new?type=nonsense')
    await expect(page.getByRole('heading', { name: 'Who is the application for?' })).toBeVisible()
  })
})

test.describe('New application of an existing employee', () => {
  test('needs its answers and its three files', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications/new?type=existing')
    await submit(page).click()
    await expect(summary(page).getByRole('link')).toHaveText([
      'Employee name is required',
      'Nationality is required',
      'Designation is required',
      'Current visa expiry date is required',
      'Passport copy is required',
      'Current visa copy is required',
      'Emirates ID copy is required',
    ])
    await summary(page).getByRole('link', { name: 'Passport copy is required' }).click()
    await expect(file(page, 'Passport copy')).toBeFocused()
  })

  test('takes what the record of the employee holds, and submits', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer, { designation: 'Accountant' })
    await complete(administrator, id, '2027-03-09')
    await enter(customer.api)
    await page.goto('/applications/new?type=existing')
    await choice(page, 'Employee record (optional)').fill('khan')
    await page.getByRole('option', { name: /Sara Khan/ }).click()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await expect(field(page, 'Passport number (optional)')).toHaveValue('N1234567')
    await expect(field(page, 'Passport number (optional)')).not.toBeEditable()
    await expect(choice(page, 'Nationality')).toHaveValue('Indian')
    await expect(field(page, 'Designation')).toHaveValue('Accountant')
    await expect(field(page, 'Current visa expiry date')).toHaveValue('9 Mar 2027')
    await file(page, 'Passport copy').setInputFiles(passport)
    await file(page, 'Current visa copy').setInputFiles({ ...passport, name: 'visa.pdf' })
    await file(page, 'Emirates ID copy').setInputFiles({ ...photo, name: 'eid.jpeg' })
    await expect(page.getByRole('button', { name: /^Replace/ })).toHaveCount(3)
    await submit(page).click()
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  })

  test('takes a date that is typed', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications/new?type=existing')
    const date = field(page, 'Current visa expiry date')
    await date.fill('01/12/2026')
    await date.press('Tab')
    await expect(date).toHaveValue('1 Dec 2026')
  })
})

test.describe('New application by an administrator', () => {
  test('belongs to a company that is searched and chosen', async ({ page, baseURL, administrator, enter }) => {
    const company_name = `Ibis Logistics ${Date.now()}`
    await newCustomer(baseURL, { company_name })
    await newCustomer(baseURL, { company_name: `${company_name} Branch` })
    await enter(administrator)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    await submit(page).click()
    const sentence = 'Please ensure a company is selected. Contact support if this persists.'
    await expect(summary(page).getByRole('link')).toHaveText([sentence])
    await choice(page, 'Company').fill(company_name.toUpperCase())
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.getByRole('option', { name: company_name, exact: true }).click()
    await expect(page.getByText('Selected company')).toBeVisible()
    await submit(page).click()
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(company_name)
  })
})

test.describe('New application, refused', () => {
  test.use({ refusals: [422, 429, 500] })

  test('says Failed to submit application and keeps every answer', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const mend = await fail(page, submitApplication)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    await submit(page).click()
    await expect(toast(page, 'Failed to submit application')).toBeVisible()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await mend()
    await submit(page).click()
    await expect(page).toHaveURL(/\/applications\?submitted=/)
  })

  test('says what to do about a PDF with a script, and makes a picture of too many pixels smaller (T34, U37)', async ({
    page,
    customer,
    enter,
  }) => {
    const uploads = count(page, uploadDocument)
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    const degree = file(page, 'Degree (optional)')
    await degree.setInputFiles({
      ...passport,
      buffer: Buffer.concat([PDF, Buffer.from('7 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj')]),
    })
    await expect(degree).toHaveAccessibleDescription(
      /contains a script or starts a program\. Please print it to a new PDF and upload that\./,
    )
    await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    await file(page, 'Photo (optional)').setInputFiles({
      ...photo,
      name: 'wide.png',
      mimeType: 'image/png',
      buffer: whitePng(6_000, 8_400),
    })
    await expect(page.getByRole('button', { name: 'Replace wide.jpg' })).toBeVisible()
    await expect(file(page, 'Photo (optional)')).toHaveAccessibleDescription('PDF, JPG or PNG, up to 10 MB')
    expect(uploads()).toBe(3)
  })

  test('offers to retry an upload that failed', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const mend = await fail(page, uploadDocument)
    await page.goto('/applications/new?type=new')
    await file(page, 'Degree (optional)').setInputFiles(passport)
    await expect(page.getByRole('alert').filter({ hasText: 'The upload failed. Try again.' })).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry the upload of passport.pdf' }).click()
    await expect(page.getByRole('button', { name: 'Replace passport.pdf' })).toBeVisible()
  })

  test('offers to retry an upload that came too often (T37)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    const body = JSON.stringify({ detail: 'Your company may store 20 files an hour. Please try again later.' })
    await page.route('/api/documents', (route) => route.fulfill({ status: 429, body }), { times: 1 })
    await file(page, 'Degree (optional)').setInputFiles(passport)
    await expect(page.getByRole('alert').filter({ hasText: 'Your company may store 20 files an hour.' })).toBeVisible()
    await page.getByRole('button', { name: 'Retry the upload of passport.pdf' }).click()
    await expect(page.getByRole('button', { name: 'Replace passport.pdf' })).toBeVisible()
  })
})
