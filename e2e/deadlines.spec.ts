import { expect, type Locator, type Page } from '@playwright/test'
import {
  addDays,
  addPaper,
  confirmRule,
  createEmployee,
  dubaiDate,
  listDeadlines,
  listPapers,
  listRules,
  type Paper,
  setCaseDates,
} from 'contract'
import { DESK, expectAccessible } from './accessible.ts'
import { type Customer, newApplication, type Sender, test } from './portal.ts'
import { choice, expectNoSidewaysScroll, fail, go, toast } from './screens.ts'

test.use({ refusals: [422, 500] })

const inDays = (days: number): string => addDays(dubaiDate(new Date()), days)
const clocksOf = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true }).getByRole('listitem')

/** The two kinds whose fines are counted in the design's example. */
async function confirmRules(administrator: Sender): Promise<void> {
  for (const { id, key, confirmed } of await administrator.send(listRules, {}))
    if (!confirmed && (key === 'emirates_id_renewal' || key === 'work_permit_renewal'))
      await administrator.send(confirmRule, { params: { id }, body: { confirmed: true } })
}

/** Her Emirates ID is 40 days past its end, ten of them fined: AED 200.00. */
async function newLina({ api, company }: Customer) {
  const body = { employee_name: 'Lina Haddad', passport_number: 'L111', nationality: 'Jordanian', designation: 'Clerk' }
  const dates = { eid_number: '784-1', eid_expiry_date: inDays(-40) }
  return await api.send(createEmployee, { body: { ...body, ...dates, company_id: company.id } })
}

const permitOf = (employee_id: string, expires_on: string) => ({ kind: 'work_permit' as const, employee_id, number: 'WP-1', expires_on })

