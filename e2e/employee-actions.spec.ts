import { expect, type Locator, type Page } from '@playwright/test'
import {
  addDays,
  createEmployee,
  deleteEmployee,
  dubaiDate,
  getEmployee,
  type Input,
  listEmployees,
  renewEmployee,
  requestCancellation,
  updateEmployee,
} from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { type Customer, newCustomer, test } from './portal.ts'
import { choice, count, fail, field, inWords, pressInMenu, toast, withoutStream } from './screens.ts'

const inDays = (days: number) => addDays(dubaiDate(new Date()), days)
const row = (page: Page, name: string) => page.getByRole('table', { name: 'Employees' }).getByRole('row').filter({ hasText: name })
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const menu = (scope: Page | Locator, name: string) => scope.getByRole('button', { name: `Actions: ${name}`, exact: true })
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
/** What the menu of a row offers; it is closed again. */
const offeredTo = async (page: Page, name: string) => {
  await menu(page, name).click()
  await expect(page.getByRole('menu')).toBeVisible()
  const offered = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  return offered
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const failures = (otherwise: string) => [
  ['Try again after the maintenance', 'Try again after the maintenance'] as const,
  [undefined, otherwise] as const,
]

/** An active employee record, without an application. */
const newEmployee = ({ api, company }: Customer, changes: Partial<Input<typeof createEmployee>['body']> = {}) =>
  api.send(createEmployee, {
    body: {
      company_id: company.id,
      employee_name: 'Sara Khan',
      passport_number: 'N1234567',
      nationality: 'Indian',
      designation: 'Accountant',
      visa_expiry_date: inDays(200),
      ...changes,
    },
  })

const fillNew = async (page: Page, changes: Record<string, string> = {}) => {
  const given = { 'Employee name': 'Maya Nair', 'Passport number': 'n7654321', Nationality: 'Indian', Designation: 'Nurse', ...changes }
  for (const [label, value] of Object.entries(given)) await choice(dialog(page, 'Add Employee'), label).fill(value)
  await page.keyboard.press('Tab')
}

test.describe('Employees, adding', () => {
  test('needs four answers, writes passport and EID as they should be, and shows the row at once (U50)', async ({
    page,
    customer,
    enter,
  }) => {
    await enter(customer.api)
    await page.goto('/employees')
    await action(page, 'Add Employee').click()
    await expect(page).toHaveURL('/employees?dialog=add')
    const form = dialog(page, 'Add Employee')
    await expect(form.getByRole('textbox', { name: 'Employee name' })).toBeFocused()
    const sent = count(page, createEmployee)
    await form.getByRole('button', { name: 'Add Employee' }).click()
    const problem = form.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(problem).toBeFocused()
    for (const label of ['Employee name', 'Passport number', 'Nationality', 'Designation']) {
      await expect(problem.getByRole('link', { name: `${label} is required` })).toBeVisible()
      await expect(choice(form, label)).toHaveAttribute('required')
    }
    expect(sent()).toBe(0)
    await fillNew(page)
    await expect(field(page, 'Passport number')).toHaveValue('N7654321')
    await field(page, 'EID number').pressSequentially('784199012345676')
    await expect(field(page, 'EID number')).toHaveValue('784-1990-1234567-6')
    await field(page, 'Visa expiry date').fill('21/11/2031')
    await field(page, 'EID expiry date').fill('21 Nov 2031')
    await field(page, 'Mobile').fill('+971 50 123 4567')
    await field(page, 'Email').fill('maya@people.example')
    await field(page, 'Email').press('Enter')
    await expect(toast(page, 'Employee added successfully')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(page).toHaveURL('/employees')
    for (const text of ['Maya Nair', 'N7654321', 'Nurse', '784-1990-1234567-6', 'Active', 'until 21 Nov 2031'])
      await expect(row(page, 'Maya Nair')).toContainText(text)
    expect(sent()).toBe(1)
  })

  test('warns of what looks wrong, and saves it all the same (F24, F26)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/employees?dialog=add')
    await fillNew(page, {
      'Passport number': 'N/1',
      'EID number': '784199012345671',
      'Visa expiry date': '01/02/2020',
      'EID expiry date': '01/02/2020',
      Mobile: '+971 51 123 4567',
    })
    for (const [label, text] of [
      ['Passport number', /^A passport number has 5 to 15 letters and digits\./],
      ['EID number', /^The last digit does not match the others\./],
      ['Visa expiry date', /^This date has passed: the employee will be shown as expired\./],
      ['EID expiry date', /^This date has passed\./],
      ['Mobile', /^This is not a mobile number of the UAE\./],
    ] as const)
      await expect(field(page, label)).toHaveAccessibleDescription(text)
    await field(page, 'EID number').fill('784199012345676')
    await expect(field(page, 'EID number')).toHaveAccessibleDescription('784-YYYY-NNNNNNN-N')
    await field(page, 'EID number').fill('78419')
    await field(page, 'EID number').blur()
    await expect(field(page, 'EID number')).toHaveAccessibleDescription(/^An Emirates ID number has 15 digits/)
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await dialog(page, 'Add Employee').getByRole('button', { name: 'Add Employee' }).click()
    await expect(toast(page, 'Employee added successfully')).toBeVisible()
    await expect(row(page, 'Maya Nair')).toContainText('Expired')
  })

  test('takes a date typed or picked', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/employees?dialog=add')
    await field(page, 'Visa expiry date').click()
    await expect(page.locator('[aria-current=date]')).toHaveText(String(Number(inDays(0).slice(-2))))
    await page.getByRole('button', { name: 'Next month' }).click()
    await expectAccessible(page, [DESK])
    await page.getByRole('button', { name: /^15 / }).click()
    await expect(field(page, 'Visa expiry date')).toHaveValue(/^15 [A-Z][a-z]{2} 20\d\d$/)
    await field(page, 'Visa expiry date').fill('')
    await field(page, 'Visa expiry date').click()
    await page.locator('.mantine-DateInput-calendarHeaderLevel').click()
    for (let year = 0; year < 2; year += 1) await page.getByRole('button', { name: 'Next year' }).click()
    await page.getByRole('button', { name: 'Nov', exact: true }).click()
    await page.getByRole('button', { name: /^10 November/ }).click()
    await expect(field(page, 'Visa expiry date')).toHaveValue(`10 Nov ${new Date().getFullYear() + 2}`)
    await field(page, 'EID expiry date').fill('2031-11-21')
    await field(page, 'EID expiry date').blur()
    await expect(field(page, 'EID expiry date')).toHaveValue('21 Nov 2031')
  })

  test('asks an administrator for the company', async ({ page, baseURL, administrator, enter }) => {
    const customer = await newCustomer(baseURL, { company_name: `Kestrel ${Date.now()} LLC` })
    await enter(administrator)
    await page.goto('/employees?dialog=add')
    const form = dialog(page, 'Add Employee')
    await form.getByRole('button', { name: 'Add Employee' }).click()
    await expect(form.getByRole('link', { name: 'Company is required' })).toBeVisible()
    await choice(form, 'Company').fill(customer.company.name)
    await page.getByRole('option', { name: customer.company.name }).click()
    const name = `Kestrel Person ${Date.now()}`
    await fillNew(page, { 'Employee name': name })
    await form.getByRole('button', { name: 'Add Employee' }).click()
    await expect(toast(page, 'Employee added successfully')).toBeVisible()
    await enter(customer.api)
    await page.goto('/employees')
    await expect(row(page, name)).toBeVisible()
  })

  test('asks before it loses what was typed (U19)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/employees')
    await action(page, 'Add Employee').click()
    await expect(field(page, 'Employee name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Add Employee')).toBeHidden()
    await expect(action(page, 'Add Employee')).toBeFocused()
    await action(page, 'Add Employee').click()
    // An empty field that is left is no mistake before the form is sent.
    await field(page, 'Designation').focus()
    await field(page, 'Employee name').focus()
    await expect(dialog(page, 'Add Employee').getByText(/is required/)).toHaveCount(0)
    await field(page, 'Employee name').fill('Maya')
    await page.keyboard.press('Escape')
    const question = dialog(page, 'Leave without saving?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Employee name')).toHaveValue('Maya')
    await dialog(page, 'Add Employee').getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog(page, 'Add Employee')).toBeHidden()
    await expect(page).toHaveURL('/employees')
  })
})

