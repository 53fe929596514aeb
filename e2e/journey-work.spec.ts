import { expect, type Locator, type Page } from '@playwright/test'
import { advanceApplication } from 'contract'
import { DESK, PHONE } from './accessible.ts'
import { photo } from './files.ts'
import { newApplication, newTopup, test } from './portal.ts'
import { field, file, go, logIn, toast } from './screens.ts'
import { admin } from './server.ts'

const PEOPLE = ['Work Amal', 'Work Basma', 'Work Chitra', 'Work Dina'] as const
/** Whoever hears of what others do asks for it at most once in 3 s, with jitter. */
const LIVE = { timeout: 6_000 }
const BELL = { timeout: 3_000 }

const group = (page: Page, title: string) => page.getByRole('main').getByRole('region', { name: title })
const bell = (page: Page) => page.getByRole('button', { name: /^Notices, / })

test.use({ viewport: DESK })

test('A day of work goes from deciding over moving and refusing to the answer of the company', async ({
  page: office,
  another,
  customer,
  administrator,
}) => {
  test.slow()
  const ids: string[] = []
  for (const [index, employee_name] of PEOPLE.entries())
    ids.push((await newApplication(customer, { employee_name, passport_number: `W${index}` })).id)
  await newTopup(customer, 500)

  await office.goto('/admin-login')
  await logIn(office, admin)
  await group(office, 'Top-ups to decide')
    .getByRole('link', { name: /^Decide: / })
    .first()
    .click()
  await expect(office.getByRole('list', { name: /^Waiting for a decision/ }).getByRole('button', { expanded: true })).toBeVisible()

  let clicks = 0
  const click = async (target: Locator, options: Parameters<Locator['click']>[0] = {}) => {
    await target.click(options)
    clicks += 1
  }
  const row = (name: string) => office.getByRole('row').filter({ hasText: name })
  await click(office.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Applications/ }))
  await click(row('Work Dina').getByRole('checkbox'))
  await click(row('Work Amal').getByRole('checkbox'), { modifiers: ['Shift'] })
  await expect(office.getByText('4 chosen')).toBeVisible()
  await click(office.getByRole('button', { name: 'Approve and begin next' }))
  const dialog = office.getByRole('dialog', { name: /4 cases/ })
  const outcome = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(outcome('Work Amal')).toContainText('Offer Letter')
  // Somebody else is faster with one of them: it is not moved twice.
  await administrator.send(advanceApplication, { params: { id: ids[3] ?? '' }, body: { stage_name: 'Offer Letter' } })
  await click(dialog.getByRole('button', { name: 'Approve and begin next' }))
  for (const name of ['Work Amal', 'Work Basma', 'Work Chitra']) await expect(outcome(name)).toContainText('Done')
  await expect(outcome('Work Dina')).toContainText('This case is now at Labor Fees: Submitted')
  await click(dialog.getByRole('button', { name: 'Close' }).last())
  expect(clicks).toBeLessThanOrEqual(8)

  await row('Work Amal').getByRole('link', { name: 'Work Amal', exact: true }).click()
  await office.getByRole('button', { name: 'Reject…' }).click()
  const refusal = office.getByRole('dialog', { name: 'Reject Labor Fees?' })
  await refusal.getByLabel('What is wrong, and what is needed').fill('The copy is cut off')
  await refusal.getByLabel('Passport front page').check()
  await refusal.getByRole('button', { name: 'Reject' }).click()
  await expect(office.getByRole('region', { name: 'Next step' })).toContainText('Labor Fees was refused')

  const phone = await another()
  await phone.setViewportSize(PHONE)
  await phone.context().addCookies((await customer.api.cookies()).cookies)
  await phone.goto('/dashboard')
  const refused = group(phone, 'Refused cases 1').getByRole('listitem')
  const due = group(phone, 'Amount due').getByRole('listitem')
  await expect(refused).toContainText('Labor Fees refused. The copy is cut off')
  await expect(due).toContainText('AED 26,000.00')
  for (const shown of [refused, due]) {
    const box = await shown.boundingBox()
    expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(PHONE.height)
  }
  await refused.getByRole('link', { name: 'Work Amal', exact: true }).click()
  await expect(field(phone, 'Your message')).toBeVisible()
  await office.waitForLoadState('networkidle')
  await bell(office).click()
  await field(phone, 'Your message').fill('A whole copy comes with this')
  await phone.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Send' }).click()
  const notices = office.getByRole('dialog', { name: 'Notices' })
  await expect(notices).toContainText('New message about the visa application of Work Amal', BELL)
  await office.keyboard.press('Escape')
  await expect(office.getByRole('region', { name: 'Messages' })).toContainText('A whole copy comes with this', BELL)
  await file(phone, 'New file for Passport front page').setInputFiles(photo)
  await expect(toast(phone, 'Document uploaded successfully')).toBeVisible()
  await expect(office.getByRole('region', { name: 'Next step' })).toContainText('The company answered with documents', LIVE)
  await go(office, 'Dashboard')
  await expect(group(office, 'Refused, answered by the company').getByRole('listitem').filter({ hasText: 'Work Amal' })).toContainText(
    'Labor Fees: Rejected, answered',
  )
})
