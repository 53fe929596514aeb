import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { addPaper } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { onDevices } from './devices.ts'
import { test } from './portal.ts'
import { choice, fillNewEmployee, go, inWords, toast } from './screens.ts'
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

for (const [device, viewport, language] of onDevices(['a desk', DESK, 'en'] as const, ['a phone in Arabic', PHONE, 'ar'] as const)) {
  test.describe(`What expires, and what it costs, at ${device}`, () => {
    test.use({ viewport, language })

    test('a company is told, mends what it can, and submits all the same', async ({ page, customer, administrator, enter }) => {
      const { api, company } = customer
      await page.clock.install({ time: new Date(NOW) })
      await api.send(addPaper, { body: { company_id: company.id, kind: 'establishment_card', expires_on: LAPSED } })
      await enter(api)
      await page.goto('/dashboard')
      await saysMainland(page)
      await enter(administrator)
      await confirmsWorkPermits(page)
      await enter(api)
      await submitsAlthough(page)
      await expectAccessible(page, [viewport])
    })
  })
}
