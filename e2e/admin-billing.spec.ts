import { expect, type Page } from '@playwright/test'
import {
  approveTopup,
  deleteCompany,
  getBalance,
  getSettings,
  listTransactions,
  pathOf,
  rejectTopup,
  reverseTransaction,
  type Settings,
} from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { JPEG, PDF } from './files.ts'
import { type Customer, data, newApplication, newCustomer, newTopup, type Sender, test } from './portal.ts'
import { count, fail, field, pressTwice, pretend, toast, UNTOLD } from './screens.ts'
import { admin } from './server.ts'

const PHOTO = data(JPEG, 'image/jpeg')
const main = (page: Page) => page.getByRole('main')
const waiting = (page: Page) => main(page).getByRole('list', { name: /^Waiting for a decision/ })
const row = (page: Page, { name }: { name: string }) => waiting(page).getByRole('listitem').filter({ hasText: name })
const rows = (page: Page) => waiting(page).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')
const nothingWaits = (page: Page) => page.getByText('No top-up is waiting for a decision', { exact: true })
const uniqueCustomer = (baseURL: string, name = 'Falcon') => newCustomer(baseURL, { company_name: `${name} ${Date.now()} LLC` })
const balanceOf = async ({ api }: Customer) => (await api.send(getBalance, {})).balance

/** Decides what other specs left, so that the list holds only the top-ups of this one. */
async function decideAll(administrator: Sender): Promise<void> {
  for (const { id } of await administrator.send(listTransactions, { query: { type: 'topup', status: 'pending' } }))
    await administrator.send(rejectTopup, { params: { id }, body: { notes: null } })
}

test.beforeEach(async ({ administrator }) => {
  await decideAll(administrator)
})

