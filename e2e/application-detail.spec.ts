import { expect, type Page } from '@playwright/test'
import {
  addDays,
  addStage,
  dubaiDate,
  getApplication,
  listStages,
  STAGE_NAMES,
  type StageStatus,
  setExpiryDate,
  submitApplication,
  updateStage,
} from 'contract'
import { expectAccessible } from './accessible.ts'
import { PDF, passport } from './files.ts'
import { data, newApplication, newCustomer, test } from './portal.ts'
import { choice, count, fail, field, file, inWords, pick, pretend, readToast, toast, UNTOLD, withoutStream } from './screens.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Visa Process Stages' })
const stage = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Stage' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

test.describe('Application detail', () => {
  test('shows a company everything that was submitted, and nothing to change', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer, { priority: 'fast_track' })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sara Khan')
    await expect(page).toHaveTitle(/Sara Khan/)
    const main = page.getByRole('main')
    for (const text of [
      'N1234567',
      'Fast Track',
      'New Employee',
      'Indian',
      '+971501234567',
      'sara.khan@people.example',
      'Basic 4,000, housing 2,000',
      '30 days',
      '6 months',
      'Working days',
      'Annual',
      'Outside the UAE',
      'AED 6,500.00',
    ]) {
      await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expect(main.getByText(new RegExp(`^${inWords(dubaiDate(new Date()))}, \\d\\d:\\d\\d$`)).first()).toBeVisible()
    for (const name of ['Update', 'Update Stage', 'Add Stage']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(main.getByRole('combobox')).toHaveCount(0)
    await page.getByRole('link', { name: 'Visa Applications' }).click()
    await expect(page).toHaveURL('/applications')
  })

  test('lists the seven stages in their order, with state, notes and the current one (U44)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    const add = (stage_name: (typeof STAGE_NAMES)[number], status: 'Approved' | 'Rejected' | 'In Process', notes: string) =>
      administrator.send(addStage, { params: { id }, body: { stage_name, status, notes } })
    await add('Offer Letter', 'Approved', 'Signed by both')
    await add('Labor Fees', 'Rejected', 'The fee receipt is missing')
    await add('Entry Permit', 'In Process', 'Sent to the authority')
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(panel(page).getByRole('listitem')).toContainText([...STAGE_NAMES])
    await expect(stage(page, 'Offer Letter')).toContainText('Approved')
    await expect(stage(page, 'Labor Fees')).toContainText('Rejected')
    await expect(stage(page, 'Labor Fees')).toContainText('The fee receipt is missing')
    await expect(stage(page, 'Entry Permit')).toHaveAttribute('aria-current', 'step')
    await expect(panel(page).locator('[aria-current=step]')).toHaveCount(1)
    await expect(stage(page, 'Visa Stamping')).toContainText('Not started')
    await expect(stage(page, 'Change Status')).toContainText('Not needed')
    await expect(panel(page)).toContainText('1 of 6 stages approved')
  })

  test('says who acts next, how long it usually takes and when something last happened (U66)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    const record = (stage_name: (typeof STAGE_NAMES)[number], status: StageStatus) =>
      administrator.send(addStage, { params: { id }, body: { stage_name, status } })
    await record('Labor Fees', 'Approved')
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(stage(page, 'Entry Permit')).toContainText('Next: the immigration authority (ICP, in Dubai GDRFA) decides.')
    await expect(stage(page, 'Entry Permit')).toContainText('Usually 3–5 working days.')
    await expect(stage(page, 'Medical Test')).toContainText('Usually 1–3 working days.')
    await expect(stage(page, 'Labor Fees')).not.toContainText('working days')
    await expect(panel(page).getByText(/^Next: /)).toHaveCount(1)
    await expect(panel(page)).toContainText(/Last update (this|1) minute/)
    await record('Entry Permit', 'Rejected')
    await expect(panel(page).getByText(/^Next: /)).toHaveCount(0)
    await record('Visa Stamping', 'Approved')
    await expect(stage(page, 'Visa Stamping')).toContainText('Approved')
    await expect(panel(page)).not.toContainText('working days')
  })

  test('leads from the usual days of a stage to where they come from, and tells an employee the days alone', async ({
    page,
    customer,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await stage(page, 'Medical Test').getByRole('link', { name: 'Usually 1–3 working days.' }).click()
    await expect(page).toHaveURL('/rules?key=stage_usual_days&stage=Medical+Test')
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Medical Test' })).toHaveCount(1)
    await expect(page.getByRole('main').locator('details')).toHaveCount(1)
    await expect(page.getByText('Source', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'All rules' }).click()
    await expect(page.getByRole('heading', { name: 'Clocks and fines' })).toBeVisible()
    await pretend(page, { role: 'employee' })
    await page.goto(`/applications/${id}`)
    await expect(stage(page, 'Medical Test')).toContainText('Usually 1–3 working days.')
    await expect(stage(page, 'Medical Test').getByRole('link')).toHaveCount(0)
  })

  test('says so where no documents were uploaded', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer, { documents: {} })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(page.getByText('No documents were uploaded with this application.')).toBeVisible()
  })

  test('shows documents one after the other, keeps the open one in the address, and closes on Escape (U45)', async ({
    page,
    customer,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await page.getByRole('button', { name: 'View Passport front page' }).click()
    const front = page.getByRole('dialog', { name: 'Passport front page' })
    const source = await front.locator('iframe').getAttribute('src')
    const served = await page.request.get(source ?? '')
    expect(served.headers()['content-type']).toBe('application/pdf')
    expect(await served.body()).toEqual(PDF)
    await expect(page).toHaveURL(/\?document=/)
    await page.reload()
    // The arrows are keys of the dialog, which takes the focus once it is there.
    await expect(front.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    const photo = page.getByRole('dialog', { name: 'Photo' })
    const picture = photo.getByRole('img', { name: 'Photo' })
    await expect(picture).toBeVisible()
    await expect(picture).toHaveJSProperty('naturalWidth', 96)
    await photo.getByRole('button', { name: 'Zoom in' }).click()
    await photo.getByRole('button', { name: 'Rotate' }).click()
    await expect(photo.getByRole('button', { name: 'Next document' })).toBeDisabled()
    await photo.getByRole('button', { name: 'Previous document' }).click()
    await expect(front).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(front).toBeHidden()
    await expect(page).toHaveURL(`/applications/${id}`)
  })

  test('says of a PDF with attached files that nobody looked into them (D8)', async ({ page, customer, enter }) => {
    const attached = Buffer.concat([PDF, Buffer.from('6 0 obj<</Names<</EmbeddedFiles<</Names[]>>>>>>endobj\n')])
    const documents = { passport_front: data(attached, 'application/pdf'), degree: data(PDF, 'application/pdf') }
    const { id } = await newApplication(customer, { documents })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await page.getByRole('button', { name: 'View Passport front page' }).click()
    const note = (name: string) => page.getByRole('dialog', { name }).getByText('Contains an attached file, not checked')
    await expect(note('Passport front page')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: 'Degree' }).locator('iframe')).toBeVisible()
    await expect(note('Degree')).toHaveCount(0)
  })

  test('gives the focus back to the eye that opened the preview (U3)', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    const eye = page.getByRole('button', { name: 'View Photo' })
    await eye.click()
    await expect(page.getByRole('dialog', { name: 'Photo' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(eye).toBeFocused()
  })

  test('saves documents under the name of employee and slot (D5, U46)', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    for (const [document, name] of [
      ['Passport front page', 'Sara-Khan_passport_front.pdf'],
      ['Photo', 'Sara-Khan_photo.jpg'],
    ] as const) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: `Download ${document}` }).click()
      expect((await download).suggestedFilename()).toBe(name)
    }
    await expect(toast(page, 'Document downloaded')).toBeVisible()
  })
})

