import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { addPaper } from 'contract'
import { readSpreadsheet, savedAgain } from '../test/spreadsheets.ts'
import { DESK } from './accessible.ts'
import { test } from './portal.ts'
import { choice, fillNewEmployee, go, inWords, toast } from './screens.ts'
import { choose, mendFive, staff } from './staff.ts'
import { say } from './words.ts'

const NOW = '2026-11-22T06:00:00.000Z'
const LAPSED = '2026-11-12'
const EXPIRED = 'The establishment card expired on {date}. The authorities will not take new requests until it is renewed.'

test.use({
  settings: { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'dayOfServer.mjs')}`, DAY_OF_SERVER: NOW },
})

const readiness = (page: Page) => page.getByRole('region', { name: say('Ready for the authorities?') })

/** The profile says that the company is on the mainland, where the ministry's rules hold. */
async function saysMainland(page: Page): Promise<void> {
  await go(page, say('Company Profile'))
  await expect(readiness(page)).toContainText(say(EXPIRED, { date: inWords(LAPSED) }))
  await readiness(page)
    .getByRole('button', { name: say('Change') })
    .click()
  await choice(page, say('Mainland or free zone')).click()
  await page.getByRole('option', { name: say('Mainland') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Save') })
    .click()
  await expect(toast(page, say('Company details for the authorities saved'))).toBeVisible()
  await expect(readiness(page)).toContainText(say('Mainland'))
}

/** The administrator is told on the dashboard what waits, reads where the rule comes from, and confirms it. */
async function confirmsWorkPermits(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('main').locator('a[href$="show=unconfirmed"]').click()
  const rule = page.getByRole('listitem').filter({ hasText: say('Work permit renewed late') })
  await rule.locator('summary').press('Enter')
  await expect(rule.getByRole('link', { name: say('Open the source') })).toBeVisible()
  await rule.getByRole('button', { name: say('Confirm'), exact: true }).click()
  await expect(toast(page, say('Rule confirmed'))).toBeVisible()
  await expect(rule).toHaveCount(0)
}

/** The form warns of the lapsed card; the submission passes, and the history says that it was said. */
async function submitsAlthough(page: Page): Promise<void> {
  await page.goto('/applications/new?type=new')
  await expect(page.getByRole('complementary', { name: say('Summary') })).toContainText(say('You can still submit.'))
  await fillNewEmployee(page, { 'Employee name': 'Amal Nasser' })
  await page.getByRole('radio', { name: say('Inside the UAE') }).check()
  await page.getByRole('button', { name: say('Submit', {}, 'newApplication'), exact: true }).click()
  await expect(toast(page, say('Application submitted successfully!'))).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Amal Nasser' }).first().click()
  await expect(page.getByRole('region', { name: say('History') })).toContainText(say('the establishment card had expired'))
}

const atRisk = (page: Page) => page.getByRole('region', { name: 'Money at risk' })
const clocksOf = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem')

/** The sheet of 500 people with six dates each, five lines of which are mended in place. */
async function importsStaff(page: Page): Promise<void> {
  await page.goto('/employees/import')
  await choose(page, 'staff.xlsx', await staff(500))
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('495 new, 0 changed, 0 the same, 5 with problems')).toBeVisible()
  await mendFive(page)
  await page.getByRole('button', { name: 'Import 500 people' }).click()
  // Three seconds of the processor, which others want as well.
  await expect(page.getByText(/^500 people imported: 500 new/)).toBeVisible({ timeout: 60_000 })
}

/** Why a clock costs what it does; the paper renewed, its clock closes on the screen. */
async function renewsEmiratesId(page: Page): Promise<void> {
  await atRisk(page).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Late' }).click()
  await expect(clocksOf(page, 'Omar Said')).toHaveText([/Renew the work permit.*AED\s400\.00 now/s])
  await clocksOf(page, 'Omar Said').getByRole('link', { name: 'Where this comes from' }).click()
  await expect(page.getByText('AED 200.00 for each month begun')).toBeVisible()
  await page.goBack()
  await clocksOf(page, 'Lina Haddad').getByRole('button', { name: 'Renew' }).click()
  const drawer = page.getByRole('dialog')
  await choice(drawer, 'Valid until').fill('3 May 2029')
  await choice(drawer, 'Valid until').press('Tab')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Paper renewed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(clocksOf(page, 'Lina Haddad')).toHaveCount(0)
  await expect(clocksOf(page, 'Omar Said')).toHaveCount(1)
}

/** The table of papers opens in another program, with its Arabic. */
async function exportsPapers(page: Page): Promise<void> {
  await page.goto('/papers')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  const rows = await readSpreadsheet(await savedAgain(await readFile(await (await saving).path())))
  expect(rows).toHaveLength(501)
  expect(rows.find((row) => row.includes('P1005'))).toContain('محمد النجار 5')
}

test.describe('What expires, and what it costs', () => {
  test.use({ viewport: DESK })

  test('a company imports its people, is told what it costs, mends what it can, and submits all the same', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { api, company } = customer
    await page.clock.install({ time: new Date(NOW) })
    await enter(api)
    await importsStaff(page)
    await page.goto('/dashboard')
    await expect(atRisk(page)).toHaveText(/AED\s440\.00 now, AED\s560\.00 more within 30 days.*and 1 clock not counted/s)
    await api.send(addPaper, { body: { company_id: company.id, kind: 'establishment_card', expires_on: LAPSED } })
    await saysMainland(page)
    await enter(administrator)
    await confirmsWorkPermits(page)
    await enter(api)
    await page.goto('/dashboard')
    await expect(atRisk(page)).toHaveText(/AED\s840\.00 now, AED\s760\.00 more within 30 days/)
    await renewsEmiratesId(page)
    await submitsAlthough(page)
    await exportsPapers(page)
  })
})
