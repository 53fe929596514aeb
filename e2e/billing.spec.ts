import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import {
  approveTopup,
  dubaiDate,
  exportTransactions,
  getBalance,
  getSettings,
  listTransactions,
  pathOf,
  rejectTopup,
  requestTopup,
  reverseTransaction,
  type Settings,
} from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { JPEG, passport } from './files.ts'
import { type Customer, data, newApplication, newTopup, type Sender, test } from './portal.ts'
import { count, expectNoSidewaysScroll, fail, field, file, inWords, pretend, toast, UNTOLD } from './screens.ts'

const receipt = { ...passport, name: 'receipt.pdf' }
const today = () => dubaiDate(new Date())
const balance = (page: Page) => page.getByRole('region', { name: 'Balance' })
const bank = (page: Page) => page.getByRole('region', { name: 'Bank transfer details' })
const table = (page: Page) => page.getByRole('table', { name: 'Transaction history' })
const rowsOf = (table: Locator) => table.locator('tbody').getByRole('row')
const rows = (page: Page) => rowsOf(table(page))
const waiting = (page: Page) => rowsOf(page.getByRole('table', { name: 'On its way' }))
const owed = (page: Page) => rowsOf(page.getByRole('table', { name: 'Owed now' }))
const rejected = (page: Page) => rowsOf(page.getByRole('table', { name: 'Rejected' }))
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Top Up Balance' })
const amount = (page: Page) => field(page, 'Amount')
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Submit' })
const problem = (page: Page) => dialog(page).getByRole('alert').filter({ hasText: 'There is a problem' })

/** AED 10,000.29 credited, Sara Khan's visa paid, one top-up rejected, Ali Raza's visa due, another top-up pending. */
async function fill(customer: Customer, administrator: Sender): Promise<void> {
  const credited = await newTopup(customer, 10_000.29)
  await administrator.send(approveTopup, { params: { id: credited.id }, body: { notes: null } })
  await newApplication(customer, { employee_name: 'Sara Khan', employee_location: 'inside_uae' })
  const refused = await newTopup(customer, 1_234.5)
  await administrator.send(rejectTopup, { params: { id: refused.id }, body: { notes: '=The receipt, "shows" 1,243.50' } })
  await newApplication(customer, { employee_name: 'Ali Raza', passport_number: 'P2' })
  await newTopup(customer, 5_000, data(JPEG, 'image/jpeg'))
}

/** The lines of the file that Download CSV saves. */
async function csvOf(page: Page): Promise<string[]> {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
  expect(saved.suggestedFilename()).toBe(`transactions-${today()}.csv`)
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(1, -2).split('\r\n')
}

/** `−AED 6,500.00` as -650000. */
const filsOf = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.−]/g, '').replace('−', '-')) * 100)