test.describe('Employees, editing', () => {
  test('takes the skill level, and refuses one that there is not', async ({ page, customer, enter }) => {
    const { id } = await newEmployee(customer)
    await enter(customer.api)
    await page.goto(`/employees?dialog=edit&employee=${id}`)
    const form = dialog(page, 'Edit Employee')
    const level = form.getByRole('textbox', { name: 'Skill level' })
    const save = form.getByRole('button', { name: 'Save' })
    await level.fill('0')
    await save.click()
    await expect(form.getByText('Skill level must be at least 1').first()).toBeVisible()
    await level.fill('3')
    await save.click()
    await expect(toast(page, 'Employee updated successfully')).toBeVisible()
    expect((await customer.api.send(getEmployee, { params: { id } })).skill_level).toBe(3)
  })

  test('sends what changed, updates the row in place, and keeps the history (S10)', async ({ page, customer, enter }) => {
    await newEmployee(customer, { visa_number: '201/2026/1' })
    await newEmployee(customer, { employee_name: 'Ali Raza', passport_number: 'N2' })
    await enter(customer.api)
    await page.goto('/employees')
    await action(page, 'Edit: Sara Khan').click()
    await expect(page).toHaveURL(/\/employees\?dialog=edit&employee=.+/)
    await page.reload()
    const form = dialog(page, 'Edit Employee')
    await expect(field(page, 'Visa number')).toHaveValue('201/2026/1')
    await expect(form.getByText('Omar Haddad created the record')).toBeVisible()
    const save = form.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await field(page, 'Designation').fill('Senior Accountant')
    const sent = page.waitForRequest((request) => request.method() === updateEmployee.method)
    await save.click()
    await expect(toast(page, 'Employee updated successfully')).toBeVisible()
    expect((await sent).postDataJSON()).toEqual({ designation: 'Senior Accountant' })
    await expect(form).toBeHidden()
    await expect(row(page, 'Sara Khan')).toContainText('Senior Accountant')
    await expect(page.getByRole('row')).toContainText(['Name', 'Ali Raza', 'Sara Khan'])
    await action(page, 'Edit: Sara Khan').click()
    await expect(form.getByText('Omar Haddad changed the details')).toBeVisible()
    await expectAccessible(page)
  })

  test('opens a record that a copied link names and the search leaves out', async ({ page, customer, enter }) => {
    const { id } = await newEmployee(customer)
    await enter(customer.api)
    await page.goto(`/employees?q=nobody&dialog=edit&employee=${id}`)
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
  })

  test('tells an administrator whose employee it is', async ({ page, baseURL, administrator, enter }) => {
    const customer = await newCustomer(baseURL, { company_name: `Curlew ${Date.now()} LLC` })
    const { id } = await newEmployee(customer)
    await enter(administrator)
    await page.goto(`/employees?dialog=edit&employee=${id}`)
    await expect(dialog(page, 'Edit Employee').getByText(customer.company.name, { exact: true })).toBeVisible()
  })
})

