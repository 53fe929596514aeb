import { expect, type Locator, type Page } from '@playwright/test'
import {
  addDays,
  addPaper,
  createEmployee,
  dubaiDate,
  getPaper,
  type Input,
  listPapers,
  type Paper,
  updatePaper,
  withdrawPaper,
} from 'contract'
import { DESK, expectAccessible } from './accessible.ts'
import { JPEG, PDF } from './files.ts'
import { type Customer, newCustomer, type Sender, test } from './portal.ts'
import { choice, expectNoSidewaysScroll, fail, file, go, inWords, toast } from './screens.ts'
import { say } from './words.ts'

test.use({ refusals: [409, 412, 422, 500] })

const inDays = (days: number): string => addDays(dubaiDate(new Date()), days)
const table = (page: Page): Locator => page.getByRole('table', { name: say('Papers'), includeHidden: true })
const row = (page: Page, text: string | RegExp): Locator => table(page).getByRole('row', { includeHidden: true }).filter({ hasText: text })
/** Afterwards on a desk again, where the list is a table. */
async function inspect(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize(DESK)
}

const drawer = (page: Page): Locator => page.getByRole('dialog')

/** Its calendar closes with the next field. */
async function typeDate(page: Page, label: string, date: string): Promise<void> {
  await choice(drawer(page), label).fill(date)
  await choice(drawer(page), label).press('Tab')
}

async function chooseKind(page: Page, kind: string): Promise<void> {
  await choice(drawer(page), 'Kind').click()
  await page.getByRole('listbox', { name: 'Kind' }).getByRole('option', { name: kind, exact: true }).click()
}

/** A person with passport and residence. */
async function newPerson({ api, company }: Customer, changes: Partial<Input<typeof createEmployee>['body']> = {}) {
  const body = { employee_name: 'Sara Khan', passport_number: 'N111', nationality: 'Indian', designation: 'Accountant' }
  return await api.send(createEmployee, { body: { ...body, company_id: company.id, visa_expiry_date: inDays(12), ...changes } })
}

async function paperOf(api: Sender, kind: Paper['kind']): Promise<Paper> {
  const [found] = await api.send(listPapers, { query: { kind } })
  if (!found) throw new Error(`no ${kind} on record`)
  return found
}

