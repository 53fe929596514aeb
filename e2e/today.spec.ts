import { expect, type Page } from '@playwright/test'
import { addDays, addStage, approveTopup, createEmployee, dubaiDate, type getToday, type Reply, requestCancellation } from 'contract'
import { newApplication, newCustomer, newTopup, type Sender, test } from './portal.ts'
import { logIn, toast } from './screens.ts'
import { admin } from './server.ts'

const group = (page: Page, title: string) => page.getByRole('main').getByRole('region', { name: title })
const rows = (page: Page, title: string) => group(page, title).getByRole('listitem')
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) })
const inDays = (days: number) => addDays(dubaiDate(new Date()), days)
const PERSON = { nationality: 'Omani', designation: 'Nurse' }
/** What everybody hears of others is asked for after one to four seconds. */
const LIVE = { timeout: 6_000 }

const refuse = (administrator: Sender, id: string, notes = 'Repeat the X-ray\nThe picture is dark') =>
  administrator.send(addStage, { params: { id }, body: { stage_name: 'Medical Test', status: 'Rejected', notes } })

// A portal of its own: of each group only the first five are named.
test.use({ settings: { SUPPORT_CONTACT: 'help@portal.example' } })

test.describe('What waits for an administrator', () => {
  test('is one click from signing in: the oldest waiting top-up', async ({ page, customer }) => {
    await newTopup(customer, 1_250)
    await newTopup(customer, 300)
    await page.goto('/admin-login')
    await logIn(page, admin)
    const waiting = rows(page, 'Top-ups to decide')
    await expect(waiting.first()).toContainText('AED')
    const amounts = await waiting.getByText(/^AED/).allTextContents()
    const decide = waiting.first().getByRole('link', { name: /^Decide: / })
    const target = await decide.getAttribute('href')
    await decide.click()
    await expect(page).toHaveURL(target ?? '')
    const list = page.getByRole('list', { name: /^Waiting for a decision/ })
    await expect(list.getByRole('listitem').first().getByRole('button', { expanded: true })).toContainText(amounts[0] ?? '')
  })

  test('is approved, begun and opened where it stands, and leaves', async ({ page, baseURL, customer, administrator, enter }) => {
    await newCustomer(baseURL, { approved: false, full_name: 'Rana Saleh', company_name: 'Waiting LLC' })
    await newApplication(customer, { employee_name: 'Maya Nair', passport_number: 'M1' })
    const record = await customer.api.send(createEmployee, {
      body: { company_id: customer.company.id, employee_name: 'Ali Raza', passport_number: 'A1', ...PERSON },
    })
    await customer.api.send(requestCancellation, { body: { employee_id: record.id, reason: 'Left' } })
    await enter(administrator)
    await page.goto('/dashboard')
    const registered = rows(page, 'Registrations to approve').filter({ hasText: 'Rana Saleh' })
    await expect(registered).toContainText('E-mail not confirmed')
    await expect(entry(page, 'Users')).toHaveAccessibleName(/registrations to approve: \d/)
    await registered.getByRole('button', { name: 'Approve: Rana Saleh' }).click()
    await expect(toast(page, 'User approved successfully')).toBeVisible()
    await expect(registered).toHaveCount(0)
    const case_ = rows(page, 'To begin').filter({ hasText: 'Maya Nair' })
    await expect(case_).toContainText('Offer Letter to begin')
    await case_.getByRole('button', { name: 'Begin: Maya Nair' }).click()
    await expect(toast(page, 'Stage added successfully')).toBeVisible()
    await expect(case_).toHaveCount(0)
    await rows(page, 'Cancellation requests').getByRole('link', { name: 'Decide: Ali Raza' }).click()
    await expect(page.getByRole('dialog', { name: /Ali Raza/ })).toBeVisible()
  })

  test('collapses in 160 ms where it leaves by itself, unless the person wants no motion', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    await page.addInitScript(`
      const { animate } = Element.prototype
      Element.prototype.animate = function (frames, options) {
        if (this.tagName === 'LI') document.documentElement.dataset.collapsed = options.duration
        return animate.call(this, frames, options)
      }`)
    await enter(administrator)
    for (const [reducedMotion, collapsed] of [
      ['no-preference', '160'],
      ['reduce', null],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      const [stays, leaves] = [await newTopup(customer, 7_001), await newTopup(customer, 7_002)]
      await page.goto('/dashboard')
      const row = rows(page, 'Top-ups to decide').filter({ hasText: '7,002' })
      await expect(row).toBeVisible()
      await administrator.send(approveTopup, { params: { id: leaves.id }, body: {} })
      await expect(row).toHaveCount(0, LIVE)
      if (collapsed) await expect(page.locator('html')).toHaveAttribute('data-collapsed', collapsed)
      else await expect(page.locator('html')).not.toHaveAttribute('data-collapsed')
      await administrator.send(approveTopup, { params: { id: stays.id }, body: {} })
    }
  })

  test('comes and goes by itself, counted in the sidebar and the title', async ({ page, customer, administrator, enter }) => {
    const first = await newTopup(customer)
    await enter(administrator)
    await page.goto('/companies')
    await expect(page).toHaveTitle(/^\(\d+\) Companies/)
    const before = Number(/^\((\d+)\)/.exec(await page.title())?.[1])
    const second = await newTopup(customer)
    await expect(entry(page, 'Top-up approvals')).toHaveAccessibleName(/Top-up approvals \d+ waiting/, LIVE)
    await expect(page).toHaveTitle(`(${before + 1}) Companies · Visa Portal`)
    await administrator.send(approveTopup, { params: { id: second.id }, body: {} })
    await expect(page).toHaveTitle(`(${before}) Companies · Visa Portal`, LIVE)
    await administrator.send(approveTopup, { params: { id: first.id }, body: {} })
    await expect(page).toHaveTitle(before === 1 ? 'Companies · Visa Portal' : `(${before - 1}) Companies · Visa Portal`, LIVE)
  })

  test('marks a late case by more than colour', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer, { employee_name: 'Noor Aziz', passport_number: 'L1' })
    await enter(administrator)
    await page.route('**/api/today', async (route) => {
      const response = await route.fetch()
      const today = (await response.json()) as Reply<typeof getToday>
      const [item] = today.groups.find(({ kind }) => kind === 'not_begun')?.items.filter((each) => each.id === id) ?? []
      await route.fulfill({ json: { ...today, groups: item ? [{ kind: 'late', count: 1_001, items: [{ ...item, late: true }] }] : [] } })
    })
    await page.goto('/dashboard')
    await expect(rows(page, 'Late cases 1,000+').getByText('Late', { exact: true })).toBeAttached()
    await group(page, 'Late cases').getByRole('link', { name: 'Show all' }).click()
    await expect(page).toHaveURL('/applications?pace=late')
  })
})