test('shows what is late and what it costs, and closes a clock when its paper is renewed', async ({
  page,
  customer,
  administrator,
  enter,
}) => {
  await confirmRules(administrator)
  const lina = await newLina(customer)
  await customer.api.send(addPaper, { body: permitOf(lina.id, inDays(20)) })
  await customer.api.send(addPaper, { body: { kind: 'trade_license', company_id: customer.company.id, expires_on: inDays(80) } })
  await enter(customer.api)
  await page.goto('/dashboard')
  const risk = page.getByRole('region', { name: 'Money at risk' })
  await expect(risk).toHaveText('Money at risk: AED 200.00 now, AED 600.00 more within 30 days')
  await risk.getByRole('link').click()
  await expect(page).toHaveURL('/deadlines')
  await expect(clocksOf(page, 'Lina Haddad')).toHaveText([/Renew the Emirates ID.*AED\s200\.00 now/s, /Renew the work permit/])
  await expect(clocksOf(page, 'Falcon Trading LLC')).toHaveText([/Renew the trade license.*in 80 days.*printed on the paper/s])
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: '90 days' }).click()
  await expect(page.getByText('Lina Haddad')).toHaveCount(1)
  await page.getByText('By kind').click()
  await expect(clocksOf(page, 'Trade license')).toHaveText([/Falcon Trading LLC/])
  await page.getByRole('button', { name: 'Late' }).click()
  await page.reload()
  await expect(clocksOf(page, 'Emirates ID')).toHaveText([/Lina Haddad.*days late/s])
  await expect(page.getByRole('list', { name: 'Trade license' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Where this comes from' }).click()
  await expect(page).toHaveURL(/\/rules\?rules=/)
  await expect(page.getByText('AED 20.00 a day')).toBeVisible()
  await page.goBack()
  await clocksOf(page, 'Emirates ID').getByRole('button', { name: 'Renew' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Renew: Emirates ID of Lina Haddad' })).toBeVisible()
  await choice(drawer, 'Valid until').fill('3 May 2029')
  await choice(drawer, 'Valid until').press('Tab')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Paper renewed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No deadline matches these filters.')).toBeVisible()
})

test('the clock closes on another’s screen without reloading, and stands on those of the person and the case', async ({
  page,
  customer,
  administrator,
  enter,
}) => {
  const lina = await newLina(customer)
  const { id } = await newApplication(customer, { documents: {} })
  await administrator.send(setCaseDates, { params: { id }, body: { entry_permit_issued_on: inDays(-10) } })
  await enter(customer.api)
  await page.goto(`/applications/${id}`)
  await expect(clocksOf(page, 'Deadlines')).toHaveText([/Enter with the entry permit/])
  await page.goto('/deadlines?shows=late')
  await expect(clocksOf(page, 'Lina Haddad')).toHaveCount(1)
  await page.getByRole('link', { name: 'Lina Haddad' }).click()
  await expect(clocksOf(page, 'Deadlines')).toHaveText([/Renew the Emirates ID/])
  const [card] = (await customer.api.send(listPapers, { query: { kind: 'emirates_id' } })) as Paper[]
  await customer.api.send(addPaper, {
    body: { kind: 'emirates_id', employee_id: lina.id, renews_id: card?.id ?? '', expires_on: inDays(900) },
  })
  await expect(clocksOf(page, 'Deadlines')).toHaveText([/in \d+ days/])
})

test('an administrator stops a clock and lets it run again', async ({ page, customer, administrator, enter }) => {
  await confirmRules(administrator)
  const lina = await newLina(customer)
  await customer.api.send(addPaper, { body: permitOf(lina.id, inDays(-100)) })
  await enter(administrator)
  await page.goto(`/deadlines?shows=late&company=${customer.company.id}`)
  const permit = clocksOf(page, 'Lina Haddad').filter({ hasText: 'Renew the work permit' })
  await expect(permit).toContainText('AED 400.00 now')
  await permit.getByRole('button', { name: 'Stop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Stop the clock' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Reason is required')
  await choice(dialog, 'Reason').click()
  await page.getByRole('option', { name: 'abroad over six months' }).click()
  await choice(dialog, 'From').fill('1 Oct 2026')
  await choice(dialog, 'Until').fill('1 Sep 2026')
  await dialog.getByRole('button', { name: 'Stop the clock' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Until must not be before From')
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await choice(dialog, 'Until').fill('')
  await choice(dialog, 'From').fill('1 Jan 2020')
  await dialog.getByRole('button', { name: 'Stop the clock' }).click()
  await expect(permit).toContainText('Stands still since 1 Jan 2020: abroad over six months.')
  await expect(permit).not.toContainText('AED 400.00 now')
  await permit.getByRole('button', { name: 'Change the stop' }).click()
  await dialog.getByRole('button', { name: 'Let it run again' }).click()
  await expect(permit).toContainText('AED 400.00 now')
  await page.getByText('By company').click()
  await expect(page.getByRole('row', { name: customer.company.name }).first()).toBeVisible()
})

test('the employee reads the own clocks without the money of the company', async ({ page, customer, employee, enter }) => {
  const [own] = (await employee.api.send(listPapers, { query: { kind: 'passport' } })) as Paper[]
  await customer.api.send(addPaper, { body: permitOf(own?.employee_id ?? '', inDays(-100)) })
  await enter(employee.api)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Money at risk' })).toHaveCount(0)
  await go(page, 'Deadlines')
  await expect(clocksOf(page, 'Deadlines')).toHaveText([/Renew the work permit/])
  await expect(page.getByRole('main')).not.toContainText('AED')
  await expect(page.getByRole('button', { name: /Renew|Stop|Not counted/ })).toHaveCount(0)
})

test('says that nothing runs, and that it failed', async ({ page, customer, enter }) => {
  await enter(customer.api)
  const mend = await fail(page, listDeadlines)
  await page.goto('/deadlines')
  await expect(page.getByText('The deadlines could not be loaded.')).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No deadlines', { exact: true })).toBeVisible()
})

test.describe('on a phone, in Arabic', () => {
  test.use({ language: 'ar', viewport: { width: 390, height: 844 } })

  test('shows each clock whole', async ({ page, customer, enter }) => {
    await newLina(customer)
    await enter(customer.api)
    await page.goto('/deadlines')
    await expect(clocksOf(page, 'Lina Haddad')).toContainText('تجديد الهوية الإماراتية')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
