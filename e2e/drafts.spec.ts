import { expect, type Page } from '@playwright/test'
import { getDraft, listApplications, saveDraft, submitApplication } from 'contract'
import { expectAccessible } from './accessible.ts'
import { passport, photo } from './files.ts'
import { newCustomer, test } from './portal.ts'
import { choice, count, fail, field, file, fillNewEmployee, logIn, NEW_EMPLOYEE, toast } from './screens.ts'

const status = (page: Page) => page.getByText(/^Draft saved \d\d:\d\d$/)
const discard = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const changeTo = async (page: Page, type: string) => {
  await page.getByRole('button', { name: 'Change Type' }).click()
  await page.getByRole('button', { name: new RegExp(`^${type}`) }).click()
  await expect(heading(page, type)).toBeVisible()
}
/** Moves the clock to the next autosave. */
const saved = async (page: Page) => {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/api/drafts/'))
  await page.clock.runFor(5_000)
  await answer
}
const hide = (page: Page) =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
  `)

test.describe('The draft of a new application', () => {
  // 412 where another tab was faster, 0 for a lost answer.
  test.use({ refusals: [0, 412] })

  test.beforeEach(async ({ page, customer, enter }) => {
    await page.clock.install()
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    await expect(field(page, 'Employee name')).toBeVisible()
  })

  test('is kept without a word, and a reload gives back every field and file (U38, U65)', async ({ page }) => {
    const answers = { ...NEW_EMPLOYEE, 'Employee name': 'سارة خان', Email: 'half-typed@', 'Salary breakup': 'Basic 4,000\n"housing" 2,000' }
    await fillNewEmployee(page, answers)
    await page.getByRole('radio', { name: 'Inside the UAE' }).check()
    await page.getByRole('radio', { name: 'Fast Track' }).check()
    await page.getByRole('radio', { name: 'Every 2 years' }).check()
    await file(page, 'Passport front page (optional)').setInputFiles(passport)
    await file(page, 'Photo (optional)').setInputFiles(photo)
    await expect(page.getByRole('button', { name: /^Replace / })).toHaveCount(2)
    await saved(page)
    await expect(status(page)).toHaveRole('status')
    await page.reload()
    await expect(status(page)).toBeVisible()
    for (const [label, value] of Object.entries({ ...answers, Mobile: '+971501234567' }))
      await expect(choice(page, label)).toHaveValue(value)
    for (const name of ['Inside the UAE', 'Fast Track', 'Every 2 years']) await expect(page.getByRole('radio', { name })).toBeChecked()
    for (const name of ['passport.pdf', 'IMG_2041.jpeg']) await expect(page.getByRole('button', { name: `Replace ${name}` })).toBeVisible()
  })

  test('leaves nothing personal in the storage of the browser', async ({ page, context }) => {
    await field(page, 'Passport number').fill('N7654321')
    await saved(page)
    const stored = await page.evaluate<string>(
      'indexedDB.databases().then((databases) => JSON.stringify([localStorage, sessionStorage, databases, document.cookie]))',
    )
    expect(stored).not.toMatch(/N7654321/i)
    expect(JSON.stringify(await context.storageState())).not.toMatch(/N7654321/i)
  })

  test('is kept when the page is hidden, once', async ({ page, customer }) => {
    const sent = count(page, saveDraft)
    await field(page, 'Employee name').fill('Sara Khan')
    await hide(page)
    await expect(status(page)).toBeVisible()
    await hide(page)
    const { company } = customer
    const draft = await customer.api.send(getDraft, { params: { kind: 'new' }, query: { company_id: company.id } })
    expect(draft?.fields).toMatchObject({ employee_name: 'Sara Khan' })
    expect(sent()).toBe(1)
  })

  test('tells the older of two tabs that it was changed, and reloads it there', async ({ page, context }) => {
    await field(page, 'Employee name').fill('Sara Khan')
    await saved(page)
    const later = await context.newPage()
    await later.clock.install()
    await later.goto('/applications/new?type=new')
    await expect(field(later, 'Employee name')).toHaveValue('Sara Khan')
    await field(later, 'Employee name').fill('Sara Khan Ali')
    await saved(later)
    await field(page, 'Designation (optional)').fill('Nurse')
    await saved(page)
    await expect(page.getByRole('status').filter({ hasText: 'This draft was changed in another tab.' })).toBeVisible()
    const sent = count(page, saveDraft)
    await field(page, 'Designation (optional)').fill('Head nurse')
    await page.clock.runFor(30_000)
    expect(sent()).toBe(0)
    await page.getByRole('button', { name: 'Reload the draft' }).click()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan Ali')
    await expect(field(page, 'Designation (optional)')).toHaveValue('')
    await field(page, 'Designation (optional)').fill('Nurse')
    await saved(page)
    await expect(status(page)).toBeVisible()
    await later.close()
  })

  test('goes on where the answer to a saving was lost', async ({ page, customer }) => {
    let lost = 0
    await page.route('**/api/drafts/new?*', async (route) => {
      if (route.request().method() !== 'PUT' || lost > 0) return await route.fallback()
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
    })
    await field(page, 'Employee name').fill('Sara Khan')
    await page.clock.runFor(5_000)
    await expect(page.getByText('The draft could not be saved.')).toBeVisible()
    await field(page, 'Employee name').fill('Sara Ali')
    await page.clock.runFor(15_000)
    await expect(status(page)).toBeVisible()
    const draft = await customer.api.send(getDraft, { params: { kind: 'new' }, query: { company_id: customer.company.id } })
    expect(draft?.fields.employee_name).toBe('Sara Ali')
  })

  test('is there after a logout and in another browser', async ({ page, customer, another }) => {
    await field(page, 'Employee name').fill('Sara Khan')
    await saved(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    const elsewhere = await another()
    await elsewhere.goto('/customer-login')
    await logIn(elsewhere, customer)
    await expect(elsewhere).toHaveURL('/dashboard')
    await elsewhere.goto('/applications/new?type=new')
    await expect(field(elsewhere, 'Employee name')).toHaveValue('Sara Khan')
  })

  test('is asked about only while something is not saved (U19)', async ({ page }) => {
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await field(page, 'Employee name').fill('Sara')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await leave.getByRole('button', { name: 'Cancel' }).click()
    await expect(leave).toBeHidden()
    await saved(page)
    await expect(status(page)).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/applications')
  })

  test('is thrown away after a question, with everything in the form', async ({ page, customer }) => {
    await fillNewEmployee(page)
    await file(page, 'Photo (optional)').setInputFiles(photo)
    await expect(page.getByRole('button', { name: /^Replace / })).toHaveCount(1)
    await saved(page)
    const question = page.getByRole('dialog', { name: 'Discard this draft?' })
    await discard(page).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await discard(page).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(toast(page, 'Draft discarded')).toBeVisible()
    for (const label of Object.keys(NEW_EMPLOYEE)) await expect(choice(page, label)).toHaveValue('')
    await expect(page.getByRole('button', { name: /^Replace / })).toHaveCount(0)
    await expect(discard(page)).toHaveCount(0)
    await expect(heading(page, 'New Employee')).toBeFocused()
    expect(await customer.api.send(getDraft, { params: { kind: 'new' }, query: { company_id: customer.company.id } })).toBeNull()
    await page.reload()
    await expect(field(page, 'Employee name')).toHaveValue('')
  })

  test('ends with the submission, a saving under way included', async ({ page, customer }) => {
    const gate = Promise.withResolvers<void>()
    await fillNewEmployee(page)
    await page.route('/api/drafts/**', async (route) => {
      if (route.request().method() === 'PUT') await gate.promise
      await route.continue()
    })
    const saving = page.waitForRequest((request) => request.method() === 'PUT')
    await page.clock.runFor(5_000)
    await saving
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    gate.resolve()
    await expect(page).toHaveURL(/\/applications\?submitted=/)
    expect(await customer.api.send(getDraft, { params: { kind: 'new' }, query: { company_id: customer.company.id } })).toBeNull()
    expect(await customer.api.send(listApplications, {})).toHaveLength(1)
  })

  test('is one for each type; what was typed goes along where there is none (U35)', async ({ page, customer }) => {
    const query = { company_id: customer.company.id }
    await field(page, 'Employee name').fill('Sara Khan')
    await file(page, 'Passport front page (optional)').setInputFiles(passport)
    await file(page, 'Degree (optional)').setInputFiles(photo)
    await expect(page.getByRole('button', { name: /^Replace / })).toHaveCount(2)
    await changeTo(page, 'Existing Employee')
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await field(page, 'Employee name').fill('Sara Khan Malik')
    await changeTo(page, 'New Employee')
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan Malik')
    await expect(page.getByRole('button', { name: /^Replace / })).toHaveCount(2)
    await customer.api.send(saveDraft, { params: { kind: 'renewal' }, query, body: { fields: { employee_name: 'Omar Aziz' } } })
    await saved(page)
    await page.reload()
    await changeTo(page, 'Existing Employee')
    await expect(field(page, 'Employee name')).toHaveValue('Omar Aziz')
    await changeTo(page, 'New Employee')
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan Malik')
    await expect(page.getByRole('button', { name: /^Replace / })).toHaveCount(2)
  })

  test('comes back without a file that is gone, and says so', async ({ page, customer }) => {
    const { company, api } = customer
    const params = { kind: 'new' } as const
    const documents = { photo: '/api/documents/00000000-0000-7000-8000-000000000000' }
    await api.send(saveDraft, { params, query: { company_id: company.id }, body: { fields: { employee_name: 'Sara Khan', documents } } })
    await page.reload()
    const word = page.getByText('A file of this draft is no longer there: Photo. Please add it again.')
    await expect(word).toBeVisible()
    await expectAccessible(page)
    await file(page, 'Photo (optional)').setInputFiles(photo)
    await expect(word).toHaveCount(0)
  })
})

test.describe('The draft of an administrator', () => {
  test('belongs to the chosen company, which a reload finds again', async ({ page, baseURL, administrator, enter }) => {
    await page.clock.install()
    const company_name = `Ibis Logistics ${Date.now()}`
    const one = await newCustomer(baseURL, { company_name })
    const two = await newCustomer(baseURL, { company_name: `${company_name} Branch` })
    const draftOf = ({ company }: typeof one) =>
      administrator.send(getDraft, { params: { kind: 'new' }, query: { company_id: company.id } })
    const query = { company_id: two.company.id }
    await enter(administrator)
    await page.goto('/applications/new?type=new')
    await field(page, 'Employee name').fill('Sara Khan')
    await choice(page, 'Company').fill(company_name)
    await page.clock.runFor(300)
    await page.getByRole('option', { name: company_name, exact: true }).click()
    await saved(page)
    await expect(status(page)).toBeVisible()
    await page.reload()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await expect(choice(page, 'Company')).toHaveValue(company_name)
    expect((await draftOf(one))?.fields.employee_name).toBe('Sara Khan')

    await test.step('what was entered moves with another choice', async () => {
      await choice(page, 'Company').fill(`${company_name} Branch`)
      await page.clock.runFor(300)
      const moved = page.waitForResponse((response) => response.request().method() === 'DELETE')
      await page.getByRole('option', { name: `${company_name} Branch`, exact: true }).click()
      await moved
      expect(await draftOf(one)).toBeNull()
      expect((await draftOf(two))?.fields.employee_name).toBe('Sara Khan')
    })

    await test.step('a draft that is there asks before it takes the place of what was entered', async () => {
      await administrator.send(saveDraft, { params: { kind: 'new' }, query, body: { fields: { employee_name: 'Omar Aziz' } } })
      await page.goto('/applications/new?type=new')
      await field(page, 'Employee name').fill('Lina Saab')
      await choice(page, 'Company').fill(`${company_name} Branch`)
      await page.clock.runFor(300)
      await page.getByRole('option', { name: `${company_name} Branch`, exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Restore the saved draft?' })
      await question.getByRole('button', { name: 'Restore' }).click()
      await expect(field(page, 'Employee name')).toHaveValue('Omar Aziz')
    })
  })
})

test.describe('The draft, refused', () => {
  test.use({ refusals: [500] })

  test('says so, keeps the form, and tries again', async ({ page, customer, enter }) => {
    await page.clock.install()
    await enter(customer.api)
    const mend = await fail(page, saveDraft)
    await page.goto('/applications/new?type=new')
    await field(page, 'Employee name').fill('Sara Khan')
    await saved(page)
    await expect(page.getByText('The draft could not be saved. The portal keeps trying.')).toBeVisible()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    await mend()
    await page.clock.runFor(15_000)
    await expect(status(page)).toBeVisible()
  })

  test('is never written over while it could not be looked up', async ({ page, customer, enter }) => {
    await page.clock.install()
    const { company, api } = customer
    const query = { company_id: company.id }
    await api.send(saveDraft, { params: { kind: 'new' }, query, body: { fields: { employee_name: 'Omar Aziz' } } })
    await enter(api)
    const sent = count(page, saveDraft)
    const mend = await fail(page, getDraft)
    await page.goto('/applications/new?type=new')
    await expect(page.getByText('A draft of this form may exist, but it could not be loaded.')).toBeVisible()
    await page.clock.runFor(20_000)
    expect(sent()).toBe(0)
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(field(page, 'Employee name')).toHaveValue('Omar Aziz')
  })

  test('outlives a submission that failed', async ({ page, customer, enter }) => {
    await page.clock.install()
    await enter(customer.api)
    await fail(page, submitApplication)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(toast(page, 'Failed to submit application')).toBeVisible()
    await saved(page)
    await expect(status(page)).toBeVisible()
  })
})