test.describe('Employees, renewal', () => {
  test.use({ refusals: [409] })

  test('says what it does and costs, submits once, and links the application (E2, U51)', async ({ page, customer, enter }) => {
    await newEmployee(customer)
    await enter(customer.api)
    await page.goto('/employees')
    const sent = count(page, renewEmployee)
    await pressInMenu(page, 'Renewal', 'Sara Khan')
    const question = dialog(page, 'Renew the visa of Sara Khan?')
    await expect(question).toContainText('This creates a new visa application')
    await expect(question).toContainText('AED\u00a07,500.00 will be charged.')
    await expect(question.getByRole('region', { name: 'Documents that are copied' }).getByText('is missing')).toHaveCount(3)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    expect(sent()).toBe(0)
    await pressInMenu(page, 'Renewal', 'Sara Khan')
    await question.getByRole('button', { name: 'Submit Renewal' }).dblclick()
    await expect(toast(page, 'Renewal request submitted successfully')).toBeVisible()
    expect(sent()).toBe(1)
    expect(await offeredTo(page, 'Sara Khan')).toEqual(['Edit', 'Cancellation', 'Papers', 'Invite'])
    await page.getByRole('link', { name: 'Renewal under way: Sara Khan' }).click()
    await expect(page).toHaveURL(/\/applications\/.+/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sara Khan')
  })

  test('names and links the renewal that is under way already', async ({ page, customer, enter }) => {
    const { id } = await newEmployee(customer)
    await enter(customer.api)
    // It would say so before anything is submitted.
    await withoutStream(page)
    await page.goto('/employees')
    await pressInMenu(page, 'Renewal', 'Sara Khan')
    const application = await customer.api.send(renewEmployee, { body: { employee_id: id } })
    const question = dialog(page, 'Renew the visa of Sara Khan?')
    await question.getByRole('button', { name: 'Submit Renewal' }).click()
    await expect(toast(page, 'A renewal of this employee is already under way')).toBeVisible()
    await expect(question.getByRole('alert')).toContainText(application.id.slice(-8).toUpperCase())
    await expectAccessible(page, [DESK])
    await question.getByRole('link', { name: 'Open the application' }).click()
    await expect(page).toHaveURL(`/applications/${application.id}`)
  })

  test('hears of a renewal that somebody else submits meanwhile', async ({ page, customer, enter }) => {
    const { id } = await newEmployee(customer)
    await enter(customer.api)
    await page.goto('/employees')
    await pressInMenu(page, 'Renewal', 'Sara Khan')
    const question = dialog(page, 'Renew the visa of Sara Khan?')
    await expect(question.getByRole('button', { name: 'Submit Renewal' })).toBeVisible()
    const application = await customer.api.send(renewEmployee, { body: { employee_id: id } })
    await expect(question.getByRole('alert')).toContainText(application.id.slice(-8).toUpperCase())
  })

  test('and cancellation are offered on active and expired rows, to both roles (E6)', async ({ page, customer, administrator, enter }) => {
    await newEmployee(customer, { employee_name: 'Expired Person', passport_number: 'N11111', visa_expiry_date: inDays(-1) })
    const { id } = await newEmployee(customer, { employee_name: 'Cancelled Person', passport_number: 'N22222' })
    await administrator.send(updateEmployee, { params: { id }, body: { status: 'cancelled' } })
    const { id: asked } = await newEmployee(customer, { employee_name: 'Asked Person', passport_number: 'N33333' })
    await customer.api.send(requestCancellation, { body: { employee_id: asked, reason: 'Left' } })
    await newEmployee(customer, { employee_name: 'Active Person', passport_number: 'N44444' })
    for (const sender of [administrator, customer.api]) {
      await enter(sender)
      await page.goto('/employees?q=Person')
      await expect(row(page, 'Active Person')).not.toHaveCount(0)
      for (const name of ['Active Person', 'Expired Person'])
        expect(await offeredTo(page, name)).toEqual(expect.arrayContaining(['Renewal', 'Cancellation']))
      for (const name of ['Cancelled Person', 'Asked Person']) {
        const offered = await offeredTo(page, name)
        for (const verb of ['Renewal', 'Cancellation']) expect(offered).not.toContain(verb)
        expect(offered.includes('Delete')).toBe(sender === administrator)
      }
    }
    await expect(page.getByRole('row')).toHaveCount(5)
    await action(page, 'Renewal: Expired Person').click()
    await dialog(page, 'Renew the visa of Expired Person?').getByRole('button', { name: 'Submit Renewal' }).click()
    await expect(toast(page, 'Renewal request submitted successfully')).toBeVisible()
    await expect(row(page, 'Expired Person')).toContainText('Renewal under way')
    await page.goto(`/employees?dialog=cancel&employee=${id}`)
    await expect(page.getByRole('row')).toHaveCount(5)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('Employees, cancellation', () => {
  test('asks for a reason and sends nothing without one (§5)', async ({ page, customer, enter }) => {
    await newEmployee(customer)
    await enter(customer.api)
    await page.goto('/employees')
    const sent = count(page, requestCancellation)
    // By keyboard alone: the menu opens, its arrows go round, and the dialog gives the focus back to where it began.
    const chooseCancellation = async () => {
      await menu(page, 'Sara Khan').press('Enter')
      await expect(entry(page, 'Edit')).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(entry(page, 'Invite')).toBeFocused()
      for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('ArrowDown')
      await expect(entry(page, 'Cancellation')).toBeFocused()
      await page.keyboard.press('Enter')
    }
    await chooseCancellation()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page, 'Sara Khan')).toBeFocused()
    await expect(page).toHaveURL('/employees')
    await chooseCancellation()
    const form = dialog(page, /Request the cancellation of Sara Khan/)
    const reason = form.getByRole('textbox', { name: 'Reason' })
    await expect(reason).toBeFocused()
    await reason.fill('   ')
    await form.getByRole('button', { name: 'Request Cancellation' }).click()
    await expect(reason).toHaveAccessibleDescription('Reason is required')
    await expect(reason).toBeFocused()
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await reason.fill('')
    await form.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(form).toBeHidden()
    await expect(row(page, 'Sara Khan')).toContainText('Active')
    expect(sent()).toBe(0)
  })

  test('changes the row at once, and the administrator decides on it (E3, U51)', async ({ page, customer, administrator, enter }) => {
    const name = `Leaving ${Date.now()}`
    await newEmployee(customer, { employee_name: name })
    await enter(customer.api)
    await page.goto('/employees')
    await pressInMenu(page, 'Cancellation', name)
    await page.getByRole('textbox', { name: 'Reason' }).fill('Left on 1 November')
    await page.getByRole('textbox', { name: 'Additional notes (optional)' }).fill('Ticket is booked')
    await action(page, 'Request Cancellation').click()
    await expect(toast(page, 'Cancellation request submitted successfully')).toBeVisible()
    await expect(row(page, name)).toContainText('Cancellation requested')
    await expect(menu(page, name)).toBeFocused()
    expect(await offeredTo(page, name)).toEqual(['Edit', 'Cancellation request', 'Papers'])
    await action(page, `Cancellation request: ${name}`).click()
    await expect(page.getByRole('dialog').getByText('An administrator decides on this request.')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: /Active|Cancelled/ })).toHaveCount(0)

    await enter(administrator)
    await page.goto(`/employees?q=${encodeURIComponent(name)}`)
    const request = dialog(page, new RegExp(`Cancellation of ${name}`))
    await action(page, `Cancellation request: ${name}`).click()
    await expect(request.getByRole('definition')).toHaveText(['Left on 1 November', 'Ticket is booked', 'Omar Haddad', inWords(inDays(0))])
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await field(page, 'Leave by').fill(inWords(inDays(90)))
    await request.getByRole('button', { name: 'Set Cancelled' }).click()
    await expect(toast(page, 'Employee updated successfully')).toBeVisible()
    await expect(row(page, name).getByText('Cancelled', { exact: true })).toBeVisible()
    await pressInMenu(page, 'Cancellation request', name)
    await expect(field(page, 'Leave by')).toHaveValue(inWords(inDays(90)))
    await expect(request.getByRole('button', { name: 'Save Day' })).toBeDisabled()
    await expect(request.getByRole('button', { name: 'Set Cancelled' })).toHaveCount(0)
    await request.getByRole('button', { name: 'Back to Active' }).click()
    await expect(row(page, name).getByText('Active', { exact: true })).toBeVisible()
    expect(await offeredTo(page, name)).toContain('Cancellation')
  })
})

test.describe('Employees, deleting', () => {
  test('is for administrators, names the person, and cannot be undone (E5, U17)', async ({ page, customer, administrator, enter }) => {
    const name = `Gone ${Date.now()}`
    await newEmployee(customer, { employee_name: name })
    await newEmployee(customer, { employee_name: `${name} not`, passport_number: 'N7' })
    await enter(administrator)
    await page.goto(`/employees?q=${encodeURIComponent(name)}`)
    const sent = count(page, deleteEmployee)
    await pressInMenu(page, 'Delete', name)
    const question = dialog(page, `Delete ${name}?`)
    await expect(question).toContainText('N1234567')
    await expect(question).toContainText('this person’s applications stay. This cannot be undone.')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page, [DESK])
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    expect(sent()).toBe(0)
    await pressInMenu(page, 'Delete', name)
    await question.getByRole('button', { name: 'Delete Employee' }).click()
    await expect(toast(page, 'Employee deleted successfully')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    expect(sent()).toBe(1)
  })
})

test.describe('Employees, actions on a phone', () => {
  test.use({ viewport: PHONE })

  test('are one in words and all in a menu in the card of a row', async ({ page, customer, enter }) => {
    await newEmployee(customer, { passport_number: 'A123456789012345678901234567890123456789' })
    await enter(customer.api)
    await page.goto('/employees')
    const item = page.getByRole('list', { name: 'Employees' }).getByRole('listitem')
    await expectAccessible(page, [PHONE])
    // The views are pushed sideways, none over another.
    const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link')
    for (const view of await views.all()) expect(await view.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    await menu(item, 'Sara Khan').click()
    await expectAccessible(page, [PHONE])
    await entry(page, 'Renewal').click()
    await page.getByRole('button', { name: 'Submit Renewal' }).click()
    await expect(toast(page, 'Renewal request submitted successfully')).toBeVisible()
    await expect(item.getByRole('link', { name: 'Renewal under way: Sara Khan' })).toBeVisible()
    await item.getByRole('button', { name: 'Edit: Sara Khan' }).click()
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
  })
})

test.describe('Employees, actions refused', () => {
  test.use({ refusals: [409, 500] })

  test('say that a passport number is taken, at the field too', async ({ page, customer, enter }) => {
    await newEmployee(customer)
    await enter(customer.api)
    await page.goto('/employees?dialog=add')
    await fillNew(page, { 'Passport number': 'n1234567' })
    await dialog(page, 'Add Employee').getByRole('button', { name: 'Add Employee' }).click()
    const taken = 'This company already has an employee with this passport number'
    await expect(toast(page, taken).first()).toBeVisible()
    await expect(field(page, 'Passport number')).toHaveAccessibleDescription(taken)
    await expect(field(page, 'Employee name')).toHaveValue('Maya Nair')
  })

  test('say why adding fails, and keep what was typed', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/employees?dialog=add')
    await fillNew(page)
    for (const [detail, text] of failures('Failed to add employee')) {
      const mend = await fail(page, createEmployee, detail)
      await dialog(page, 'Add Employee').getByRole('button', { name: 'Add Employee' }).click()
      await expect(toast(page, text)).toBeVisible()
      await expect(field(page, 'Employee name')).toHaveValue('Maya Nair')
      await mend()
    }
  })

  test('say why a change, a renewal and a cancellation fail, and keep what was typed', async ({ page, customer, enter }) => {
    const { id } = await newEmployee(customer)
    await enter(customer.api)
    await page.goto(`/employees?dialog=edit&employee=${id}`)
    await field(page, 'Designation').fill('Engineer')
    for (const [detail, text] of failures('Failed to update employee')) {
      const mend = await fail(page, updateEmployee, detail)
      await action(page, 'Save').click()
      await expect(toast(page, text)).toBeVisible()
      await expect(action(page, 'Save')).toBeEnabled()
      await mend()
    }
    await page.goto(`/employees?dialog=renew&employee=${id}`)
    for (const [detail, text] of failures('Failed to submit renewal request')) {
      const mend = await fail(page, renewEmployee, detail)
      await action(page, 'Submit Renewal').click()
      await expect(toast(page, text)).toBeVisible()
      await expect(action(page, 'Submit Renewal')).toBeEnabled()
      await mend()
    }
    await page.goto(`/employees?dialog=cancel&employee=${id}`)
    await page.getByRole('textbox', { name: 'Reason' }).fill('Left')
    for (const [detail, text] of failures('Failed to submit cancellation request')) {
      const mend = await fail(page, requestCancellation, detail)
      await action(page, 'Request Cancellation').click()
      await expect(toast(page, text)).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Left')
      await mend()
    }
  })

  test('say why deleting fails, and keep the row', async ({ page, customer, administrator, enter }) => {
    const name = `Staying ${Date.now()}`
    await newEmployee(customer, { employee_name: name })
    await enter(administrator)
    for (const [detail, text] of failures('Failed to delete employee')) {
      const mend = await fail(page, deleteEmployee, detail)
      await page.goto(`/employees?q=${encodeURIComponent(name)}`)
      await pressInMenu(page, 'Delete', name)
      await action(page, 'Delete Employee').click()
      await expect(toast(page, text)).toBeVisible()
      await expect(row(page, name)).toBeVisible()
      await mend()
    }
  })
})

test.describe('Employees, more than a page', () => {
  test('load a hundred at a time, and a link opens one that is far down', async ({ page, customer, enter }) => {
    const { id } = await newEmployee(customer)
    const many = Array.from({ length: 100 }, (_, index) => ({ employee_name: `Person ${index}`, passport_number: `P10000${index}` }))
    for (let from = 0; from < many.length; from += 20)
      await Promise.all(many.slice(from, from + 20).map((changes) => newEmployee(customer, changes)))
    await enter(customer.api)
    // When the stream starts, the screen may load again.
    await withoutStream(page)
    const asked = [count(page, listEmployees), count(page, getEmployee)]
    await page.goto(`/employees?dialog=edit&employee=${id}`)
    await expect(field(page, 'Employee name')).toHaveValue('Sara Khan')
    expect(asked.map((times) => times())).toEqual([1, 1])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row')).toHaveCount(101)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByRole('row')).toHaveCount(102)
  })
})