test.describe('Top-up approvals', () => {
  test.beforeEach(async ({ administrator, enter }) => {
    await enter(administrator)
  })

  test('approves an amount, says what follows, and settles what waits (W2)', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    await newApplication(customer, { employee_name: 'Ali Raza' })
    await newApplication(customer, { employee_name: 'Mona Aziz', passport_number: 'P2', employee_location: 'inside_uae' })
    await newTopup(customer, 8_000.5, PHOTO)
    const sent = count(page, approveTopup)
    await page.goto('/admin-billing')
    const request = row(page, customer.company)
    await expect(request).toContainText('Omar Haddad')
    await expect(request).toContainText('AED 8,000.50')
    await expect(request.locator('time')).toHaveAttribute('title', /^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}$/)
    await expect(request.getByRole('img', { name: `Receipt of ${customer.company.name}` })).toBeVisible()
    await request.getByRole('button', { name: `Approve AED 8,000.50 for ${customer.company.name}` }).click()
    await expect(page).toHaveURL(/dialog=approve/)
    await expect(page.getByRole('dialog', { name: `Approve AED 8,000.50 for ${customer.company.name}?` })).toBeVisible()
    await expect(dialog(page)).toContainText('Balance nowAED 0.00')
    await expect(dialog(page)).toContainText('Due nowAED 14,000.00')
    await expect(dialog(page)).toContainText('Balance after approvalAED 1,500.50')
    await expect(dialog(page)).toContainText('Due after approvalAED 7,500.00')
    await expect(dialog(page)).toContainText('SettlesAli Raza AED 6,500.00')
    await expect(dialog(page)).not.toContainText('Mona Aziz')
    await pressTwice(page, dialog(page).getByRole('button', { name: 'Approve AED 8,000.50' }), approveTopup)
    await expect(toast(page, 'Top-up approved and balance credited')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(nothingWaits(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Waiting for a decision (0)' })).toBeFocused()
    expect(sent()).toBe(1)
    expect(await customer.api.send(getBalance, {})).toEqual({ balance: 1_500.5, due: 7_500, pending_topups: 0 })
  })

  test('keeps the notes of an approval, and asks before they are lost (U19)', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    const { id } = await newTopup(customer, 500)
    await page.goto(`/admin-billing?dialog=approve&transaction=${id}`)
    await dialog(page).getByLabel('Notes (optional)').fill('Seen on the statement of 20 November')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).getByRole('button', { name: 'Approve AED 500.00' }).click()
    await expect(toast(page, 'Top-up approved and balance credited')).toBeVisible()
    const [topup] = await customer.api.send(listTransactions, {})
    expect(topup).toMatchObject({ status: 'approved', notes: 'Seen on the statement of 20 November', decided_by_name: 'Administrator' })
  })

  test('rejects with notes, with blank ones and without', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    for (const [typed, stored] of [
      ['The receipt shows another amount', 'The receipt shows another amount'],
      ['   ', 'Top-up request rejected'],
      ['', 'Top-up request rejected'],
    ] as const) {
      await newTopup(customer, 700)
      await page.goto('/admin-billing')
      await row(page, customer.company)
        .getByRole('button', { name: /^Reject/ })
        .click()
      const notes = dialog(page).getByLabel('Notes (optional)')
      await expect(notes).toBeFocused()
      const hint = dialog(page).locator(`[id="${await notes.getAttribute('aria-describedby')}"]`)
      expect((await hint.boundingBox())?.y).toBeGreaterThan((await notes.boundingBox())?.y ?? Number.NaN)
      await dialog(page).getByLabel('Notes (optional)').fill(typed)
      await dialog(page).getByRole('button', { name: 'Reject AED 700.00' }).click()
      await expect(toast(page, 'Top-up request rejected')).toBeVisible()
      await expect(row(page, customer.company)).toHaveCount(0)
      const [topup] = await customer.api.send(listTransactions, {})
      expect(topup).toMatchObject({ status: 'rejected', notes: stored })
      expect(await balanceOf(customer)).toBe(0)
    }
  })

  test('lists the oldest first, and goes to the next after a decision', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    for (const amount of [100, 200, 300]) await newTopup(customer, amount)
    await page.goto('/admin-billing')
    await expect(rows(page)).toContainText(['AED 100.00', 'AED 200.00', 'AED 300.00'])
    await rows(page).nth(1).getByRole('button', { expanded: false }).click()
    await expect(page).toHaveURL(/topup=/)
    await page.reload()
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Approve AED 200/ })
      .click()
    await dialog(page).getByRole('button', { name: 'Approve AED 200.00' }).click()
    await expect(rows(page)).toContainText(['AED 100.00', 'AED 300.00'])
    await expect(rows(page).nth(1).getByRole('button', { expanded: true })).toBeFocused()
    await rows(page).nth(1).getByRole('button', { expanded: true }).click()
    await expect(waiting(page).getByRole('button', { expanded: true })).toHaveCount(0)
  })

  test('flags a receipt and an amount that came before (W10)', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    const receipt = data(Buffer.concat([PDF, Buffer.from(`\n% ${customer.email}`)]), 'application/pdf')
    await newTopup(customer, 900, receipt)
    await newTopup(customer, 900, receipt)
    await page.goto('/admin-billing')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).not.toContainText(/Same/)
    await expect(rows(page).last()).toContainText('Same receiptSame amount')
    await rows(page).last().getByRole('button', { expanded: false }).click()
    await expect(rows(page).last()).toContainText('The same receipt came with an earlier top-up.')
    await expect(rows(page).last()).toContainText('This company asked for the same amount in the seven days before.')
  })

  test('shows a PDF in a frame where the browser can, and View Receipt everywhere', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    const { receipt_details: receipt } = await newTopup(customer, 900)
    await page.goto('/admin-billing')
    await expect(row(page, customer.company)).toContainText('No PDF preview in this browser.')
    await page.addInitScript('Object.defineProperty(Navigator.prototype, "pdfViewerEnabled", { get: () => true })')
    await page.reload()
    await expect(row(page, customer.company).locator('iframe')).toHaveAttribute('src', receipt?.url ?? '')
    await row(page, customer.company)
      .getByRole('button', { name: /^View Receipt/ })
      .click()
    await expect(page.getByRole('dialog', { name: /^Receipt of/ }).getByRole('button', { name: 'Download' })).toBeVisible()
  })

  test('goes by keyboard: J, K, A and R, but not in a field (U63)', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    for (const amount of [100, 200]) await newTopup(customer, amount)
    await page.goto('/admin-billing')
    await expect(rows(page)).toHaveCount(2)
    const open = waiting(page).getByRole('button', { expanded: true })
    await page.keyboard.press('j')
    await expect(open).toContainText('AED 200.00')
    await expect(open).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(open).toContainText('AED 100.00')
    await page.keyboard.press('r')
    const notes = page.getByRole('dialog', { name: /^Reject AED 100.00/ }).getByLabel('Notes (optional)')
    await expect(notes).toBeFocused()
    await page.keyboard.type('jar')
    await expect(notes).toHaveValue('jar')
    await expect(dialog(page)).toHaveCount(1)
    await notes.fill('')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(open).toContainText('AED 100.00')
    await page.keyboard.press('Control+a')
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(dialog(page).getByRole('button', { name: 'Approve AED 100.00' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Top-up approved and balance credited')).toBeVisible()
    await expect(open).toContainText('AED 200.00')
    await expect(open).toBeFocused()
  })

  test('counts in the sidebar what waits, silently and for administrators alone', async ({ page, baseURL, enter }) => {
    const customer = await uniqueCustomer(baseURL)
    await newTopup(customer, 100)
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Top-up approvals/ })
    await page.goto('/dashboard')
    await expect(entry).toHaveAccessibleName('Top-up approvals 1 waiting')
    await entry.click()
    await row(page, customer.company)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await dialog(page)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await expect(entry).toHaveAccessibleName('Top-up approvals')
    // Requests of the administrator's screen must not run in the customer's session.
    await page.goto('about:blank')
    await enter(customer.api)
    const asked = count(page, listTransactions)
    await page.goto('/users')
    await expect(main(page).getByText('Omar Haddad')).toBeVisible()
    await expect(entry).toHaveCount(0)
    expect(asked()).toBe(0)
  })

  test('warns on every screen while a rule of the money (T44) or a seal of the journal (T62) does not hold', async ({ page }) => {
    const rules = ['no balance is negative', 'the ledger sums to zero']
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('The money does not add up')).toHaveCount(0)
    await expect(page.getByText('The journal was altered')).toHaveCount(0)
    const broken_seal = { after: '2026-11-20T06:01:00.000Z', until: '2026-11-20T06:02:00.000Z' }
    await page.route(`/api${pathOf(getSettings)}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as Settings), broken_invariants: rules, broken_seal } })
    })
    for (const address of ['/dashboard', '/admin-billing', '/users']) {
      await page.goto(address)
      const alarm = page.getByRole('alert').filter({ hasText: 'The money does not add up' })
      await expect(alarm.getByRole('listitem')).toHaveText(rules)
      const journal = page.getByRole('alert').filter({ hasText: 'The journal was altered' })
      await expect(journal).toContainText('between 20 Nov 2026, 10:01 and 20 Nov 2026, 10:02')
    }
    await expectAccessible(page)
  })

  test('is accessible: empty, full, asking', async ({ page, baseURL }) => {
    const name = 'Al Noor Contracting and General Maintenance Establishment of the Northern Emirates LLC'
    const customer = await newCustomer(baseURL, { company_name: name, full_name: 'Abdulrahman Mohammed Al Suwaidi' })
    await newApplication(customer)
    await page.goto(`/admin-billing?company=${customer.company.id}`)
    await expect(nothingWaits(page)).toBeVisible()
    await expectAccessible(page)
    await newTopup(customer, 999_999.99, PHOTO)
    await newTopup(customer, 999_999.99, PHOTO)
    await page.reload()
    await rows(page).last().getByRole('button', { expanded: false }).click()
    await expect(
      rows(page)
        .last()
        .getByRole('img', { name: /^Receipt of/ }),
    ).toBeVisible()
    await expectAccessible(page)
    for (const decision of ['Approve', 'Reject']) {
      await page.setViewportSize(DESK)
      await rows(page)
        .last()
        .getByRole('button', { name: new RegExp(`^${decision}`) })
        .click()
      await expect(dialog(page)).toBeVisible()
      await expectAccessible(page, [DESK, PHONE])
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    }
  })

  test('is done with a thumb on a phone', async ({ page, baseURL }) => {
    await page.setViewportSize(PHONE)
    const customer = await uniqueCustomer(baseURL)
    await newTopup(customer, 640, PHOTO)
    await page.goto('/admin-billing')
    const picture = row(page, customer.company).getByRole('img', { name: /^Receipt of/ })
    const approve = row(page, customer.company).getByRole('button', { name: /^Approve/ })
    await expect(picture).toBeVisible()
    const [above, below] = [await approve.boundingBox(), await picture.boundingBox()]
    expect(above?.height).toBeGreaterThanOrEqual(44)
    expect(below?.y).toBeGreaterThan(above?.y ?? 0)
    await approve.click()
    await dialog(page).getByRole('button', { name: 'Approve AED 640.00' }).click()
    await expect(toast(page, 'Top-up approved and balance credited')).toBeVisible()
    expect(await balanceOf(customer)).toBe(640)
  })
})

/** A customer whose top-up of AED 20,000 was approved, with one visa payment settled from it. */
async function settled(baseURL: string, administrator: Sender, name?: string) {
  const customer = await uniqueCustomer(baseURL, name)
  const topup = await administrator.send(approveTopup, { params: { id: (await newTopup(customer, 20_000)).id }, body: { notes: null } })
  await newApplication(customer, { employee_name: 'Ali Raza' })
  return { customer, topup }
}

const history = (page: Page) => main(page).getByRole('table', { name: 'History' })
const rejected = (page: Page) => main(page).getByRole('table', { name: 'Rejected' })
const ofCompany = (page: Page, { name }: { name: string }) => history(page).getByRole('row').filter({ hasText: name })
const correct = (page: Page, amount: string, { name }: { name: string }) =>
  page.getByRole('button', { name: `Correct AED ${amount}, ${name}`, exact: true })

test.describe('Top-up approvals, the dues', () => {
  test('stand by age below a heading like the others, and name who owes most with the applications behind it', async ({
    page,
    baseURL,
    administrator,
    enter,
  }) => {
    const customer = await uniqueCustomer(baseURL, 'Owing')
    for (let number = 1; number <= 12; number += 1)
      await newApplication(customer, { passport_number: `P${number}`, employee_location: 'inside_uae' })
    await enter(administrator)
    await page.goto('/admin-billing')
    const dues = page.getByRole('region', { name: 'Dues by age' })
    for (const name of ['Dues by age', 'History', /^Waiting for a decision/])
      await expect(page.getByRole('heading', { level: 2, name })).toHaveCSS('font-size', '16px')
    await expect(dues.getByRole('term')).toHaveText(['0–7 days', '8–30 days', '31–60 days', 'Over 60 days'])
    await expect(dues.getByRole('definition').first()).toHaveText(/^AED\s[\d,.]+\.\d{2}\d+ applications$/)
    await dues.getByText(/owes? most/).click()
    await expect(dues.getByRole('listitem').filter({ hasText: customer.company.name })).toContainText('AED 90,000.00')
    await expectAccessible(page, [DESK, PHONE])
    await dues.getByRole('link', { name: customer.company.name }).click()
    await expect(page).toHaveURL(new RegExp(`/applications\\?.*company_id=${customer.company.id}`))
    await expect(page.getByText(/^Showing 12 of 12 /)).toBeVisible()
  })
})

test.describe('Top-up approvals, the history', () => {
  test.beforeEach(async ({ administrator, enter }) => {
    await enter(administrator)
  })

  test('takes a decided top-up in, with its receipt, its notes and who did it', async ({ page, baseURL }) => {
    const customer = await uniqueCustomer(baseURL)
    await newTopup(customer, 1_250, PHOTO)
    await page.goto('/admin-billing')
    await expect(ofCompany(page, customer.company)).toHaveCount(0)
    await row(page, customer.company)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await dialog(page).getByLabel('Notes (optional)').fill('The receipt shows another amount')
    await dialog(page)
      .getByRole('button', { name: /^Reject/ })
      .click()
    const kept = rejected(page).getByRole('row').filter({ hasText: customer.company.name })
    await expect(kept).toContainText('Rejected')
    await expect(kept).toContainText('The receipt shows another amount')
    await expect(kept).toContainText('+AED 1,250.00')
    await expect(kept.getByRole('button', { name: /^Correct/ })).toHaveCount(0)
    await kept.getByRole('button', { name: /^View Receipt/ }).click()
    await expect(page.getByRole('dialog', { name: /^Receipt of/ }).getByRole('img', { name: /^Receipt of/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await kept.getByRole('button', { name: /^History of/ }).click()
    const entries = dialog(page).getByRole('listitem')
    await expect(entries).toContainText(['Administrator rejected the top-up', 'Omar Haddad asked for the top-up'])
  })

  test('filters by type, status and company, in the address (U7)', async ({ page, baseURL, administrator }) => {
    const { customer } = await settled(baseURL, administrator, 'Filtered')
    await settled(baseURL, administrator, 'Other')
    await page.goto('/admin-billing')
    await expect(ofCompany(page, customer.company)).toHaveCount(2)
    await main(page).getByRole('combobox', { name: 'Company' }).fill(customer.company.name)
    await page.getByRole('option', { name: customer.company.name }).click()
    await expect(page).toHaveURL(`/admin-billing?company=${customer.company.id}`)
    await expect(page.getByText(/^Showing 2 of 2 transactions \(/)).toBeVisible()
    await page.reload()
    await expect(main(page).getByRole('combobox', { name: 'Company' })).toHaveValue(customer.company.name)
    await expect(history(page).getByRole('row')).toHaveCount(3)
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Visa payment')
    await expect(history(page).getByRole('row')).toHaveCount(2)
    await expect(history(page)).toContainText('Ali Raza')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Rejected')
    await expect(page.getByText('No transactions found', { exact: true })).toBeVisible()
    await main(page).getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/admin-billing')
    await expect(ofCompany(page, customer.company)).toHaveCount(2)
    await expect(main(page).getByRole('combobox', { name: 'Company' })).toHaveValue('')
    const { company } = await uniqueCustomer(baseURL, 'Idle')
    await page.goto(`/admin-billing?company=${company.id}`)
    await expect(page.getByText(/^Showing 0 of 0 transactions \(/)).toBeVisible()
    await expect(main(page).getByRole('combobox', { name: 'Company' })).toHaveValue(company.name)
  })

  test('never shows what is pending, and keeps a deleted company apart (W6)', async ({ page, baseURL, administrator }) => {
    const { customer } = await settled(baseURL, administrator, 'Gone')
    await newTopup(customer, 333)
    await page.goto(`/admin-billing?company=${customer.company.id}&status=pending`)
    await expect(page.getByText(/^Showing 2 of 2 transactions \(/)).toBeVisible()
    await administrator.send(deleteCompany, { params: { id: customer.company.id } })
    await page.reload()
    await expect(main(page).getByRole('combobox', { name: 'Company' })).toHaveValue('Deleted company')
    await expect(rejected(page).getByRole('row', { name: 'Company deleted' })).toContainText('Deleted company')
    await expect(page.getByRole('button', { name: 'Correct AED 20,000.00, Deleted company' })).toBeVisible()
  })

  test('comes page by page', async ({ page, baseURL, administrator }) => {
    const { customer, topup } = await settled(baseURL, administrator, 'Long')
    for (let fils = 1; fils <= 50; fils += 1) {
      await administrator.send(reverseTransaction, { params: { id: topup.id }, body: { reason: 'Counted', amount: fils / 100 } })
    }
    await page.goto(`/admin-billing?company=${customer.company.id}`)
    await expect(page.getByText(/^Showing 50 of 52 transactions \(/)).toBeVisible()
    await expect(history(page).getByRole('row')).toHaveCount(51)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(history(page).getByRole('row')).toHaveCount(53)
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })
})

test.describe('Top-up approvals, corrections (W5)', () => {
  test.beforeEach(async ({ administrator, enter }) => {
    await enter(administrator)
  })

  test('takes a part of a top-up back, then sees what is left', async ({ page, baseURL, administrator }) => {
    const { customer } = await settled(baseURL, administrator)
    const sent = count(page, reverseTransaction)
    await page.goto(`/admin-billing?company=${customer.company.id}`)
    await correct(page, '20,000.00', customer.company).click()
    await expect(dialog(page)).toContainText(`The amount leaves the wallet of ${customer.company.name}`)
    await expect(dialog(page)).toContainText('Can still be taken backAED 20,000.00')
    await expect(field(page, 'Amount to take back')).toHaveValue('20,000.00')
    await dialog(page).getByRole('button', { name: 'Record Correction' }).click()
    await expect(dialog(page).getByText('Reason is required')).toBeVisible()
    await expect(field(page, 'Reason')).toBeFocused()
    await field(page, 'Reason').fill('The bank took a fee')
    for (const [typed, refusal] of [
      ['0', 'Please enter a valid amount'],
      ['', 'Please enter a valid amount'],
      ['20000.01', 'Amount must be at most AED 20,000.00'],
    ] as const) {
      await field(page, 'Amount to take back').fill(typed)
      await dialog(page).getByRole('button', { name: 'Record Correction' }).click()
      await expect(dialog(page).getByText(refusal)).toBeVisible()
    }
    expect(sent()).toBe(0)
    await expect(field(page, 'Your password')).toBeVisible()
    await field(page, 'Amount to take back').fill('8.20')
    await expect(field(page, 'Your password')).toHaveCount(0)
    await pressTwice(page, dialog(page).getByRole('button', { name: 'Record Correction' }), reverseTransaction)
    await expect(toast(page, 'Correction recorded')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(history(page).getByRole('row', { name: 'The bank took a fee' })).toContainText('\u2212AED 8.20')
    await expect(history(page)).toContainText('AED 8.20 taken back')
    await expect(correct(page, '20,000.00', customer.company)).toBeFocused()
    expect(sent()).toBe(1)
    expect(await balanceOf(customer)).toBe(13_491.8)
    await correct(page, '20,000.00', customer.company).click()
    await expect(dialog(page)).toContainText('Taken back so farAED 8.20')
    await expect(field(page, 'Amount to take back')).toHaveValue('19,991.80')
  })

  test('gives a whole visa payment back, after which there is nothing left to correct', async ({ page, baseURL, administrator }) => {
    const { customer } = await settled(baseURL, administrator)
    await page.goto(`/admin-billing?company=${customer.company.id}&type=visa_payment`)
    await correct(page, '6,500.00', customer.company).click()
    await expect(dialog(page)).toContainText(`The amount goes back into the wallet of ${customer.company.name}`)
    await field(page, 'Reason').fill('The visa was refused')
    await dialog(page).getByRole('button', { name: 'Record Correction' }).click()
    await expect(toast(page, 'Correction recorded')).toBeVisible()
    await expect(correct(page, '6,500.00', customer.company)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'History' })).toBeFocused()
    await expect(history(page)).toContainText('AED 6,500.00 taken back')
    expect(await balanceOf(customer)).toBe(20_000)
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Correction')
    await expect(history(page).getByRole('row')).toHaveCount(2)
    await expect(history(page)).toContainText('The visa was refused')
    await expect(history(page).getByRole('button', { name: /^Correct/ })).toHaveCount(0)
  })

  test('is accessible, at a desk and on a phone, full and asking', async ({ page, baseURL, administrator }) => {
    const { customer } = await settled(baseURL, administrator, 'Al Noor Contracting and General Maintenance of the Northern Emirates')
    await page.goto(`/admin-billing?company=${customer.company.id}`)
    await expect(history(page).getByRole('row')).toHaveCount(3)
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await correct(page, '20,000.00', customer.company).click()
    await dialog(page).getByRole('button', { name: 'Record Correction' }).click()
    await expect(dialog(page).getByText('Reason is required')).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
  })
})

test.describe('Top-up approvals, corrections refused', () => {
  test.use({ refusals: [409, 422, 500] })

  test('asks for the password above AED 10,000, shows the sentence of the server and keeps what was entered', async ({
    page,
    baseURL,
    administrator,
    enter,
  }) => {
    const { customer } = await settled(baseURL, administrator)
    await enter(administrator)
    await page.goto(`/admin-billing?company=${customer.company.id}&type=topup`)
    await correct(page, '20,000.00', customer.company).click()
    await field(page, 'Reason').fill('Paid back')
    await field(page, 'Your password').fill('not mine')
    await dialog(page).getByRole('button', { name: 'Record Correction' }).click()
    await expect(dialog(page).getByText('The current password is wrong')).toBeVisible()
    await expect(field(page, 'Your password')).toBeFocused()
    await field(page, 'Your password').fill(admin.password)
    await dialog(page).getByRole('button', { name: 'Record Correction' }).click()
    await expect(toast(page, 'The wallet holds only AED\u00a013,500.00')).toBeVisible()
    await expect(field(page, 'Reason')).toHaveValue('Paid back')
    const mend = await fail(page, reverseTransaction)
    await dialog(page).getByRole('button', { name: 'Record Correction' }).click()
    await expect(toast(page, 'Failed to record the correction')).toBeVisible()
    await mend()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    expect(await balanceOf(customer)).toBe(13_500)
  })
})

test.describe('Top-up approvals, decided by two', () => {
  test.use({ refusals: [409] })

  for (const [first, word, second] of [
    ['Approve', 'approved', 'Reject'],
    ['Reject', 'rejected', 'Approve'],
  ] as const) {
    test(`tells the second who ${word} first, as news (W4)`, async ({ page, another, baseURL, administrator, enter }) => {
      const customer = await uniqueCustomer(baseURL)
      await newTopup(customer, 800)
      await newTopup(customer, 900)
      await enter(administrator)
      const colleague = await another()
      await colleague.context().addCookies((await administrator.cookies()).cookies)
      for (const each of [page, colleague]) {
        await each.goto('/admin-billing')
        await expect(rows(each)).toHaveCount(2)
      }
      const press = async (each: Page, decision: string) => {
        await rows(each)
          .first()
          .getByRole('button', { name: new RegExp(`^${decision}`) })
          .click()
        await expect(dialog(each)).toBeVisible()
      }
      await press(page, second)
      await press(colleague, first)
      await dialog(colleague)
        .getByRole('button', { name: new RegExp(`^${first}`) })
        .click()
      await expect(rows(colleague)).toHaveCount(1)
      // The list changes at once, behind the dialog.
      await expect(page.getByRole('heading', { name: 'Waiting for a decision (1)', includeHidden: true })).toHaveCount(1)
      await dialog(page)
        .getByRole('button', { name: new RegExp(`^${second}`) })
        .click()
      const news = page.getByRole('status').filter({ hasText: `Already ${word} by Administrator on ` })
      await expect(news).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(dialog(page)).toHaveCount(0)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page).getByRole('button', { expanded: true })).toBeFocused()
      expect(await balanceOf(customer)).toBe(first === 'Approve' ? 800 : 0)
    })
  }
})

test.describe('Top-up approvals, refused', () => {
  test.use({ refusals: [500] })

  test('says when the list fails, and tries again', async ({ page, baseURL, administrator, enter }) => {
    const customer = await uniqueCustomer(baseURL)
    await newTopup(customer, 100)
    await enter(administrator)
    const mend = await fail(page, listTransactions, UNTOLD)
    await page.goto('/admin-billing')
    await expect(toast(page, 'Failed to load transactions')).toBeVisible()
    await mend()
    await main(page).getByRole('button', { name: 'Retry' }).first().click()
    await expect(row(page, customer.company)).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })

  test('keeps the question and its notes when a decision fails', async ({ page, baseURL, administrator, enter }) => {
    const customer = await uniqueCustomer(baseURL)
    const { id } = await newTopup(customer, 100)
    await enter(administrator)
    const mend = await fail(page, rejectTopup)
    await page.goto(`/admin-billing?dialog=reject&transaction=${id}`)
    await field(page, 'Notes (optional)').fill('Illegible')
    await dialog(page).getByRole('button', { name: 'Reject AED 100.00' }).click()
    await expect(toast(page, 'Failed to reject')).toBeVisible()
    await expect(field(page, 'Notes (optional)')).toHaveValue('Illegible')
    await mend()
    await dialog(page).getByRole('button', { name: 'Reject AED 100.00' }).click()
    await expect(toast(page, 'Top-up request rejected')).toBeVisible()
  })
})

test.describe('Top-up approvals, not for all', () => {
  test('is denied to a company administrator and to an employee, and nothing is asked for (V8)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const asked = count(page, listTransactions)
    for (const role of ['company_admin', 'employee'] as const) {
      await pretend(page, { role })
      await page.goto('/admin-billing')
      await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
    }
    expect(asked()).toBe(0)
  })
})
