import { expect, type Page } from '@playwright/test'
import { approveUser, getCompany, listUsers, updateCompany } from 'contract'
import { newCustomer, signedIn, test } from './portal.ts'
import { count, fail, toast, UNTOLD } from './screens.ts'
import { operate } from './server.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name })
const search = (page: Page) => page.getByRole('searchbox')

test.describe('Users', () => {
  test('shows a company administrator their own people, without buttons', async ({ page, baseURL, customer, enter }) => {
    const stranger = await newCustomer(baseURL, { full_name: 'Layla Stranger' })
    await enter(customer.api)
    await page.goto('/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    const own = card(page, 'Omar Haddad')
    await expect(own).toContainText(customer.email)
    await expect(own).toContainText('Falcon Trading LLC')
    await expect(own.getByText('Company Admin', { exact: true })).toBeVisible()
    await expect(own.getByText('Approved', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText(stranger.email)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Approve|Delete/ })).toHaveCount(0)
  })

  test('lets an administrator approve, once however often it is pressed, and names the company with the same licence (A2)', async ({
    page,
    baseURL,
    administrator,
    enter,
  }) => {
    const earlier = await newCustomer(baseURL, { company_name: 'Earlier Trading LLC' })
    const pending = await newCustomer(baseURL, { approved: false, full_name: 'Noor Waiting', company_name: 'Waiting Trading LLC' })
    const { trade_license } = await earlier.api.send(getCompany, { params: { id: earlier.company.id } })
    const { id, name } = pending.company
    const same = { name, trade_license, contact_person: 'Noor', email: pending.email, phone: '+971 4 000 0001' }
    await administrator.send(updateCompany, { params: { id }, body: same })
    await enter(administrator)
    await page.goto(`/users?q=${pending.email}`)
    const waiting = card(page, 'Noor Waiting')
    const other = waiting.getByRole('link', { name: 'Earlier Trading LLC' })
    await expect(other).toHaveAttribute('href', `/dashboard?tab=companies&company=${earlier.company.id}`)
    await expect(waiting.getByText('Pending', { exact: true })).toBeVisible()
    await expect(waiting).toContainText('Waiting Trading LLC')
    const sent = count(page, approveUser)
    await page.getByRole('button', { name: 'Approve Noor Waiting' }).dblclick()
    await expect(toast(page, 'User approved successfully')).toBeVisible()
    await expect(waiting.getByText('Approved', { exact: true })).toBeVisible()
    await expect(waiting.getByRole('button', { name: /Approve/ })).toHaveCount(0)
    expect(sent()).toBe(1)
    await signedIn(baseURL, pending)
  })

  test('shows first what was changed meanwhile, and approves what is shown (P5)', async ({ page, baseURL, administrator, enter }) => {
    const pending = await newCustomer(baseURL, { approved: false, full_name: 'Noor Stale' })
    await enter(administrator)
    await page.goto(`/users?q=${pending.email}`)
    await expect(card(page, 'Noor Stale')).toContainText('Falcon Trading LLC')
    const corrected = { trade_license: 'CN-9', contact_person: 'Noor', email: pending.email, phone: '+971 4 000 0001' }
    const { id } = pending.company
    await administrator.send(updateCompany, { params: { id }, body: { name: 'Renamed Trading LLC', ...corrected } })
    const sent = count(page, approveUser)
    await page.getByRole('button', { name: 'Approve Noor Stale' }).click()
    await expect(toast(page, 'This was changed by someone else in the meantime')).toBeVisible()
    await expect(card(page, 'Noor Stale')).toContainText('Renamed Trading LLC')
    expect(sent()).toBe(0)
    const asked = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Approve Noor Stale' }).click()
    expect((await asked).headers()['if-match']).toMatch(/^".+"$/)
    await expect(toast(page, 'User approved successfully')).toBeVisible()
  })

  test('puts who waits before who was approved, for an administrator', async ({ page, baseURL, administrator, enter }) => {
    const mark = `Order ${Date.now()}`
    await newCustomer(baseURL, { approved: false, full_name: `${mark} first` })
    await newCustomer(baseURL, { full_name: `${mark} approved` })
    await newCustomer(baseURL, { approved: false, full_name: `${mark} second` })
    await enter(administrator)
    await page.goto('/users')
    await search(page).fill(mark)
    const cards = page.getByRole('main').getByRole('listitem')
    await expect(cards).toContainText([`${mark} first`, `${mark} second`, `${mark} approved`])
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('By name')
    await expect(page).toHaveURL(/sort=full_name/)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Approved')
    await expect(cards).toContainText([`${mark} approved`])
    await expect(cards).toHaveCount(1)
  })

  test('shows an account that an operator has ended apart (A11)', async ({ page, administrator, enter, dataDir }) => {
    const email = `ended.${Date.now()}@portal.example`
    operate(dataDir, 'account', 'create-admin', email, 'Huda Salem')
    operate(dataDir, 'account', 'end', email)
    await enter(administrator)
    await page.goto(`/users?q=${email}`)
    await expect(page.getByRole('heading', { name: 'Accounts that have ended' })).toBeVisible()
    await expect(card(page, 'Huda Salem').getByText('Ended', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: /Waiting for approval/ })).toHaveCount(0)
  })

  test('offers nothing but the journal on the card of an administrator', async ({ page, administrator, enter }) => {
    await enter(administrator)
    await page.goto('/users?q=admin@visa-portal.test')
    const own = page.getByRole('main').getByRole('listitem')
    await expect(own).toHaveCount(1)
    await expect(own.getByText('Admin', { exact: true })).toBeVisible()
    await own.getByRole('button').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Changes and accesses'])
  })

  test('searches by name and e-mail, keeps the search in the address, and clears it', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/users')
    await search(page).fill('HADDAD')
    await expect(page).toHaveURL('/users?q=HADDAD')
    await expect(page.getByRole('status').filter({ hasText: 'Showing 1 of 1 user' })).toBeVisible()
    await page.reload()
    await expect(search(page)).toHaveValue('HADDAD')
    await expect(page.locator('mark')).toHaveText('Haddad')
    await search(page).fill('nobody of that name')
    await expect(page.getByText('No users found', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(card(page, 'Omar Haddad')).toBeVisible()
    await expect(page).toHaveURL('/users')
  })
})

test.describe('Users, refused', () => {
  test.use({ refusals: [500] })

  test('says when the list fails, and tries again', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const mend = await fail(page, listUsers, UNTOLD)
    await page.goto('/users')
    await expect(toast(page, 'Failed to load users')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'Omar Haddad')).toBeVisible()
  })

  test('says when an approval fails, and leaves it to be tried again', async ({ page, baseURL, administrator, enter }) => {
    const pending = await newCustomer(baseURL, { approved: false, full_name: 'Noor Unlucky' })
    await enter(administrator)
    await fail(page, approveUser, UNTOLD)
    await page.goto(`/users?q=${pending.email}`)
    await page.getByRole('button', { name: 'Approve Noor Unlucky' }).click()
    await expect(toast(page, 'Failed to approve user')).toBeVisible()
    await expect(card(page, 'Noor Unlucky').getByText('Pending', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve Noor Unlucky' })).toBeEnabled()
  })
})
