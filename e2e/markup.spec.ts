import { expect, type Page } from '@playwright/test'
import { addNote, addStage, approveTopup, createEmployee, rejectTopup, requestCancellation, sendMessage, updateCompany } from 'contract'
import { type Customer, complete, newApplication, newCustomer, newTopup, type Sender, test } from './portal.ts'

const MARKUP = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`

/** A company with markup in every text: its own, its people's, of a stage, a cancellation and two top-ups. */
async function newHostileCustomer(baseURL: string, administrator: Sender): Promise<{ customer: Customer; id: string }> {
  const customer = await newCustomer(baseURL, { company_name: MARKUP, full_name: MARKUP })
  const { api, company } = customer
  const own = { name: MARKUP, trade_license: MARKUP, contact_person: MARKUP, email: 'o@falcon.example', phone: '04' }
  await api.send(updateCompany, { params: { id: company.id }, body: own })
  const person = { employee_name: MARKUP, nationality: MARKUP, designation: MARKUP }
  const { id } = await newApplication(customer, {
    ...person,
    salary_breakup: MARKUP,
    notice_period: MARKUP,
    probation_period: MARKUP,
  })
  await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', notes: MARKUP } })
  for (const each of [api, administrator]) await each.send(sendMessage, { params: { id }, body: { text: MARKUP } })
  await administrator.send(addNote, { params: { id }, body: { text: MARKUP } })
  const done = await newApplication(customer, { ...person, passport_number: 'N7654321' })
  await complete(administrator, done.id)
  const employee = await api.send(createEmployee, { body: { ...person, passport_number: 'P1', company_id: company.id } })
  await api.send(requestCancellation, { body: { employee_id: employee.id, reason: MARKUP, notes: MARKUP } })
  const [approved, rejected] = [await newTopup(customer), await newTopup(customer, 500)]
  await administrator.send(approveTopup, { params: { id: approved.id }, body: { notes: MARKUP } })
  await administrator.send(rejectTopup, { params: { id: rejected.id }, body: { notes: MARKUP } })
  await newTopup(customer, 700)
  return { customer, id }
}

/** The console is watched as in every spec: a script or picture that the policy refuses is reported there. */
async function expectText(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText('onerror=').first(), path).toBeVisible()
    await expect(page.locator('img[src="x"]'), path).toHaveCount(0)
    await expect(page, path).not.toHaveTitle('owned')
  }
}

test('markup in every text field stands as text on every screen, for every role (T27)', async ({ page, baseURL, administrator, enter }) => {
  const { customer, id } = await newHostileCustomer(baseURL, administrator)
  const shared = ['/dashboard?tab=employees', '/dashboard?tab=analytics', '/applications', `/applications/${id}`, '/employees', '/notices']
  await enter(customer.api)
  await expectText(page, [...shared, '/company-profile', '/companies', '/users', '/account', '/billing'])
  await enter(administrator)
  await expectText(page, [
    ...shared,
    '/dashboard?tab=companies',
    '/companies',
    '/companies?view=kanban',
    '/users',
    '/admin-billing',
    '/journal',
  ])
})