test.describe('Application detail of an administrator', () => {
  test.beforeEach(async ({ administrator, enter }) => {
    await enter(administrator)
  })

  test('adds a stage that is not there yet, with notes and a document', async ({ page, customer, administrator }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'Approved' } })
    await page.goto(`/applications/${id}?stages=by-hand`)
    await page.getByRole('button', { name: 'Add Stage' }).click()
    await expect(page).toHaveURL(`/applications/${id}?stages=by-hand&dialog=add-stage`)
    await expect(save(page)).toBeDisabled()
    await expect(choice(dialog(page), 'Status')).toHaveValue('Submitted')
    await choice(dialog(page), 'Stage').click()
    await expect(page.getByRole('option')).toHaveText(STAGE_NAMES.filter((name) => name !== 'Offer Letter'))
    await page.getByRole('option', { name: 'Labor Fees' }).click()
    await dialog(page).getByLabel('Notes (optional)').fill('Paid on Monday')
    await file(dialog(page), 'Document (optional)').setInputFiles(passport)
    await expect(dialog(page).getByRole('button', { name: 'Replace passport.pdf' })).toBeVisible()
    await save(page).click()
    await expect(toast(page, 'Stage added successfully')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(`/applications/${id}?stages=by-hand`)
    await expect(stage(page, 'Labor Fees')).toContainText('Submitted')
    await expect(stage(page, 'Labor Fees')).toContainText('Paid on Monday')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the document of Labor Fees' }).click()
    expect((await download).suggestedFilename()).toBe('Sara-Khan_labor_fees.pdf')
  })

  test('asks before a stage half entered is lost (U19)', async ({ page, customer }) => {
    const { id } = await newApplication(customer)
    await page.goto(`/applications/${id}?dialog=add-stage`)
    await dialog(page).getByLabel('Notes (optional)').fill('Paid on Monday')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page).getByLabel('Notes (optional)')).toHaveValue('Paid on Monday')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  test('changes the status of a stage, once a press', async ({ page, customer, administrator }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter' } })
    const sent = count(page, updateStage)
    await page.goto(`/applications/${id}?stages=by-hand`)
    const update = page.getByRole('button', { name: 'Update Stage: Offer Letter' })
    await expect(update).toBeDisabled()
    await pick(page, choice(page, 'Status of Offer Letter'), 'Approved')
    await update.dblclick()
    await expect(toast(page, 'Status updated successfully')).toBeVisible()
    await expect(update).toBeDisabled()
    await expect(stage(page, 'Labor Fees')).toHaveAttribute('aria-current', 'step')
    expect(sent()).toBe(1)
    await page.reload()
    await expect(choice(page, 'Status of Offer Letter')).toHaveValue('Approved')
  })

  test('changes the notes and the document of a stage', async ({ page, customer, administrator }) => {
    const { id } = await newApplication(customer)
    const document = data(PDF, 'application/pdf')
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', notes: 'First draft', document } })
    await page.goto(`/applications/${id}?stages=by-hand`)
    await page.getByRole('button', { name: 'Notes and document for Offer Letter' }).click()
    await stage(page, 'Offer Letter').getByLabel('Notes', { exact: true }).fill('Signed by both')
    await file(page, 'Document (replaces the current one)').setInputFiles({ ...passport, name: 'signed.pdf' })
    await expect(page.getByRole('button', { name: 'Replace signed.pdf' })).toBeVisible()
    await page.getByRole('button', { name: 'Update Stage: Offer Letter' }).click()
    await expect(toast(page, 'Status updated successfully')).toBeVisible()
    await page.reload()
    await expect(stage(page, 'Offer Letter')).toContainText('Signed by both')
    await expect(stage(page, 'Offer Letter')).toContainText('signed.pdf')
  })

  test('sets the visa expiry date, typed or picked', async ({ page, customer }) => {
    const { id } = await newApplication(customer)
    const date = addDays(dubaiDate(new Date()), 700)
    await page.goto(`/applications/${id}`)
    const expiry = field(page, 'Visa expiry date')
    const update = page.getByRole('button', { name: 'Update', exact: true })
    await expect(update).toBeDisabled()
    await expiry.fill(date)
    await expiry.press('Tab')
    await expect(expiry).toHaveValue(inWords(date))
    await update.click()
    await expect(toast(page, 'Expiry date updated')).toBeVisible()
    await expect(update).toBeDisabled()
    await page.reload()
    await expect(expiry).toHaveValue(inWords(date))
  })

  test('sets the days of a case, which the history names', async ({ page, customer }) => {
    const { id } = await newApplication(customer)
    const date = addDays(dubaiDate(new Date()), -3)
    await page.goto(`/applications/${id}`)
    const entered = field(page, 'Entered on')
    const save = page.getByRole('button', { name: 'Save dates' })
    await expect(save).toBeDisabled()
    await entered.fill(date)
    await entered.press('Tab')
    await save.click()
    await expect(toast(page, 'Dates saved')).toBeVisible()
    await expect(save).toBeDisabled()
    await page.reload()
    await expect(entered).toHaveValue(inWords(date))
    const lines = page.getByRole('region', { name: 'History' })
    await expect(lines).toContainText('changed the details')
    await expect(lines).toContainText('Entered on')
    await expectAccessible(page)
  })

  test('offers no further stage once all seven are there', async ({ page, customer, administrator }) => {
    const { id } = await newApplication(customer)
    for (const stage_name of STAGE_NAMES) await administrator.send(addStage, { params: { id }, body: { stage_name, status: 'Approved' } })
    await page.goto(`/applications/${id}`)
    await expect(panel(page)).toContainText('7 of 7 stages approved')
    await expect(page.getByRole('button', { name: 'Add Stage' })).toHaveCount(0)
    await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible()
  })
})

