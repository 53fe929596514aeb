import { expect, type Page } from '@playwright/test'
import { getProvider, updateProvider } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { type Sender, signedIn, test } from './portal.ts'
import { go, tabTo, toast } from './screens.ts'
import { admin, operate } from './server.ts'

const IBAN = 'AE07 0331 2345 6789 0123 456'
/** Markup stands as text (T27). */
const NAME = `Emirates Bank <img src=x onerror="document.title='owned'">`
const bank = (page: Page) => page.getByRole('region', { name: 'Bank details' })

test.use({
  settings: { PRODUCT_NAME: 'Falcon Visas', BANK_NAME: '', BANK_ACCOUNT_NAME: '', BANK_ACCOUNT_NUMBER: '', BANK_IBAN: '' },
})

/** In place of what stands in the field that has the focus. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function open(page: Page, sender: Sender, path: string): Promise<void> {
  await page.context().addCookies((await sender.cookies()).cookies)
  await page.goto(path)
}

test('bank details are in force when a second administrator confirms them with the keyboard alone, and Billing says since when', async ({
  page,
  another,
  baseURL,
  customer,
  administrator,
  dataDir,
}) => {
  const email = `huda.${crypto.randomUUID()}@portal.example`
  const [, password = ''] = /shown this once: (\S+)/.exec(operate(dataDir, 'account', 'create-admin', email, 'Huda Salem')) ?? []
  await open(page, administrator, '/settings')
  await expect(page.getByLabel('Product name')).toHaveValue('Falcon Visas')
  await expect(page.getByText('Set by PRODUCT_NAME in the environment')).toBeVisible()
  const contact = page.getByLabel('Support contact')
  await tabTo(page, contact)
  await write(page, 'help@portal.example')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await tabTo(page, bank(page).getByRole('button', { name: /bank details$/ }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Bank name')).toBeFocused()
  for (const typed of [NAME, 'Visa Services LLC', '0012345678', IBAN.replace('07', '08'), admin.password]) {
    await write(page, typed)
    if (typed !== admin.password) await page.keyboard.press('Tab')
  }
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('This is not a valid IBAN of the UAE')
  await tabTo(page, dialog.getByLabel('IBAN'))
  await write(page, IBAN)
  await page.keyboard.press('Enter')
  await expect(bank(page)).toContainText('Another administrator must confirm what you asked for.')
  await expect(bank(page)).toContainText(NAME)
  await expect(bank(page)).toContainText(IBAN)
  await expectAccessible(page, [DESK, PHONE])

  const company = await another()
  await open(company, customer.api, '/billing')
  const shown = company.getByRole('region', { name: 'Bank transfer details' })
  await expect(shown).toContainText('Contact us for bank details')

  const other = await another()
  await open(other, await signedIn(baseURL, { email, password }), '/settings')
  await tabTo(other, bank(other).getByRole('button', { name: 'Confirm', exact: true }))
  await other.keyboard.press('Enter')
  await expect(other.getByRole('dialog').getByLabel('Current password')).toBeFocused()
  await write(other, password)
  await other.keyboard.press('Enter')
  await expect(toast(other, 'Bank details confirmed')).toBeVisible()
  await expect(bank(other)).toContainText('Changed on')

  // The page stood open meanwhile.
  await company.clock.setFixedTime(Date.now() + 120_000)
  await go(company, 'Applications')
  await go(company, 'Billing')
  await expect(shown).toContainText(IBAN)
  await expect(shown).toContainText(NAME)
  await expect(shown).toContainText('Changed on')
})

test.describe('what another administrator saves meanwhile', () => {
  test.use({ refusals: [412] })

  test('shows at once where nothing is typed, and is put to the person where something is', async ({ page, administrator }) => {
    const contact = page.getByRole('textbox', { name: 'Support contact' })
    const general = page.getByRole('region', { name: 'Name and contact' })
    const save = (support_contact: string) => administrator.send(updateProvider, { body: { support_contact } })
    await save('first@portal.example')
    await open(page, administrator, '/settings')
    await expect(contact).toHaveValue('first@portal.example')
    await page.waitForLoadState('networkidle')
    await save('second@portal.example')
    await expect(contact).toHaveValue('second@portal.example')
    await contact.fill('mine@portal.example')
    await save('theirs@portal.example')
    await general.getByRole('button', { name: 'Save' }).click()
    const conflict = general.getByRole('alert')
    await expect(conflict).toContainText('Someone else has changed these settings in the meantime')
    await expect(conflict.getByLabel('Theirs: theirs@portal.example')).not.toBeChecked()
    await expect(conflict.getByLabel('Yours: mine@portal.example')).toBeChecked()
    await general.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expect(conflict).toHaveCount(0)
    expect((await administrator.send(getProvider, {})).support_contact).toBe('mine@portal.example')

    // Another part is no hindrance.
    await expect(page.getByLabel('Renewal, in Arabic')).toHaveAttribute('placeholder', /^سعر نهائي واحد/)
    await page.getByLabel('New visa, in English').fill('All fees of the authorities')
    await save('last@portal.example')
    await page.getByRole('region', { name: 'What a price covers' }).getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await administrator.send(getProvider, {})).price_words.new.en).toBe('All fees of the authorities')
    await expect(contact).toHaveValue('last@portal.example')
  })
})