test.describe('What waits for a company', () => {
  test('shows a refusal and the sum due on a phone without a click or a scroll', async ({ page, customer, administrator, enter }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const passport_number of ['P1', 'P2']) {
      const { id } = await newApplication(customer, { employee_name: `Person ${passport_number}`, passport_number })
      await refuse(administrator, id)
    }
    await enter(customer.api)
    await page.goto('/dashboard')
    const refused = rows(page, 'Refused cases 2').first()
    await expect(refused).toContainText('Medical Test refused. Repeat the X-ray')
    await expect(refused).not.toContainText('The picture is dark')
    const due = rows(page, 'Amount due').first()
    await expect(due).toContainText('AED 13,000.00Due for 2 cases; a top-up of AED 13,000.00 settles all')
    for (const row of [refused, due]) {
      const box = await row.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(844)
    }
    await due.getByRole('link', { name: /^Top up/ }).click()
    await expect(page.getByRole('dialog', { name: 'Top Up Balance' })).toBeVisible()
  })

  test('leads to what it names, and is heard live', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    const body = {
      company_id: customer.company.id,
      employee_name: 'Maya Nair',
      passport_number: 'E1',
      visa_expiry_date: inDays(5),
      ...PERSON,
    }
    await customer.api.send(createEmployee, { body })
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(group(page, 'Expiring, no renewal yet 1')).toBeVisible()
    await expect(group(page, 'Refused cases')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await refuse(administrator, id)
    await expect(rows(page, 'Refused cases 1')).toContainText('Sara Khan', LIVE)
    await expect(entry(page, 'Applications')).toHaveAccessibleName('Applications refused: 1', LIVE)
    await expect(entry(page, 'Employees')).toHaveAccessibleName(/without a renewal: 1$/)
    await expect(entry(page, 'Billing')).toHaveAccessibleName('Billing payments due: 1')
    await expect(page).toHaveTitle('(3) Dashboard · Visa Portal')
    const expiring = page.getByRole('region', { name: 'Visas expiring in the next 30 days' })
    await expiring.getByRole('link', { name: 'Renew: Maya Nair' }).click()
    await expect(page.getByRole('dialog', { name: /Maya Nair/ })).toBeVisible()
    await page.goto('/dashboard')
    await rows(page, 'Refused cases').getByRole('link', { name: 'Replace: Sara Khan' }).click()
    await expect(page).toHaveURL(`/applications/${id}#application-documents`)
  })

  test('begins with four steps, ticked by what is there', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    const steps = rows(page, 'First steps')
    await expect(steps).toContainText(['0 of 7 uploaded', 'Top up', 'First application', 'Invite a colleague'])
    await expect(page.getByText('All visas are up to date!', { exact: true })).toBeVisible()
    await steps.filter({ hasText: 'First application' }).getByRole('link').click()
    await expect(page).toHaveURL('/applications/new')
    await newApplication(customer)
    await page.goto('/dashboard')
    await expect(group(page, 'First steps')).toContainText('1 of 4 done')
    await expect(steps.filter({ hasText: 'First application' })).toContainText('Done')
    await expect(steps.filter({ hasText: 'First application' }).getByRole('link')).toHaveCount(0)
  })
})

test.describe('What an employee reads first', () => {
  test('is the own visa in a sentence, with whom to ask', async ({ page, customer, administrator, employee, enter }) => {
    const { id } = await newApplication(customer)
    await enter(employee.api)
    await page.goto('/dashboard')
    const row = rows(page, 'Your visa')
    await expect(row).toContainText('Offer Letter: not begun. Next: employer and employee sign.')
    await expect(row.getByRole('link', { name: /^Message Omar Haddad/ })).toHaveAttribute('href', /^mailto:omar\./)
    await refuse(administrator, id)
    await expect(row).toContainText('Medical Test refused. Repeat the X-ray Ask your company what to do.', LIVE)
  })
})

test('brings the list of a pressed card to the top', async ({ page, customer, enter }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const { id } = await newApplication(customer)
  await enter(customer.api)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Pending, 1' }).click()
  const panel = page.getByRole('region', { name: 'Pending applications' })
  await expect.poll(async () => (await panel.boundingBox())?.y).toBeLessThan(200)
  await panel.getByRole('link', { name: 'Sara Khan' }).click()
  await expect(page).toHaveURL(`/applications/${id}`)
})
