import { expect, type Page } from '@playwright/test'
import { confirmEmail } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { mailedLink } from './outbox.ts'
import { newCustomer, test } from './portal.ts'
import { count, fail } from './screens.ts'
import { say } from './words.ts'

const titled = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name: say(name) })).toBeVisible()
const press = (page: Page) => page.getByRole('button', { name: say('Confirm E-mail') }).click()
const FAILED = 'Your e-mail could not be confirmed just now. Please try again.'
const LOST = 'Open the link in your mail again. If you have already confirmed your e-mail with it, there is nothing more to do.'

for (const language of ['en', 'ar'] as const) {
  test.describe(`The link of a registration (${language})`, () => {
    test.use({ language, refusals: [410, 500] })

    test('confirms the address when asked to, once', async ({ page, baseURL, dataDir }) => {
      const omar = await newCustomer(baseURL, { approved: false })
      const link = await mailedLink(dataDir, omar.email, undefined, '/confirm-email')
      const sent = count(page, confirmEmail)
      await page.goto(link)
      await titled(page, 'Confirm your e-mail')
      await expect(page).toHaveURL('/confirm-email')
      await expectAccessible(page, [DESK, PHONE])
      expect(sent()).toBe(0)
      const mend = await fail(page, confirmEmail)
      await press(page)
      await expect(page.getByRole('alert').filter({ hasText: say(FAILED) })).toBeFocused()
      await expectAccessible(page, [DESK, PHONE])
      await mend()
      await press(page)
      await titled(page, 'Your e-mail is confirmed')
      await expect(page.getByRole('main').getByRole('status')).toBeFocused()
      await expectAccessible(page, [DESK, PHONE])
      await page.goto('/')
      await page.goto(link)
      await press(page)
      await titled(page, 'This link no longer works')
      await expect(page.getByRole('link', { name: say('Go to login') })).toHaveAttribute('href', '/customer-login')
      await expectAccessible(page, [DESK, PHONE])
    })

    test('is lost with a reload, which says so', async ({ page }) => {
      await page.goto('/confirm-email#token=made-up')
      await titled(page, 'Confirm your e-mail')
      await page.reload()
      await titled(page, 'This link no longer works')
      await expect(page.getByText(say(LOST))).toBeVisible()
    })

    test('is told of on the card of who waits for approval', async ({ page, baseURL, dataDir, administrator, enter }) => {
      const mark = `Waiting ${language} ${Date.now()}`
      const omar = await newCustomer(baseURL, { approved: false, full_name: `${mark} confirmed` })
      await newCustomer(baseURL, { approved: false, full_name: `${mark} unconfirmed` })
      const token = (await mailedLink(dataDir, omar.email, undefined, '/confirm-email')).split('#token=')[1] ?? ''
      await omar.api.send(confirmEmail, { body: { token } })
      await enter(administrator)
      await page.goto(`/users?q=${encodeURIComponent(mark)}`)
      const card = (name: string) => page.getByRole('listitem', { name: `${mark} ${name}`, exact: true })
      await expect(card('confirmed')).toContainText(say('Address confirmed'))
      await expect(card('unconfirmed')).toContainText(say('Address not confirmed: nobody has used the link that was mailed to it.'))
      await expectAccessible(page, [DESK, PHONE])
    })
  })
}