test.describe('Application detail, not to be had', () => {
  test.use({ refusals: [404, 409, 422, 500] })

  test('says Application not found for unknown ids and for those of others (U49)', async ({ page, baseURL, customer, enter }) => {
    const foreign = await newApplication(await newCustomer(baseURL))
    await enter(customer.api)
    for (const id of [foreign.id, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/applications/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application not found')
      await expect(page.getByText('Sara Khan')).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Back to applications' }).click()
    await expect(page).toHaveURL('/applications')
  })

  test('says when the application or its stages fail, and tries again', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    for (const { call, text } of [
      { call: getApplication, text: 'Failed to load application' },
      { call: listStages, text: 'Failed to load stages' },
    ]) {
      const mend = await fail(page, call, UNTOLD)
      await page.goto(`/applications/${id}`)
      await expect(toast(page, text)).toBeVisible()
      await mend()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(panel(page)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sara Khan')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
  })

  test('takes a status back that could not be stored (U47)', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter' } })
    await enter(administrator)
    const mend = await fail(page, updateStage, UNTOLD)
    await page.goto(`/applications/${id}?stages=by-hand`)
    await pick(page, choice(page, 'Status of Offer Letter'), 'Approved')
    await page.getByRole('button', { name: 'Update Stage: Offer Letter' }).click()
    await expect(toast(page, 'Failed to update status')).toBeVisible()
    await expect(stage(page, 'Offer Letter')).toHaveAttribute('aria-current', 'step')
    await expect(choice(page, 'Status of Offer Letter')).toHaveValue('Submitted')
    await mend()
    await pick(page, choice(page, 'Status of Offer Letter'), 'Approved')
    await page.getByRole('button', { name: 'Update Stage: Offer Letter' }).click()
    await expect(toast(page, 'Status updated successfully')).toBeVisible()
  })

  test('says Failed to add stage and keeps what was entered', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await fail(page, addStage, UNTOLD)
    await page.goto(`/applications/${id}?dialog=add-stage`)
    await pick(page, choice(dialog(page), 'Stage'), 'Offer Letter')
    await dialog(page).getByLabel('Notes (optional)').fill('Signed by both')
    await save(page).click()
    await expect(toast(page, 'Failed to add stage')).toBeVisible()
    await expect(dialog(page).getByLabel('Notes (optional)')).toHaveValue('Signed by both')
  })

  test('offers what is left when another administrator was faster', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await withoutStream(page)
    await page.goto(`/applications/${id}?dialog=add-stage`)
    await pick(page, choice(dialog(page), 'Stage'), 'Offer Letter')
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter' } })
    await save(page).click()
    await expect(toast(page, 'Failed to add stage')).toBeVisible()
    await expect(dialog(page).getByText('Stage already exists')).toBeVisible()
    await choice(dialog(page), 'Stage').click()
    await expect(page.getByRole('option')).toHaveText(STAGE_NAMES.slice(1))
  })

  test('asks for the new residence before the last stage is approved, filled in when that is taken back (S14)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Visa Stamping' } })
    await enter(administrator)
    await page.goto(`/applications/${id}?stages=by-hand`)
    const completion = page.getByRole('dialog', { name: 'Complete the application' })
    const set = async (status: string) => {
      await pick(page, choice(page, 'Status of Visa Stamping'), status)
      await page.getByRole('button', { name: 'Update Stage: Visa Stamping' }).click()
    }
    await set('Approved')
    await expect(completion).toContainText('Left empty: Visa expiry date, Visa number, EID number, and EID expiry date.')
    await completion.getByRole('button', { name: 'Cancel' }).click()
    await expect(completion).toBeHidden()
    await page.getByRole('button', { name: 'Update Stage: Visa Stamping' }).click()
    await completion.getByLabel('Visa expiry date').fill('19/11/2028')
    await completion.getByLabel('Visa number').fill('201/2026/1')
    await completion.getByLabel('EID number').pressSequentially('784199012345671')
    await expect(completion).toContainText('Left empty: EID expiry date.')
    await completion.getByRole('button', { name: 'Complete' }).click()
    await readToast(page, 'Status updated successfully')
    await expect(completion).toBeHidden()
    await expect(field(page, 'Visa expiry date')).toHaveValue('19 Nov 2028')
    await set('In Process')
    await readToast(page, 'Status updated successfully')
    await set('Approved')
    await expect(completion.getByLabel('Visa expiry date')).toHaveValue('19 Nov 2028')
    await expect(completion.getByLabel('Visa number')).toHaveValue('201/2026/1')
    await expect(completion.getByLabel('EID number')).toHaveValue('784-1990-1234567-1')
    await completion.getByRole('button', { name: 'Complete' }).click()
    await readToast(page, 'Status updated successfully')
    await page.goto('/employees')
    await expect(page.getByRole('table')).toContainText('784-1990-1234567-1')
  })

  test('asks for the passport number that completes a renewal without one (S5)', async ({ page, customer, administrator, enter }) => {
    await enter(administrator)
    const document = data(PDF, 'application/pdf')
    const { id } = await customer.api.send(submitApplication, {
      body: {
        company_id: customer.company.id,
        employee_name: 'Maya Nair',
        nationality: 'Indian',
        designation: 'Nurse',
        visa_expiry_date: '2027-01-01',
        documents: { passport_front: document, existing_visa: document, eid: document },
      },
    })
    await page.goto(`/applications/${id}?dialog=add-stage`)
    await expect(page.getByText('No passport number')).toBeVisible()
    await pick(page, choice(dialog(page), 'Stage'), 'Visa Stamping')
    await pick(page, choice(dialog(page), 'Status'), 'Approved')
    await save(page).click()
    await dialog(page).getByLabel('Passport number').fill('k7654321')
    await save(page).click()
    await expect(toast(page, 'Stage added successfully')).toBeVisible()
    await page.goto('/employees?q=k7654321')
    await expect(page.getByRole('table').getByRole('row')).toContainText(['Name', 'Maya Nair'])
  })

  test('says Failed to update expiry date and keeps the date', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await fail(page, setExpiryDate, UNTOLD)
    await page.goto(`/applications/${id}`)
    await field(page, 'Visa expiry date').fill('2028-12-01')
    await field(page, 'Visa expiry date').press('Tab')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(toast(page, 'Failed to update expiry date')).toBeVisible()
    await expect(field(page, 'Visa expiry date')).toHaveValue('1 Dec 2028')
  })

  test('says that a document cannot be shown, and leaves the download', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.route('/api/documents/*', (route) => route.fulfill({ status: 404, body: '{}', contentType: 'application/problem+json' }))
    await page.goto(`/applications/${id}`)
    await page.getByRole('button', { name: 'View Photo' }).click()
    const preview = page.getByRole('dialog', { name: 'Photo' })
    await expect(preview.getByText('This document cannot be shown here.')).toBeVisible()
    await expect(preview.getByRole('button', { name: 'Download' })).toBeVisible()
  })
})