test('shows what expires when, soonest first, narrows it, and keeps what was asked in the address', async ({ page, customer, enter }) => {
  const { id } = await newPerson(customer)
  const { api, company } = customer
  await api.send(addPaper, { body: { kind: 'work_permit', employee_id: id, number: 'WP-1', expires_on: inDays(-3) } })
  await api.send(addPaper, { body: { kind: 'establishment_card', company_id: company.id, number: 'EC-7', expires_on: inDays(80) } })
  await enter(api)
  await page.goto('/dashboard')
  await go(page, 'Papers')
  await expect(table(page).getByRole('columnheader')).toHaveText(['Person', 'Kind', 'Number', 'Expires'])
  const ofPeople = table(page).locator('tbody').getByRole('row')
  await expect(ofPeople).toHaveText([/Work permit.*3 days ago/, /Residence.*in 12 days/, /Passport.*N111.*No date/])
  await expect(row(page, 'Residence').getByText('in 12 days')).toHaveAttribute('title', inWords(inDays(12)))
  await expect(row(page, 'Residence').getByText(inWords(inDays(12)), { exact: true })).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Expired' }).click()
  await expect(ofPeople).toHaveText([/Work permit/])
  await page.reload()
  await expect(ofPeople).toHaveText([/Work permit/])
  await page.getByRole('button', { name: '30 days' }).click()
  await expect(ofPeople).toHaveText([/Residence/])
  await page.getByRole('button', { name: 'No date' }).click()
  await expect(ofPeople).toHaveText([/Passport/])
  await page.getByLabel('Kind').selectOption('Residence')
  await expect(page.getByText('No paper matches this search and these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(ofPeople).toHaveCount(3)
  await page.getByRole('searchbox').fill('wp-1')
  await expect(ofPeople).toHaveText([/Work permit/])
  await page.getByRole('tab', { name: 'Company' }).click()
  await expect(table(page).getByRole('columnheader')).toHaveText(['Kind', 'Number', 'Expires'])
  await expect(row(page, 'EC-7')).toContainText('in 80 days')
  await expect(page).toHaveURL('/papers?owner=company')
})

test('renews, corrects and withdraws a paper in its drawer, with the sentences of the server at the fields', async ({
  page,
  customer,
  enter,
}) => {
  const { id } = await newPerson(customer)
  await customer.api.send(addPaper, { body: { kind: 'work_permit', employee_id: id, number: 'WP-1', expires_on: inDays(20) } })
  await enter(customer.api)
  await page.goto('/papers')
  await row(page, 'Work permit').getByRole('cell').last().click()
  await expect(drawer(page).getByRole('heading', { name: 'Work permit of Sara Khan' })).toBeVisible()
  await expect(drawer(page).getByText('in 20 days')).toBeVisible()
  await inspect(page)
  await drawer(page).getByRole('button', { name: 'Renew' }).click()
  await expect(choice(drawer(page), 'Number')).toBeFocused()
  await choice(drawer(page), 'Number').fill('WP-2')
  await typeDate(page, 'Issued on', '3 May 2030')
  await typeDate(page, 'Valid until', '3 May 2029')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page).getByRole('alert')).toContainText('The expiry date must be after the issue date')
  await inspect(page)
  await typeDate(page, 'Issued on', '3 May 2027')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Paper renewed')).toBeVisible()
  const earlier = drawer(page).getByRole('list', { name: 'Earlier ones' })
  await expect(earlier.getByRole('listitem')).toHaveText([/WP-1.*Renewed/])
  await expect(row(page, 'Work permit')).toContainText('WP-2')
  await earlier.getByRole('button').click()
  await expect(drawer(page).getByRole('button', { name: 'Correct' })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: 'Open the one on record' }).click()
  await drawer(page).getByRole('button', { name: 'Correct' }).click()
  await expect(choice(drawer(page), 'Number')).toHaveValue('WP-2')
  await expect(choice(drawer(page), 'Number')).toBeFocused()
  await choice(drawer(page), 'Number').fill('WP-3')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Paper corrected')).toBeVisible()
  await expect(row(page, 'WP-3')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Withdraw' }).click()
  await drawer(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(drawer(page).getByText('Reason is required')).toBeVisible()
  await choice(drawer(page), 'Reason').fill('Cancelled by MOHRE')
  await drawer(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(page, 'Paper withdrawn')).toBeVisible()
  await expect(drawer(page).getByText('Cancelled by MOHRE')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(page).toHaveURL('/papers')
  await expect(row(page, 'Work permit')).toHaveCount(0)
})

test('asks which value to keep where somebody else has corrected the paper meanwhile', async ({ page, customer, enter }) => {
  await newPerson(customer)
  const { id } = await paperOf(customer.api, 'residence')
  await enter(customer.api)
  await page.goto(`/papers?paper=${id}`)
  await drawer(page).getByRole('button', { name: 'Correct' }).click()
  await choice(drawer(page), 'Number').fill('201/2026/1')
  await customer.api.send(updatePaper, { params: { id }, body: { number: '201/2026/2', issuer: 'GDRFA' } })
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  const asked = drawer(page).getByRole('alert')
  await expect(asked).toContainText('Someone else has changed this paper in the meantime')
  await asked.getByLabel('Theirs: 201/2026/2').check()
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Paper corrected')).toBeVisible()
  await expect(row(page, '201/2026/2')).toBeVisible()
})

test('says in the tab of the company what is added there, by the button too', async ({ page, customer, enter }) => {
  await enter(customer.api)
  await page.goto('/papers?owner=company')
  await expect(page.getByText('Add the trade license, establishment card or another paper.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a company paper' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a company paper' })).toBeVisible()
})

test('adds a paper, and leads to the one on record where there is one', async ({ page, customer, enter }) => {
  await newPerson(customer)
  await enter(customer.api)
  await page.goto('/papers')
  await page.getByRole('button', { name: 'Add a paper' }).click()
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page).getByRole('alert')).toContainText('Kind is required')
  await choice(drawer(page), 'Employee').fill('Sara')
  await page.getByRole('option', { name: 'Sara Khan · N111' }).click()
  await chooseKind(page, 'Residence')
  await typeDate(page, 'Valid until', '3 May 2029')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page).getByRole('alert')).toContainText('A residence is already on record, valid until')
  await inspect(page)
  await chooseKind(page, 'Emirates ID')
  await choice(drawer(page), 'Valid until').fill('')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  const either = drawer(page).getByText('The number or the expiry date is required')
  await expect(either).toHaveCount(3)
  await expect(drawer(page).getByRole('alert').getByRole('listitem')).toHaveCount(1)
  await choice(drawer(page), 'Number').fill('784')
  await expect(either).toHaveCount(0)
  await chooseKind(page, 'Health insurance')
  await choice(drawer(page), 'Number').fill('HI-1')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Paper saved')).toBeVisible()
  await expect(row(page, 'HI-1')).toBeVisible()
})

