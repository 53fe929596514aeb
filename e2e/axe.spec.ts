import { expect } from '@playwright/test'
import { addDays, addStage, dubaiDate, listApplications, listEmployees } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { PDF, passport, photo } from './files.ts'
import { complete, data, newApplication, newCustomer, test } from './portal.ts'
import { choice, fail, field, file, fillNewEmployee, logIn, pick, toast } from './screens.ts'
import { admin } from './server.ts'

test.describe('Accessible to all, signed out', () => {
  test.use({ refusals: [401, 403, 409] })

  test('landing and a page that is not there', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Customer Login' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expectAccessible(page)
  })

  test('logins, empty and refused', async ({ page, baseURL }) => {
    const pending = await newCustomer(baseURL, { approved: false })
    await page.goto('/admin-login')
    await logIn(page, { ...admin, password: 'not the password' })
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/customer-login')
    await expect(page.getByRole('button', { name: 'Google' })).toBeVisible()
    await expectAccessible(page)
    await logIn(page, pending)
    await expect(toast(page, 'Your account is pending admin approval')).toBeVisible()
    await expectAccessible(page, [DESK])
  })

  test('registration, with problems and with a question', async ({ page }) => {
    await page.goto('/client-register')
    await page.getByRole('checkbox', { name: 'Same as Contact Person' }).check()
    await field(page, 'Password').fill('falcon')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('Accessible to all, in a company', () => {
  test.use({ refusals: [500] })

  test.beforeEach(async ({ customer, enter }) => {
    await enter(customer.api)
  })

  test('dashboard, empty and full', async ({ page, customer }) => {
    await page.goto('/dashboard')
    await expect(page.getByText('All visas are up to date!')).toBeVisible()
    await expectAccessible(page)
    const document = data(PDF, 'application/pdf')
    const renewal = { passport_front: document, existing_visa: document, eid: document }
    for (const [employee_name, days] of [
      ['Sara Khan', 3],
      ['Abdulrahman Mohammed Al Suwaidi of the Northern Emirates', 20],
    ] as const) {
      const visa_expiry_date = addDays(dubaiDate(new Date()), days)
      await newApplication(customer, {
        application_type: 'renewal',
        employee_name,
        passport_number: `P${days}`,
        designation: 'Nurse',
        visa_expiry_date,
        priority: 'fast_track',
        documents: renewal,
      })
    }
    await page.reload()
    await expect(page.getByText('3 days left')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/dashboard?tab=pending')
    await expect(page.getByText('Sara Khan')).toBeVisible()
    await expectAccessible(page)
  })

  test('applications: empty, full, without a match, failed', async ({ page, customer }) => {
    await page.goto('/applications')
    await expect(page.getByText('No applications found')).toBeVisible()
    await expectAccessible(page, [PHONE])
    await newApplication(customer, { priority: 'fast_track' })
    await newApplication(customer, {
      employee_name: 'Abdulrahman Mohammed Al Suwaidi of the Northern Emirates',
      email: `${'long'.repeat(12)}@people.example`,
      passport_number: 'N'.repeat(40),
    })
    await page.goto('/applications?q=a')
    await expect(page.getByText('Showing 2 of 2 applications')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/applications?q=nobody')
    await expect(page.getByText('Nothing matches “nobody”')).toBeVisible()
    await expectAccessible(page, [PHONE])
    await fail(page, listApplications)
    await page.goto('/applications')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expectAccessible(page, [DESK])
  })

  test('the drawer of a phone', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/users')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Main' })).toBeVisible()
    await expectAccessible(page, [PHONE])
  })

  test('users and employees', async ({ page, customer, administrator }) => {
    await page.goto('/users')
    await expect(page.getByRole('main').getByText('Omar Haddad')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/employees')
    await expect(page.getByText('No employees found')).toBeVisible()
    await expectAccessible(page, [PHONE])
    for (const [employee_name, days] of [
      ['Sara Khan', 300],
      ['Ali Raza', -3],
    ] as const) {
      const { id } = await newApplication(customer, { employee_name, passport_number: `P${days}`, designation: 'Engineer' })
      await complete(administrator, id, addDays(dubaiDate(new Date()), days))
    }
    await page.reload()
    await expect(page.getByText('Ali Raza', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await fail(page, listEmployees)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expectAccessible(page, [DESK])
  })

  test('new application: choice, both forms, problems, files', async ({ page }) => {
    await page.goto('/applications/new')
    await expect(page.getByRole('button', { name: /^New Employee/ })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/applications/new?type=existing')
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    await file(page, 'Passport front page (optional)').setInputFiles(passport)
    await expect(page.getByRole('button', { name: 'Replace passport.pdf' })).toBeVisible()
    await file(page, 'Photo (optional)').setInputFiles(photo)
    await expect(page.getByRole('button', { name: 'Replace IMG_2041.jpeg' })).toBeVisible()
    await file(page, 'Degree (optional)').setInputFiles({ ...passport, buffer: Buffer.from('nothing of the kind') })
    await expect(page.getByText('The selected file must be a PDF, JPG or PNG')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    const discard = page.getByRole('dialog', { name: 'Discard this draft?' })
    await expect(discard).toBeVisible()
    await expectAccessible(page, [DESK])
    await discard.getByRole('button', { name: 'Cancel' }).click()
    await page.route('/api/documents', () => undefined)
    await file(page, 'Passport cover (optional)').setInputFiles(passport)
    await page.getByRole('button', { name: 'Change Type' }).click()
    await expect(page.getByRole('dialog', { name: 'Change the type and stop the upload?' })).toBeVisible()
    await expectAccessible(page, [DESK])
  })

  test('application detail with every state of a stage, and its previews', async ({ page, customer, administrator }) => {
    const { id } = await newApplication(customer, { priority: 'fast_track', passport_number: 'N'.repeat(40) })
    const document = data(PDF, 'application/pdf')
    for (const [stage_name, status] of [
      ['Offer Letter', 'Approved'],
      ['Labor Fees', 'Rejected'],
      ['Entry Permit', 'In Process'],
      ['Medical Test', 'Submitted'],
    ] as const) {
      await administrator.send(addStage, { params: { id }, body: { stage_name, status, notes: 'Sent to the authority', document } })
    }
    await page.goto(`/applications/${id}`)
    await expect(page.getByText('1 of 6 stages approved')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'View Photo' }).click()
    await expect(page.getByRole('img', { name: 'Photo' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Previous document' }).click()
    await expect(page.getByRole('dialog', { name: 'Passport front page' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('Accessible to all, as administrator', () => {
  test.use({ refusals: [404] })

  test.beforeEach(async ({ administrator, enter }) => {
    await enter(administrator)
  })

  test('application detail, its dialog, its editor, and one that is not there', async ({ page, customer, administrator }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'In Process', notes: 'Sent' } })
    await page.goto(`/applications/${id}?stages=by-hand`)
    await page.getByRole('button', { name: 'Notes and document for Offer Letter' }).click()
    await pick(page, choice(page, 'Status of Offer Letter'), 'Approved')
    await expectAccessible(page)
    await page.goto(`/applications/${id}?dialog=add-stage`)
    await expect(page.getByRole('dialog', { name: 'Add Stage' })).toBeVisible()
    await expectAccessible(page)
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await choice(page.getByRole('dialog'), 'Stage').click()
      await expect(page.getByRole('option')).toHaveCount(6)
      await expectAccessible(page, [size])
      await page.getByRole('option', { name: 'Labor Fees' }).click()
    }
    await page.goto('/applications/unknown')
    await expect(page.getByRole('heading', { name: 'Application not found' })).toBeVisible()
    await expectAccessible(page, [PHONE])
  })

  test('users who wait, the list of all applications, a form for any company', async ({ page, baseURL, customer }) => {
    const mark = `Waiting ${Date.now()}`
    await newCustomer(baseURL, { approved: false, full_name: mark })
    await newApplication(customer)
    await newApplication(await newCustomer(baseURL, { company_name: mark }), { employee_name: mark })
    await page.goto(`/users?q=${mark}`)
    await expect(page.getByRole('button', { name: `Approve ${mark}` })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Approve ${mark}` }).click()
    await expect(toast(page, 'User approved successfully')).toBeVisible()
    await expectAccessible(page, [DESK])
    await page.goto(`/applications?q=${mark}`)
    await expect(page.getByRole('main').getByRole('table').getByText(mark).first()).toBeVisible()
    await expectAccessible(page)
    await page.goto('/applications/new?type=new')
    await choice(page, 'Company').fill('falcon')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByRole('option').first().click()
    await expect(page.getByText('Selected company')).toBeVisible()
    await expectAccessible(page, [DESK])
    await page.goto('/dashboard')
    await expect(page.getByRole('list', { name: 'Summary' }).getByRole('listitem')).toHaveCount(4)
    await expectAccessible(page)
  })
})
