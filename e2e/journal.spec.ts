import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { approveUser, getApplication, listApplications, listJournal, listUsers } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newApplication, newCustomer, type Sender, signedIn, test } from './portal.ts'
import { expectNoSidewaysScroll, go, pressInMenu } from './screens.ts'

const lines = (page: Page): Locator => page.getByRole('list', { name: 'Journal' }).getByRole('listitem')
const refused = { outcome: 'failed', record_type: 'application' } as const

/** Waits for the refusal, which reaches the journal within half a second. */
async function written(administrator: Sender, record_id: string): Promise<void> {
  const found = () => administrator.send(listJournal, { query: { ...refused, record_id } })
  await expect.poll(async () => (await found()).length).toBe(1)
}

test.describe('Journal', () => {
  test('tells an administrator who changed and who saw what, and who tried to', async ({
    page,
    baseURL,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer, { employee_name: 'Sara Khan' })
    await customer.api.send(listApplications, {})
    await customer.api.send(getApplication, { params: { id }, query: { documents: 'link' } })
    const stranger = await newCustomer(baseURL, { approved: false, company_name: 'Other LLC', full_name: 'Rana Aziz' })
    const [waiting] = await administrator.send(listUsers, { query: { q: stranger.email } })
    await administrator.send(approveUser, { params: { id: waiting?.id ?? '' } })
    await expect((await signedIn(baseURL, stranger)).send(getApplication, { params: { id } })).rejects.toThrow('404')
    await written(administrator, id)

    await enter(administrator)
    await page.goto('/dashboard')
    await go(page, 'Journal')
    await expect(lines(page).filter({ hasText: 'looked at the list' })).toHaveCount(0)
    // Not check(): the box follows the address a moment later.
    await page.getByRole('checkbox', { name: 'Show views of lists' }).click()
    await expect(page).toHaveURL('/journal?lists=shown')
    await expect(lines(page).filter({ hasText: 'looked at the list' }).first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'Show views of lists' }).click()
    await expect(lines(page).filter({ hasText: 'looked at the list' })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Everything refused')
    await page.getByRole('combobox', { name: 'About' }).selectOption('Application')
    await expect(lines(page).first()).toContainText('Rana Aziz asked for a record that is not theirs or does not exist')
    await expect(lines(page).first()).toContainText('Sara Khan')
    await lines(page).first().locator('summary').click()
    await expect(lines(page).first()).toContainText('GET /visa-applications/{id}')

    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('All outcomes')
    const found = lines(page).filter({ hasText: 'Rana Aziz' })
    await found.getByRole('button', { name: 'Only this record' }).click()
    await expect(page).toHaveURL(`/journal?record_type=application&record_id=${id}`)
    await expect(page.getByText('3 lines', { exact: true })).toBeVisible()
    for (const text of ['Rana Aziz asked for a record', 'Omar Haddad opened the record', 'Omar Haddad submitted the application'])
      await expect(lines(page).filter({ hasText: text })).toHaveCount(1)
    await expectAccessible(page, [DESK, PHONE])

    await page.reload()
    await expect(lines(page)).toHaveCount(3)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = readFileSync(await (await downloading).path(), 'utf8')
    expect(file.trim().split('\r\n')).toHaveLength(4)
    expect(file).toContain('GET /visa-applications/{id},Application,Sara Khan')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/journal')

    await page.goto(`/applications/${id}`)
    await page.getByRole('region', { name: 'History' }).getByRole('link', { name: 'Who saw it' }).click()
    await expect(page).toHaveURL(`/journal?record_id=${id}`)
    await expect(lines(page).filter({ hasText: 'Rana Aziz asked for a record' })).toHaveCount(1)
    for (const [screen, named] of [
      ['Users', 'Rana Aziz'],
      ['Companies', 'Other LLC'],
    ] as const) {
      await page.goto(`/${screen.toLowerCase()}?q=${encodeURIComponent(named)}`)
      await pressInMenu(page, 'Changes and accesses', named)
      await expect(lines(page).filter({ hasText: 'Administrator approved the account' })).toHaveCount(1)
    }
  })

  test('is closed to everybody else', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/journal')
    await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Journal' })).toHaveCount(0)
  })
})