test.describe('Top Up Balance', () => {
  test.beforeEach(async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/billing')
  })

  test('asks once for what was transferred, and the row waits for approval (U18, U59)', async ({ page, customer }) => {
    const sent = count(page, requestTopup)
    await expect(page.getByText('No transactions yet', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Top Up Balance' }).click()
    await expect(page).toHaveURL('/billing?dialog=top-up')
    await expect(amount(page)).toBeFocused()
    await amount(page).fill('12345.67')
    await file(dialog(page), 'Receipt').setInputFiles(receipt)
    await expect(toast(page, 'Receipt ready to upload')).toBeVisible()
    await submit(page).dblclick()
    await expect(toast(page, 'Top-up request submitted! Awaiting admin approval.')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/billing')
    await expect(waiting(page)).toHaveCount(1)
    for (const text of [inWords(today()), 'Top-up', 'by Omar Haddad', 'Pending', '+AED 12,345.67'])
      await expect(waiting(page)).toContainText(text)
    await expect(page.getByText('Nothing has moved in the wallet yet')).toBeVisible()
    await expect(balance(page)).toContainText('AED 0.00')
    await expect(balance(page)).toContainText('AED 12,345.67 in top-ups awaiting approval, not in the balance yet.')
    expect(sent()).toBe(1)
    expect(await customer.api.send(listTransactions, {})).toMatchObject([{ amount: 12_345.67, status: 'pending' }])
  })

  test('shows thousands, keeps the cursor in its place and refuses a third decimal', async ({ page }) => {
    await page.getByRole('button', { name: 'Top Up Balance' }).click()
    await expect(amount(page)).toHaveAttribute('inputmode', 'decimal')
    await amount(page).pressSequentially('1234567')
    await expect(amount(page)).toHaveValue('1,234,567')
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'Backspace', '9']) await page.keyboard.press(key)
    await expect(amount(page)).toHaveValue('1,239,567')
    for (const key of ['Delete', 'Delete', 'Backspace', 'Backspace']) await page.keyboard.press(key)
    await expect(amount(page)).toHaveValue('1,267')
    await page.keyboard.press('End')
    await amount(page).pressSequentially('.5')
    await expect(amount(page)).toHaveValue('1,267.5')
    await amount(page).pressSequentially('05')
    await expect(amount(page)).toHaveValue('1,267.50')
    await expect(dialog(page).getByText('An amount has at most two decimals, after a point.')).toBeVisible()
    await amount(page).fill('8,20')
    await expect(amount(page)).toHaveValue('1,267.50')
    await amount(page).fill('١٬٢٣٤٫٥')
    await amount(page).blur()
    await expect(amount(page)).toHaveValue('1,234.50')
  })

  test('wants amount and receipt, then an amount of at least AED 1.00, and sends nothing else (§5)', async ({ page }) => {
    const sent = count(page, requestTopup)
    const missing = 'Please enter amount and upload receipt'
    await page.goto('/billing?dialog=top-up')
    await submit(page).click()
    await expect(problem(page)).toBeFocused()
    await expect(problem(page).getByRole('link')).toHaveText([missing])
    await problem(page).getByRole('link').click()
    await expect(amount(page)).toBeFocused()
    await expect(amount(page)).toHaveAccessibleDescription(missing)
    await amount(page).fill('500')
    await submit(page).click()
    await expect(problem(page).getByRole('link')).toHaveText([missing])
    await expect(file(dialog(page), 'Receipt')).toHaveAccessibleDescription(new RegExp(missing))
    await file(dialog(page), 'Receipt').setInputFiles(receipt)
    await expect(dialog(page).getByRole('button', { name: 'Replace receipt.pdf' })).toBeVisible()
    for (const given of ['0', '0.99', '.']) {
      await amount(page).fill(given)
      await submit(page).click()
      await expect(problem(page).getByRole('link')).toHaveText(['Please enter a valid amount'])
    }
    await amount(page).fill('')
    await submit(page).click()
    await expect(problem(page).getByRole('link')).toHaveText([missing])
    expect(sent()).toBe(0)
    await amount(page).fill('1')
    await submit(page).click()
    await expect(waiting(page)).toContainText('+AED 1.00')
  })

  test('waits while the receipt is processed', async ({ page }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('/api/documents', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/billing?dialog=top-up')
    await amount(page).fill('500')
    await file(dialog(page), 'Receipt').setInputFiles(receipt)
    await expect(dialog(page).getByRole('button', { name: 'Processing receipt...' })).toBeDisabled()
    gate.resolve()
    await expect(submit(page)).toBeEnabled()
  })

  test('asks before a typed amount is lost (U19)', async ({ page }) => {
    await page.goto('/billing?dialog=top-up')
    await amount(page).fill('500')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(amount(page)).toHaveValue(/^500/)
    const [closing] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(closing.type()).toBe('beforeunload')
    await closing.dismiss()
    await expect(amount(page)).toHaveValue(/^500/)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/billing')
  })

  test('goes by keyboard alone, also where the balance is late', async ({ page }) => {
    const gate = Promise.withResolvers<void>()
    await page.route(`/api${pathOf(getBalance)}`, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Top Up Balance' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
    gate.resolve()
    await expect(amount(page)).toBeFocused()
    await page.keyboard.type('750.5')
    await page.keyboard.press('Tab')
    await expect(file(dialog(page), 'Receipt')).toBeFocused()
    await file(dialog(page), 'Receipt').setInputFiles(receipt)
    await expect(dialog(page).getByRole('button', { name: 'Replace receipt.pdf' })).toBeVisible()
    await amount(page).focus()
    await page.keyboard.press('Enter')
    await expect(waiting(page)).toContainText('+AED 750.50')
    await expect(page.getByRole('button', { name: 'Top Up Balance' })).toBeFocused()
  })
})

test.describe('Top Up Balance, refused', () => {
  test.use({ refusals: [422] })

  test('an amount over the limit is refused at its field, with the limit', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/billing?dialog=top-up')
    await amount(page).fill('1000000.01')
    await file(dialog(page), 'Receipt').setInputFiles(receipt)
    await expect(dialog(page).getByRole('button', { name: 'Replace receipt.pdf' })).toBeVisible()
    await submit(page).click()
    await expect(problem(page).getByRole('link')).toHaveText(['Amount must be at most AED\u00a01,000,000.00'])
    await expect(amount(page)).toHaveValue('1,000,000.01')
  })
})

test.describe('The balance', () => {
  test.use({ refusals: [500] })

  test('equals the ledger, with what is due beneath it and top-ups apart (U58)', async ({ page, customer, administrator, enter }) => {
    await fill(customer, administrator)
    await enter(customer.api)
    await page.goto('/billing')
    await expect(balance(page)).toContainText('AED 2,500.29')
    await expect(balance(page)).toContainText('AED 6,500.00 due for visa payments')
    await expect(balance(page)).toContainText('AED 5,000.00 in top-ups awaiting approval')
    await expect(balance(page)).not.toContainText('settle all of it')
    const [waiting] = await administrator.send(listTransactions, {
      query: { company_id: customer.company.id, status: 'pending', type: 'topup' },
    })
    await administrator.send(rejectTopup, { params: { id: waiting?.id ?? '' }, body: { notes: null } })
    await page.reload()
    await expect(balance(page)).toContainText('A top-up of AED 3,999.71 would settle all of it.')
    await expect(balance(page)).not.toContainText('awaiting approval')
  })

  test('is a skeleton while it loads and unavailable where it does not, never zero and without a toast (§8)', async ({
    page,
    customer,
    enter,
  }) => {
    await enter(customer.api)
    const gate = Promise.withResolvers<void>()
    const hold = async (route: { fallback: () => Promise<void> }) => {
      await gate.promise
      await route.fallback()
    }
    const mend = await fail(page, getBalance)
    await page.route(`/api${pathOf(getBalance)}`, hold)
    await page.goto('/billing')
    await expect(balance(page).getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(balance(page)).not.toContainText('0.00')
    gate.resolve()
    await expect(balance(page).getByText('Unavailable', { exact: true })).toBeVisible()
    await expect(balance(page)).not.toContainText('0.00')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page, [DESK, PHONE])
    await mend()
    await balance(page).getByRole('button', { name: 'Retry' }).click()
    await expect(balance(page)).toContainText('AED 0.00')
    await expect(balance(page)).toContainText('Nothing is due.')
  })

  test('is waited for where a top-up is opened while it is on its way, whose amount then stays', async ({ page, customer, enter }) => {
    await newApplication(customer, { passport_number: 'P6' })
    await enter(customer.api)
    await page.goto('/billing')
    await expect(balance(page)).toContainText('A top-up of AED 6,500.00 would settle all of it.')
    const gate = Promise.withResolvers<void>()
    await page.route(`/api${pathOf(getBalance)}`, async (route) => {
      await gate.promise
      await route.fallback()
    })
    const asked = page.waitForRequest(`**/api${pathOf(getBalance)}`)
    await newTopup(customer, 1_000)
    await asked
    await page.getByRole('button', { name: 'Top Up Balance' }).click()
    await expect(dialog(page).getByRole('heading', { name: 'Top Up Balance' })).toBeVisible()
    await expect(amount(page)).toHaveCount(0)
    gate.resolve()
    await expect(amount(page)).toHaveValue('5,500.00')
    await newTopup(customer, 1_000)
    await expect(balance(page)).toContainText('another of AED 4,500.00 would settle all of it.')
    await expect(amount(page)).toHaveValue('5,500.00')
    await expect(dialog(page)).not.toContainText('With top-ups on their way, this settles all that is due.')
  })
})

test.describe('Bank transfer details', () => {
  test('are copied value by value, the IBAN plain (U60)', async ({ page, context, customer, enter }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter(customer.api)
    await page.goto('/billing')
    await expect(bank(page).getByRole('definition')).toContainText([
      'Emirates Bank',
      'Visa Services LLC',
      '0012345678',
      'AE07 0331 2345 6789 0123 456',
    ])
    for (const [label, value] of [
      ['Bank name', 'Emirates Bank'],
      ['Account name', 'Visa Services LLC'],
      ['Account number', '0012345678'],
      ['IBAN', 'AE070331234567890123456'],
    ] as const) {
      await bank(page)
        .getByRole('button', { name: `Copy ${label}` })
        .click()
      await expect(
        bank(page)
          .getByRole('status')
          .filter({ hasText: `${label} copied` }),
      ).toBeAttached()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value)
    }
  })

  test('stand beside the top-up, with its own reference and as a code, and the sum that is owed', async ({
    page,
    context,
    customer,
    enter,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await newApplication(customer, { passport_number: 'P5' })
    await newTopup(customer, 1_000)
    await enter(customer.api)
    await page.goto('/billing')
    await expect(balance(page)).toContainText('Besides the top-ups on their way, another of AED 5,500.00 would settle all of it.')
    await page.goto('/billing?dialog=top-up')
    await expect(amount(page)).toHaveValue('5,500.00')
    await expect(dialog(page)).toContainText('With top-ups on their way, this settles all that is due.')
    await expect(dialog(page)).toContainText('AE07 0331 2345 6789 0123 456')
    await dialog(page).getByRole('button', { name: 'Copy Transfer reference' }).click()
    const reference = await page.evaluate('navigator.clipboard.readText()')
    expect(reference).toMatch(/^[2-9A-Z]{8}$/)
    await expect(dialog(page).getByRole('img', { name: 'Bank, account, amount and reference as text' })).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await page.reload()
    await expect(dialog(page)).toContainText(String(reference))
    await file(dialog(page), 'Receipt').setInputFiles(receipt)
    await expect(dialog(page).getByRole('button', { name: 'Replace receipt.pdf' })).toBeVisible()
    await submit(page).click()
    await expect(waiting(page).first()).toContainText(`Reference ${reference}`)
    await page.getByRole('button', { name: 'Top Up Balance' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Copy Transfer reference' })).toBeVisible()
    await expect(dialog(page)).not.toContainText(String(reference))
    await expect(amount(page)).toHaveValue('')
  })

  test('are there after a login as well, which began without them', async ({ page, customer }) => {
    await page.goto('/billing')
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await field(page, 'Email').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/billing')
    await expect(bank(page)).toContainText('AE07 0331 2345 6789 0123 456')
  })

  test('say whom to ask where they are not configured (W9)', async ({ page, customer, enter }) => {
    await page.route(`/api${pathOf(getSettings)}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...((await response.json()) as Settings), bank: null, support_contact: 'help@portal.example' },
      })
    })
    await enter(customer.api)
    await page.goto('/billing')
    await expect(bank(page).getByText('Contact us for bank details', { exact: true })).toBeVisible()
    await expect(bank(page)).toContainText('help@portal.example')
    await expect(bank(page).getByRole('button')).toHaveCount(0)
  })
})

test.describe('Transaction history', () => {
  test('tells what, when, how much, why and what was left (U61)', async ({ page, customer, administrator, enter }) => {
    await fill(customer, administrator)
    await enter(customer.api)
    await page.goto('/billing')
    await expect(table(page).getByRole('columnheader')).toHaveText([
      'Date',
      'Transaction',
      'Status',
      'Notes',
      'Receipt',
      'Amount',
      'Balance',
    ])
    await expect(owed(page)).toContainText([/Visa paymentAli Raza.*Pending.*−AED\s6,500\.00.*—/])
    await expect(waiting(page)).toContainText([/Top-upby Omar Haddad.*Pending.*Reference [2-9A-Z]{8}.*View Receipt.*\+AED\s5,000\.00.*—/])
    await expect(rows(page)).toContainText([
      /Visa paymentSara Khan.*Completed.*−AED\s7,500\.00.*AED\s2,500\.29/,
      /Top-up.*Approved.*\+AED\s10,000\.29.*AED\s10,000\.29/,
    ])
    await expect(rejected(page)).toContainText([/Top-up.*Rejected.*=The receipt, "shows" 1,243\.50.*\+AED\s1,234\.50.*—/])
    await expect(rows(page).first().locator('time')).toHaveText(inWords(today()))
    await rows(page).getByRole('link', { name: 'Sara Khan' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sara Khan' })).toBeVisible()
  })

  test('adds up from row to row on the screen, in the CSV and in the statement, with payments of one moment (U61)', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    for (const passport_number of ['P1', 'P2', 'P3']) await newApplication(customer, { passport_number })
    for (const aed of [14_000.29, 7_000, 500]) {
      const { id } = await newTopup(customer, aed)
      await administrator.send(approveTopup, { params: { id }, body: { notes: null } })
    }
    await newApplication(customer, { passport_number: 'P4', employee_location: 'inside_uae' })
    await enter(customer.api)
    await page.goto('/billing')
    await expect(rows(page)).toHaveCount(6)
    await expect(owed(page)).toHaveCount(1)
    const shown = (await rows(page).allInnerTexts()).map((text) => text.match(/[+−]?AED\s[\d,.]+/g) ?? [])
    const [, , ...csv] = (await csvOf(page)).map((line) => line.split(','))
    const listed = csv.map((cells) => [cells[6] ? `+${cells[6]}` : `−${cells[7]}`, cells[8] ?? ''])
    await page.getByRole('link', { name: 'Statement' }).click()
    const movements = rowsOf(page.getByRole('article').getByRole('table')).filter({ hasText: /[+−]/ })
    await expect(movements).toHaveCount(6)
    const stated = (await movements.allInnerTexts()).map((text) => text.match(/[+−]?[\d,]+\.\d\d/g) ?? [])
    for (const ledger of [shown.toReversed(), listed.toReversed(), stated]) {
      let before = 0
      for (const [amount = '', balance = ''] of ledger) {
        expect(filsOf(balance)).toBe(before + filsOf(amount))
        before = filsOf(balance)
      }
      expect(before).toBe(2_000_29)
    }
  })

  test('is filtered in the address, and cleared (U7)', async ({ page, customer, administrator, enter }) => {
    await fill(customer, administrator)
    await enter(customer.api)
    await page.goto('/billing')
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Top-up')
    for (const band of [waiting, rows, rejected]) await expect(band(page)).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Rejected')
    await expect(page).toHaveURL('/billing?type=topup&status=rejected')
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByText('Showing 1 of 1 transactions (5 in all)')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('rejected')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Correction')
    await expect(page.getByText('No transactions found', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/billing')
    await expect(rows(page)).toHaveCount(2)
  })

  test('shows the receipt, at an address of its own', async ({ page, customer, administrator, enter }) => {
    await fill(customer, administrator)
    await enter(customer.api)
    await page.goto('/billing')
    const view = waiting(page)
      .first()
      .getByRole('button', { name: /^View Receipt of / })
    await expect(view).toHaveText('View Receipt')
    await view.click()
    await expect(page).toHaveURL(/\/billing\?receipt=[0-9a-f-]{36}$/)
    await page.reload()
    await expect(page.getByRole('img', { name: /^Receipt of / })).toBeVisible()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(`Falcon-Trading-LLC_receipt_${today()}.jpg`)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/billing')
  })

  test('comes page by page, and the CSV holds all pages', async ({ page, customer, enter }) => {
    for (let made = 1; made <= 52; made += 1) await newTopup(customer, made)
    await enter(customer.api)
    await page.goto('/billing?status=pending')
    await expect(rows(page)).toHaveCount(50)
    await expect(page.getByText('Showing 50 of 52 transactions (52 in all)')).toBeVisible()
    expect(await csvOf(page)).toHaveLength(53)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(rows(page)).toHaveCount(52)
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })

  test('is saved as a CSV of the filtered rows, exact and without a formula', async ({ page, customer, administrator, enter }) => {
    await fill(customer, administrator)
    await enter(customer.api)
    await page.goto('/billing')
    const [heads, ...lines] = await csvOf(page)
    expect(heads).toBe(
      'Date,Requested on,Transaction,Status,Employee,By,Credit (AED),Debit (AED),Balance (AED),Notes,Decided on,Transfer reference,Id',
    )
    const date = today()
    expect(lines.map((line) => line.replace(/[2-9A-Z]{8},[0-9a-f-]+$/, 'reference').replace(/,[0-9a-f-]{36}$/, ''))).toEqual([
      `${date},${date},Top-up,Pending,,Omar Haddad,5000.00,,,,,reference`,
      `${date},${date},Visa payment,Pending,Ali Raza,Omar Haddad,,6500.00,,,,`,
      `${date},${date},Visa payment,Completed,Sara Khan,Omar Haddad,,7500.00,2500.29,,${date},`,
      `${date},${date},Top-up,Approved,,Omar Haddad,10000.29,,10000.29,,${date},reference`,
      `${date},${date},Top-up,Rejected,,Omar Haddad,1234.50,,,"'=The receipt, ""shows"" 1,243.50",${date},reference`,
    ])
    await page.goto('/billing?status=pending')
    await expect(rows(page)).toHaveCount(2)
    expect(await csvOf(page)).toHaveLength(3)
  })
})

test.describe('Transaction history, refused', () => {
  test.use({ refusals: [500] })

  test('says when it or its CSV cannot be loaded, and tries again', async ({ page, customer, enter }) => {
    await newTopup(customer, 500)
    await enter(customer.api)
    const mendList = await fail(page, listTransactions, UNTOLD)
    await page.goto('/billing')
    await expect(toast(page, 'Failed to load transactions')).toBeVisible()
    await expect(balance(page)).toContainText('AED 500.00 in top-ups')
    await expectAccessible(page, [PHONE])
    await page.setViewportSize(DESK)
    await toast(page, 'Failed to load transactions').getByRole('button').first().click()
    await expect(toast(page, 'Failed to load transactions')).toHaveCount(0)
    await mendList()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(waiting(page)).toHaveCount(1)
    const mendCsv = await fail(page, exportTransactions)
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expect(toast(page, 'Failed to download the table')).toBeVisible()
    await mendCsv()
    expect(await csvOf(page)).toHaveLength(2)
  })
})

test.describe('The statement', () => {
  test('adds up to the fils, at an address of its own, and prints without the portal around it', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    await fill(customer, administrator)
    const [paid] = await administrator.send(listTransactions, { query: { company_id: customer.company.id, status: 'completed' } })
    await administrator.send(reverseTransaction, { params: { id: paid?.id ?? '' }, body: { reason: 'Discount agreed', amount: 100.01 } })
    await enter(customer.api)
    await page.goto('/billing')
    await page.getByRole('link', { name: 'Statement' }).click()
    await expect(page).toHaveURL(`/billing?statement=${today().slice(0, 7)}`)
    await page.reload()
    const sheet = page.getByRole('article')
    await expect(sheet).toContainText(customer.company.name)
    await expect(sheet.getByRole('definition')).toHaveText(['AED 0.00', 'AED 10,100.30', 'AED 7,500.00', 'AED 2,600.30'])
    await expect(sheet.getByRole('row')).toContainText([
      /Amount \(AED\)Balance \(AED\)/,
      /Opening balance0\.00$/,
      /Top-up.*\+10,000\.2910,000\.29$/,
      /Visa paymentSara Khan.*−7,500\.002,500\.29$/,
      /CorrectionSara Khan, Discount agreed.*\+100\.012,600\.30$/,
      /Closing balance2,600\.30$/,
    ])
    await expect(sheet).not.toContainText('Ali Raza')
    await expect(balance(page)).toHaveCount(0)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const role of ['navigation', 'banner', 'combobox', 'button', 'heading'] as const)
      await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(role === 'heading' ? 1 : 0)
    await expect(page.getByText('Month', { exact: true })).toBeHidden()
    await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(sheet).toHaveCSS('color', 'rgb(29, 33, 31)')
    const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages).toHaveLength(1)
    await page.emulateMedia({ media: 'screen' })
    await page.goBack()
    await expect(balance(page)).toContainText('AED 2,600.30')
  })

  test('prints on a press, and is empty where nothing moved', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.addInitScript('window.print = () => { document.title = "printed" }')
    await page.goto('/billing?statement=1999-01')
    await expect(page.getByRole('combobox', { name: 'Month' })).toHaveValue(today().slice(0, 7))
    await expect(page.getByText('There were no movements this month.')).toBeVisible()
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page).toHaveTitle('printed')
    await page.getByRole('link', { name: 'Billing' }).last().click()
    await expect(balance(page)).toContainText('AED 0.00')
  })
})

test.describe('Billing for others', () => {
  test('tells an administrator that wallets belong to companies, and asks for none (V5)', async ({ page, administrator, enter }) => {
    await enter(administrator)
    const asked = count(page, getBalance)
    await page.goto('/billing')
    await expect(page.getByText('Wallets belong to companies', { exact: true })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(asked()).toBe(0)
    await page.getByRole('link', { name: 'Go to top-up approvals' }).click()
    await expect(page).toHaveURL('/admin-billing')
  })

  test('shows an employee the bank details and nothing else (V4)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await pretend(page, { role: 'employee' })
    const asked = [count(page, getBalance), count(page, listTransactions)]
    await page.goto('/billing?dialog=top-up')
    await expect(bank(page)).toContainText('AE07 0331 2345 6789 0123 456')
    await expect(bank(page)).not.toContainText('Transfer reference')
    await expect(page.getByRole('button', { name: 'Top Up Balance' })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' })).toHaveCount(0)
    expect(asked.map((times) => times())).toEqual([0, 0])
    await expectAccessible(page)
  })

  test('helps a company administrator without a company', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await pretend(page, { company_id: null, active_company_id: null, company_ids: [] })
    await page.goto('/billing')
    await expect(page.getByText('You have no company yet')).toBeVisible()
    await page.getByRole('link', { name: 'Add Company' }).click()
    await expect(field(page, 'Company name')).toBeFocused()
  })
})

test.describe('Billing is accessible', () => {
  test.beforeEach(async ({ customer, administrator, enter }) => {
    await fill(customer, administrator)
    await enter(customer.api)
  })

  test('with its history and its receipts', async ({ page }) => {
    await page.goto('/billing')
    await expect(rows(page)).toHaveCount(2)
    await expectAccessible(page)
    await page.setViewportSize(DESK)
    await waiting(page)
      .first()
      .getByRole('button', { name: /^View Receipt/ })
      .click()
    await expect(page.getByRole('img', { name: /^Receipt of / })).toBeVisible()
    await expectAccessible(page)
  })

  test('in the dialog, with its problems and its receipt', async ({ page }) => {
    await page.goto('/billing?dialog=top-up')
    await submit(page).click()
    await expect(problem(page)).toBeVisible()
    await expectAccessible(page)
    await file(dialog(page), 'Receipt').setInputFiles(receipt)
    await expect(dialog(page).getByRole('button', { name: 'Replace receipt.pdf' })).toBeVisible()
    await expectAccessible(page)
  })

  test('in the statement', async ({ page }) => {
    await page.goto(`/billing?statement=${today().slice(0, 7)}`)
    await expect(page.getByRole('article').getByRole('row')).toHaveCount(5)
    await expectAccessible(page)
  })

  test('on a phone, where a card shows all of a row', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/billing')
    const refused = page.getByRole('list', { name: 'Rejected' }).getByRole('listitem')
    await expect(refused).toContainText(/^Top-up.*\+AED\s1,234\.50/)
    await expect(refused.getByText('=The receipt, "shows" 1,243.50')).toBeVisible()
    await expect(refused.getByRole('button', { name: /^View Receipt/ })).toBeVisible()
    await expectAccessible(page, [PHONE])
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Top Up Balance' }).click()
    await expect(amount(page)).toBeFocused()
  })
})
