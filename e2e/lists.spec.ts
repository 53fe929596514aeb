import { expect, type Locator, type Page } from '@playwright/test'
import { addStage, createEmployee } from 'contract'
import { DESK, expectAccessible } from './accessible.ts'
import { newApplication, newCustomer, test } from './portal.ts'
import { choice } from './screens.ts'

/** Opens the list of a field by keyboard, narrowed by what is typed; the field must announce it. */
async function expectToTellOfItsList(page: Page, field: Locator, typed = ''): Promise<void> {
  await field.focus()
  await page.keyboard.type(typed)
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectAccessible(page, [DESK])
  await page.keyboard.press('Tab')
}

test.describe('A field that offers a list tells of it, and is accessible while it is open', () => {
  test('employee record and nationality of an application', async ({ page, customer, enter }) => {
    await customer.api.send(createEmployee, {
      body: {
        company_id: customer.company.id,
        employee_name: 'Sara Khan',
        passport_number: 'N1',
        nationality: 'Indian',
        designation: 'Cook',
      },
    })
    await enter(customer.api)
    await page.goto('/applications/new?type=existing')
    await expectToTellOfItsList(page, choice(page, 'Employee record (optional)'))
    await expectToTellOfItsList(page, choice(page, 'Nationality'), 'ind')
  })

  test('company and nationality of an employee, as an administrator', async ({ page, baseURL, administrator, enter }) => {
    const customer = await newCustomer(baseURL, { company_name: `Oryx ${Date.now()} LLC` })
    await enter(administrator)
    await page.goto(`/employees?q=nobody&dialog=add&of=${customer.company.id}`)
    const dialog = page.getByRole('dialog')
    await expectToTellOfItsList(page, choice(dialog, 'Company'), customer.company.name)
    await expectToTellOfItsList(page, choice(dialog, 'Nationality'), 'ind')
  })

  test('stage and status, as an administrator', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'Submitted' } })
    await enter(administrator)
    await page.goto(`/applications/${id}?stages=by-hand`)
    await expectToTellOfItsList(page, choice(page, 'Status of Offer Letter'))
    await page.getByRole('button', { name: 'Add Stage' }).click()
    const dialog = page.getByRole('dialog')
    await expectToTellOfItsList(page, choice(dialog, 'Stage'))
    await expectToTellOfItsList(page, choice(dialog, 'Status'))
  })
})

test('a name in a list is underlined under the pointer alone', async ({ page, customer, enter }) => {
  await newApplication(customer)
  await enter(customer.api)
  await page.goto('/applications')
  const name = page.getByRole('table').getByRole('link', { name: 'Sara Khan', exact: true })
  await page.mouse.move(0, 0)
  await expect(name).toHaveCSS('text-decoration-line', 'none')
  await name.hover()
  await expect(name).toHaveCSS('text-decoration-line', 'underline')
})
