import { expect, type Locator, type Page, request } from '@playwright/test'
import { getStats, listApplications, logout, me, pathOf } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newApplication, newCustomer, test } from './portal.ts'
import { fail, logIn, openPersonMenu, toast, UNTOLD } from './screens.ts'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test.describe('Shell', () => {
  test('lists the screens of an administrator and marks the current one', async ({ page, administrator, enter }) => {
    await enter(administrator)
    await page.goto('/dashboard')
    await expect(main(page).getByRole('link')).toHaveText([
      'Dashboard',
      /^Applications/,
      /^Employees/,
      'Papers',
      'Deadlines',
      'Companies',
      /^Users/,
      /^Top-up approvals/,
      'Rules',
      'Journal',
      'Settings',
    ])
    await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    await main(page).getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL('/users')
    await expect(main(page).locator('[aria-current=page]')).toHaveText(/^Users/)
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
  })

  test('lists the screens of a company administrator, with person and role, marks the current one and skips to its content', async ({
    page,
    customer,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    // What is due of the application stands beside the bill.
    const entries = ['Dashboard', 'Applications', 'Employees', 'Papers', 'Deadlines', 'Company Profile', 'Users', /^Billing/, 'Rules']
    await expect(main(page).getByRole('link')).toHaveText(entries)
    await expect(page.getByRole('banner').getByText('Company Admin', { exact: true })).toBeVisible()
    const side = page.getByRole('complementary')
    await expect(side.getByText('Omar Haddad', { exact: true })).toBeVisible()
    await expect(side.getByText(customer.email, { exact: true })).toBeVisible()
    await expect(side.getByText('O', { exact: true })).toBeVisible()
    // Its path is that of the entry, and more.
    await expect(main(page).getByRole('link', { name: 'Applications' })).toHaveAttribute('aria-current', 'page')
    await expect(main(page).locator('[aria-current=page]')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCSS('box-shadow', 'none')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('gives every screen a title of its own and one heading (U2)', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    for (const [entry, title] of [
      ['Applications', 'Visa Applications'],
      ['Employees', 'Employees'],
      ['Company Profile', 'Company Profile'],
      ['Users', 'Users'],
      ['Dashboard', 'Dashboard'],
    ] as const) {
      await main(page).getByRole('link', { name: entry }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([title])
      await expect(page).toHaveTitle(`${title} · Visa Portal`)
    }
  })

  test('follows the system until somebody chooses a theme, and remembers that beyond a reload and a logout (U14)', async ({
    page,
    customer,
    enter,
  }) => {
    const root = page.locator('html')
    await enter(customer.api)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/dashboard')
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    const theme = (await openPersonMenu(page)).getByRole('radiogroup', { name: 'Theme' })
    await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
    await theme.getByText('Light').click()
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
    await theme.getByText('Dark').click()
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload()
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('has the person in the header: account, keys, language, theme and the way out', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/users')
    const opener = page.getByRole('banner').getByRole('button', { name: 'Omar Haddad, Company Admin' })
    await opener.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Omar Haddad' })
    await expect(panel).toContainText(customer.email)
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await panel.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await panel.getByRole('radiogroup', { name: 'Language' }).getByText('العربية').click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await panel.getByText('English').click()
    await panel.getByRole('link', { name: 'Your account' }).click()
    await expect(page).toHaveURL('/account')
    await expect(panel).toBeHidden()
    await opener.press('Enter')
    await panel.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('says where the reader is: on a detail also the way back, with the filters of the list', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications?q=sara')
    await page.getByRole('link', { name: 'Sara Khan', exact: true }).click()
    const path = page.getByRole('navigation', { name: 'Where you are' })
    await expect(page).toHaveURL(`/applications/${id}`)
    await expect(path.getByRole('listitem')).toHaveText(['Applications', 'Sara Khan'])
    await expect(path.locator('[aria-current=page]')).toHaveText('Sara Khan')
    // A hundredth of a pixel too few, and dots stand for the last letters.
    expect(await excess(path.locator('[aria-current=page] bdi'))).toBeLessThan(0.01)
    await path.getByRole('link', { name: 'Applications' }).click()
    await expect(page).toHaveURL('/applications?q=sara')
    await expect(path).toHaveCount(0)
    await page.goto('/billing?statement=2026-11')
    await expect(path.getByRole('listitem').first()).toHaveText('Billing')
    await expect(path.getByRole('link')).toHaveCount(1)
  })
})

/** By how many pixels a text is wider than its room. */
const excess = (text: Locator): Promise<number> =>
  text.evaluate((own) => {
    const range = own.ownerDocument.createRange()
    range.selectNodeContents(own)
    return range.getBoundingClientRect().width - own.getBoundingClientRect().width
  })

test.describe('Shell on a phone', () => {
  test.use({ viewport: PHONE })

  test.beforeEach(async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(main(page)).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(drawer(page)).toBeVisible()
  })

  const drawer = (page: Page) => page.getByRole('dialog', { name: 'Main' })

  test('keeps Tab inside the drawer, and shows the logo whole beside the role, which opens the person’s own menu', async ({ page }) => {
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab')
      await expect(drawer(page).locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    const header = page.getByRole('banner')
    await expect(header.getByText('Company Admin', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(header.locator('svg').nth(1)).toBeInViewport({ ratio: 1 })
    const panel = await openPersonMenu(page)
    await expect(panel.getByRole('radiogroup', { name: 'Theme' })).toBeInViewport({ ratio: 1 })
  })

  test('closes the drawer on navigation, on the entry of the current screen, by its button and by a tap outside', async ({ page }) => {
    const open = async () => {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(drawer(page)).toBeVisible()
    }
    await drawer(page).getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL('/users')
    await expect(drawer(page)).toBeHidden()
    await open()
    await drawer(page).getByRole('link', { name: 'Users' }).click()
    await expect(drawer(page)).toBeHidden()
    await open()
    await drawer(page).getByRole('button', { name: 'Close menu' }).click()
    await expect(drawer(page)).toBeHidden()
    await open()
    await page.mouse.click(PHONE.width - 10, PHONE.height / 2)
    await expect(drawer(page)).toBeHidden()
  })

  test('logs out from the drawer', async ({ page }) => {
    await drawer(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
  })
})

test.describe('Logout', () => {
  test.use({ refusals: [401] })

  test('says so, goes to the start page, kills the cookie and leaves no data behind', async ({ page, baseURL, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByText('Sara Khan').first()).toBeVisible()
    const stolen = await page.context().storageState()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    const thief = await request.newContext({ baseURL, storageState: stolen })
    expect((await thief.get(`/api${pathOf(me)}`)).status()).toBe(401)
    await thief.dispose()
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Customer Login' })).toBeVisible()
    await expect(page.getByText(customer.email)).toHaveCount(0)
  })

  test('leaves nothing of what one person saw to who logs in next in the same tab', async ({ page, baseURL, customer, enter }) => {
    await newApplication(customer)
    const next = await newCustomer(baseURL)
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByText('Sara Khan').first()).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Customer Login' }).click()
    const isList = `**/api${pathOf(listApplications)}*`
    await page.route(isList, () => undefined)
    await logIn(page, next)
    await expect(page).toHaveURL('/dashboard')
    const asked = page.waitForRequest(isList)
    await main(page).getByRole('link', { name: 'Applications' }).click()
    await asked
    await expect(page.getByRole('heading', { level: 1, name: 'Visa Applications' })).toBeVisible()
    await expect(page.getByText('Sara Khan')).toHaveCount(0)
  })

  test('in one tab signs the others out', async ({ context, page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/users')
    const other = await context.newPage()
    await other.goto('/dashboard')
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Customer Login' })).toBeVisible()
    await expect(page.getByText(customer.email)).toHaveCount(0)
  })

  test('leads on to the dashboard at the next login, not to the page before', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/users')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Customer Login' }).click()
    await logIn(page, customer)
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('Logout, on the way', () => {
  test('takes back what was asked before, which would ask for the password', async ({ page, customer, enter }) => {
    await enter(customer.api)
    const isStats = `**/api${pathOf(getStats)}`
    await page.route(isStats, () => undefined)
    const asked = page.waitForRequest(isStats)
    await page.goto('/dashboard')
    const takenBack = page.waitForEvent('requestfailed', { predicate: async (request) => request === (await asked), timeout: 10_000 })
    // The session ends after that.
    await page.route(`**/api${pathOf(logout)}`, async (route) => {
      await takenBack
      await route.continue()
    })
    await asked
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test.describe('Logout, refused', () => {
  test.use({ refusals: [500] })

  test('says Logout failed and stays', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await fail(page, logout, UNTOLD)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Logout' }).click()
    const told = toast(page, 'Logout failed')
    await expect(told).toBeVisible()
    // Beside the rows and buttons of the screen, and above the button that was pressed.
    const [box, content, person] = await Promise.all(
      [told, page.getByRole('main'), page.getByRole('link', { name: /^Your account/ })].map((element) => element.boundingBox()),
    )
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(person?.y ?? 0)
    await expect(page).toHaveURL('/dashboard')
  })
})