test('keeps a file with a paper: added with it, viewed, downloaded, replaced and deleted', async ({ page, customer, employee, enter }) => {
  const scan = { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: JPEG }
  await enter(customer.api)
  await page.goto('/papers')
  await page.getByRole('button', { name: 'Add a paper' }).click()
  await choice(drawer(page), 'Employee').fill('Sara')
  await page.getByRole('option', { name: 'Sara Khan · N1234567' }).click()
  await chooseKind(page, 'Health insurance')
  await file(drawer(page), 'File').setInputFiles(scan)
  await expect(toast(page, 'Document ready to upload')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await row(page, 'Health insurance').getByRole('link').click()
  await drawer(page).getByRole('button', { name: 'View Health insurance' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Health insurance' })).toBeVisible()
  await inspect(page)
  await page.keyboard.press('Escape')
  await expect(drawer(page).getByRole('heading', { name: 'Health insurance of Sara Khan' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: 'Download Health insurance' }).click()
  expect((await saved).suggestedFilename()).toBe('Sara-Khan_health_insurance.jpg')
  const mend = await fail(page, getPaper)
  const unheard = page.waitForResponse((response) => response.status() === 500)
  await file(drawer(page), 'File').setInputFiles({ name: 'policy.pdf', mimeType: 'application/pdf', buffer: PDF })
  await unheard
  await expect(toast(page, 'File saved')).toBeVisible()
  // The picture before it is gone: to show it again would be a 404.
  await expect(drawer(page).getByText('policy.pdf')).toBeVisible()
  await mend()
  await page.reload()
  await expect(drawer(page).getByText('policy.pdf')).toBeVisible()
  await inspect(page)
  const { pathname, search } = new URL(page.url())
  const remove = async () => {
    await drawer(page).getByRole('button', { name: 'Delete the file' }).click()
    await page.getByRole('dialog', { name: 'Delete the file' }).getByRole('button', { name: 'Delete' }).click()
    await expect(drawer(page).getByText(/scan\.jpg|policy\.pdf/)).toHaveCount(0)
  }
  const add = async () => {
    await file(drawer(page), 'File').setInputFiles(scan)
    await expect(drawer(page).getByRole('button', { name: 'View Health insurance' })).toBeVisible()
  }
  await remove()
  await expect(toast(page, 'File deleted')).toBeVisible()
  await add()
  await remove()
  await add()
  await enter(employee.api)
  await page.goto(pathname + search)
  await expect(drawer(page).getByText('scan.jpg')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: /Replace|Delete/ })).toHaveCount(0)
})

test('an administrator sees the companies and hears of changes without reloading', async ({ page, customer, administrator, enter }) => {
  const { employee_name, id } = await newPerson(customer, { employee_name: `Sara ${crypto.randomUUID().slice(0, 8)}` })
  await enter(administrator)
  await page.goto(`/papers?q=${encodeURIComponent(employee_name)}`)
  await expect(table(page).getByRole('columnheader')).toHaveText(['Person', 'Kind', 'Number', 'Expires', 'Company'])
  await expect(row(page, 'Residence')).toContainText('Falcon Trading LLC')
  const permit = { kind: 'work_permit', employee_id: id, number: 'WP-1' } as const
  const added = await customer.api.send(addPaper, { body: permit })
  await row(page, 'WP-1').getByRole('link').click()
  await expect(drawer(page).getByRole('button', { name: 'Renew' })).toBeVisible()
  await customer.api.send(withdrawPaper, { params: { id: added.id }, body: { reason: 'Lost' } })
  await expect(drawer(page).getByText('Lost')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Renew' })).toHaveCount(0)
})

test('the employee reads the own papers and changes none', async ({ page, customer, employee, enter }) => {
  await newPerson(customer, { employee_name: 'Omar Said', passport_number: 'N999' })
  const card = { kind: 'establishment_card', company_id: customer.company.id, number: 'EC-7' } as const
  await customer.api.send(addPaper, { body: card })
  await enter(employee.api)
  await page.goto('/dashboard')
  await go(page, 'Papers')
  await expect(table(page).locator('tbody').getByRole('row')).toHaveText([/Passport.*N1234567/])
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a paper' })).toHaveCount(0)
  await row(page, 'Passport').getByRole('link').click()
  await expect(drawer(page).getByRole('heading', { name: 'Passport of Sara Khan' })).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Renew' })).toHaveCount(0)
  await inspect(page)
})

test('stand on the screen of the person, and those of the company in its profile', async ({ page, customer, enter }) => {
  const { id } = await newPerson(customer)
  const card = { kind: 'establishment_card', company_id: customer.company.id, number: 'EC-7', expires_on: inDays(80) } as const
  await customer.api.send(addPaper, { body: card })
  await enter(customer.api)
  await page.goto(`/employees/${id}`)
  const papers = page.getByRole('region', { name: 'Papers' })
  await expect(papers.getByRole('listitem')).toHaveText([/Residence.*in 12 days/, /Passport.*N111.*No date/])
  await papers.getByRole('button', { name: 'Add a paper' }).click()
  await chooseKind(page, 'Work permit')
  await choice(drawer(page), 'Number').fill('WP-1')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await papers.getByRole('button', { name: /WP-1/ }).click()
  await expect(drawer(page).getByRole('heading', { name: 'Work permit of Sara Khan' })).toBeVisible()
  await inspect(page)
  await page.goto('/company-profile')
  const ofCompany = page.getByRole('region', { name: 'Papers of the company' })
  await expect(ofCompany.getByRole('listitem')).toHaveText([/Establishment card.*EC-7.*in 80 days/])
  await ofCompany.getByRole('button', { name: 'Add a company paper' }).click()
  await chooseKind(page, 'Trade license')
  await expect(drawer(page).getByText('The license number stands in the company profile.')).toBeVisible()
  await typeDate(page, 'Valid until', '3 May 2029')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(ofCompany.getByRole('listitem')).toHaveCount(2)
  await ofCompany.getByRole('button', { name: /Trade license/ }).click()
  await drawer(page).getByRole('button', { name: 'Renew' }).click()
  await expect(choice(drawer(page), 'Issued on')).toBeFocused()
})

test('are an action of the row of the person', async ({ page, customer, enter }) => {
  const { id } = await newPerson(customer)
  await enter(customer.api)
  await page.goto('/employees')
  await page.getByRole('button', { name: 'Actions: Sara Khan' }).click()
  await page.getByRole('menuitem', { name: 'Papers' }).click()
  await expect(page).toHaveURL(`/employees/${id}#papers`)
  await expect(page.getByRole('region', { name: 'Papers' })).toBeVisible()
})

test('says that nothing is there, that it failed, and that a paper is unknown', async ({ page, baseURL, enter }) => {
  const { api } = await newCustomer(baseURL ?? '')
  await enter(api)
  await page.goto('/papers')
  await expect(page.getByText('No papers found', { exact: true })).toBeVisible()
  const mend = await fail(page, listPapers)
  await page.reload()
  await expect(page.getByText('The papers could not be loaded.')).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No papers found', { exact: true })).toBeVisible()
})

test.describe('on a phone, in Arabic', () => {
  test.use({ language: 'ar', viewport: { width: 390, height: 844 } })

  test('shows each paper as a card, and its drawer', async ({ page, customer, enter }) => {
    await newPerson(customer)
    await enter(customer.api)
    await page.goto('/papers')
    const card = page.getByRole('list', { name: say('Papers') }).getByRole('listitem')
    await expect(card.first()).toContainText('الإقامة')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await card.first().getByRole('link').click()
    await expect(drawer(page).getByRole('button', { name: 'تجديد' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
