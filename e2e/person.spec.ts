import { expect } from '@playwright/test'
import { createEmployee, getEmployee, listEmployees } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { complete, newApplication, test } from './portal.ts'
import { expectNoSidewaysScroll, fail, toast } from './screens.ts'

test.describe('A person', () => {
  test('opens from the row with cases, documents and account, and is renewed there although expired (E2, E6, S12)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await complete(administrator, id, '2026-01-15')
    const [record] = await customer.api.send(listEmployees, {})
    await enter(customer.api)
    await page.goto('/employees')
    await expect(page.getByRole('link', { name: 'Sara Khan', exact: true })).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/employees/${record?.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sara Khan')
    const cases = page.getByRole('list', { name: 'Applications' })
    await expect(cases.getByRole('link')).toHaveCount(1)
    await expect(page.getByText('Missing: Current visa and Emirates ID')).toBeVisible()
    await expect(page.getByText('This person has no account in the portal.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Record' })).toContainText(/Expired \d+ days ago/)
    await expectAccessible(page, [DESK, PHONE])
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(DESK)
    await page.getByRole('button', { name: 'Renewal: Sara Khan' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'passport_front' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit Renewal' }).click()
    await expect(toast(page, 'Renewal request submitted successfully')).toBeVisible()
    await expect(cases.getByRole('link')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Renewal: Sara Khan' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Omar Haddad')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/applications\/.+/)
  })

  test.describe('who is unknown', () => {
    test.use({ refusals: [404] })

    test('is said to be, with the way back', async ({ page, customer, enter }) => {
      await enter(customer.api)
      await page.goto('/employees/019a9c1e-0000-7000-8000-000000000000')
      await expect(page.getByRole('heading', { name: 'Employee not found' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to employees' }).click()
      await expect(page).toHaveURL('/employees')
    })
  })
  test.describe('who does not load', () => {
    test.use({ refusals: [500] })

    test('is said not to, in a toast and on the screen, and loads when tried again', async ({ page, customer, enter }) => {
      const { id } = await customer.api.send(createEmployee, {
        body: {
          employee_name: 'Sara Khan',
          passport_number: 'N1',
          nationality: 'Indian',
          designation: 'Cook',
          company_id: customer.company.id,
        },
      })
      await enter(customer.api)
      const mend = await fail(page, getEmployee)
      await page.goto(`/employees/${id}`)
      await expect(toast(page, 'Failed to load employee')).toBeVisible()
      await mend()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sara Khan')
    })
  })
})
