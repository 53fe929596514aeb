import { expect, type Page } from '@playwright/test'
import { forgotPassword, inviteUser, setPassword } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newCustomer, signedIn, test } from './portal.ts'
import { choice, count, fail, field, logIn, pick, toast } from './screens.ts'
import { admin } from './server.ts'

const NEW = 'another-falcon-2027'

async function setNew(page: Page, password = NEW): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set Password' }).click()
}

async function askFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ask an administrator' })).toBeVisible()
}

test.describe('A forgotten password', () => {
  test('comes back by a mailed link, from the login to the dashboard', async ({ page, customer, linkTo }) => {
    await page.goto('/customer-login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page).toHaveURL('/forgot-password')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await askFor(page, customer.email)
    await expect(page.getByRole('status').filter({ hasText: customer.email })).toBeFocused()
    await page.goto(await linkTo(customer.email))
    await setNew(page)
    await expect(page).toHaveURL('/customer-login')
    await expect(toast(page, 'Password set successfully')).toBeVisible()
    await logIn(page, { ...customer, password: NEW })
    await expect(page).toHaveURL('/dashboard')
  })

  test('is asked for at the administrator login too', async ({ page }) => {
    await page.goto('/admin-login')
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password')
  })

  test('says the same of an e-mail that nobody has, and asks again for another', async ({ page }) => {
    await page.goto('/forgot-password')
    await askFor(page, 'nobody@falcon.example')
    await expect(
      page.getByText(
        'If an account uses nobody@falcon.example, a link is kept in the outbox, because this portal has no mail server. It works for 60 minutes.',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Try another e-mail' }).click()
    await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
  })

  test('asks for an e-mail before anything is sent', async ({ page }) => {
    await page.goto('/forgot-password')
    const sent = count(page, forgotPassword)
    await page.getByLabel('Email', { exact: true }).fill('layla')
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText('Email is not a valid e-mail address')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    expect(sent()).toBe(0)
  })
})

test.describe('A link to a new password', () => {
  test.use({ refusals: [401] })

  test('leaves the address before anything is asked for, and no screen or history shows it', async ({ page, customer, linkTo }) => {
    await page.goto('/forgot-password')
    await askFor(page, customer.email)
    const link = await linkTo(customer.email)
    const token = link.split('#token=')[1] ?? 'none'
    const seen: string[] = []
    page.on('request', async (request) => {
      seen.push(request.url(), (await request.allHeaders()).referer ?? '')
    })
    await page.addInitScript({
      content: 'const send = fetch; seen = []; fetch = (...given) => (seen.push(location.href), send(...given))',
    })
    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Set Password' })).toBeVisible()
    await expect(page).toHaveURL('/set-password')
    const kept = 'JSON.stringify([seen, { ...sessionStorage }, { ...localStorage }, document.cookie, history.state])'
    expect(await page.evaluate(kept)).not.toContain(token)
    expect(seen.filter((text) => text.includes(token) && text !== link)).toEqual([])
    await page.goto('/customer-login')
    await page.goBack()
    await expect(page).toHaveURL('/set-password')
    await expect(page.getByText('Open the link in your mail again, or ask for a new one.')).toBeVisible()
  })

  test('asks for six characters, twice the same, and shows how strong they are', async ({ page }) => {
    await page.goto('/set-password#token=made-up')
    const sent = count(page, setPassword)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await expect(page.getByRole('status').filter({ hasText: 'Password strength: weak' })).toBeVisible()
    await page.getByLabel('Confirm new password', { exact: true }).fill('shorter')
    await page.getByRole('button', { name: 'Set Password' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText(['Password must be at least 6 characters', 'Passwords do not match'])
    expect(sent()).toBe(0)
  })

  test('lets the person whose session it ends log in again', async ({ page, customer, enter, linkTo }) => {
    await enter(customer.api)
    await page.goto('/forgot-password')
    await askFor(page, customer.email)
    await page.goto(await linkTo(customer.email))
    await setNew(page)
    await expect(page).toHaveURL('/customer-login')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })
})

test.describe('A link that is gone', () => {
  test.use({ refusals: [410, 500] })

  test('says so and leads to a new one, which works', async ({ page, customer, linkTo }) => {
    await page.goto('/forgot-password')
    await askFor(page, customer.email)
    const link = await linkTo(customer.email)
    await signedInBy(page, link)
    await page.goto('/')
    await page.goto(link)
    await setNew(page)
    await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
    await expect(page.getByText('This link was used, has expired or was replaced. Ask for a new one.')).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await askFor(page, customer.email)
    const fresh = await linkTo(customer.email, link)
    await page.goto(fresh)
    await setNew(page)
    await expect(page).toHaveURL('/customer-login')
  })

  test('gives way to another one opened in the same tab', async ({ page, customer, linkTo }) => {
    await page.goto('/set-password#token=made-up')
    await setNew(page)
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await askFor(page, customer.email)
    await page.goto('/set-password')
    await page.goto(await linkTo(customer.email))
    await setNew(page)
    await expect(page).toHaveURL('/customer-login')
  })

  test('is not what a failing server is taken for', async ({ page }) => {
    await page.goto('/set-password#token=made-up')
    await fail(page, setPassword)
    await setNew(page)
    await expect(toast(page, 'Failed to set the password')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set Password' })).toBeEnabled()
  })
})

async function signedInBy(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await setNew(page, 'first-falcon-2027')
  await expect(page).toHaveURL('/customer-login')
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Invite somebody' })
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test.describe('An invitation', () => {
  test('by an administrator lets an employee in at once', async ({ page, another, baseURL, administrator, enter, linkTo }) => {
    const email = `noor.${Date.now()}@people.example`
    const company_name = `Falcon Trading ${Date.now()}`
    await newCustomer(baseURL, { company_name })
    await enter(administrator)
    await page.goto('/users')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page).toHaveURL('/users?invite=true')
    await expect(field(page, 'Full name')).toBeFocused()
    await pick(page, choice(dialog(page), 'Company'), company_name)
    await field(page, 'Full name').fill('Noor Invited')
    await field(page, 'Email').fill(email)
    const sent = count(page, inviteUser)
    await page.getByRole('button', { name: 'Send Invitation' }).dblclick()
    await expect(toast(page, 'Invitation kept in the outbox')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    expect(sent()).toBe(1)
    await page.getByRole('searchbox').fill(email)
    const invited = card(page, 'Noor Invited')
    await expect(invited.getByText('Invited', { exact: true })).toBeVisible()
    await expect(invited.getByText('Approved', { exact: true })).toBeVisible()
    const guest = await another()
    await guest.goto(await linkTo(email))
    await setNew(guest)
    await expect(guest).toHaveURL('/customer-login')
    await logIn(guest, { email, password: NEW })
    await expect(guest).toHaveURL('/dashboard')
    await expect(guest.getByRole('banner')).toContainText('Employee')
    await page.reload()
    await expect(invited.getByText('Approved', { exact: true })).toBeVisible()
    await expect(invited.getByText('Invited', { exact: true })).toHaveCount(0)
  })

  test('of an employee record comes from its row', async ({ page, customer, employee, enter }) => {
    expect(employee.email).toContain('@')
    await enter(customer.api)
    await page.goto('/employees')
    await page.getByRole('button', { name: 'Actions: Sara Khan' }).click()
    await page.getByRole('menuitem', { name: 'Invite' }).click()
    await expect(page).toHaveURL(/\/users\?invite=true&employee=/)
    await expect(field(page, 'Full name')).toHaveValue('Sara Khan')
    await expect(dialog(page).getByRole('combobox', { name: 'Employee record (optional)' })).toHaveValue('Sara Khan · N1234567')
    await page.keyboard.press('Escape')
  })
})

test.describe('An invitation by a company administrator', () => {
  test.use({ refusals: [403, 409, 500] })

  test('waits for the administrator', async ({ page, another, baseURL, customer, administrator, enter, linkTo }) => {
    const email = `noor.${Date.now()}@people.example`
    await enter(customer.api)
    await page.goto('/users?invite=true')
    await expect(dialog(page)).toContainText('An administrator must approve the account before the first login.')
    await dialog(page).getByRole('radio', { name: 'Company Admin' }).check()
    await field(page, 'Full name').fill('Noor Waiting')
    await field(page, 'Email').fill(email)
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    const invited = card(page, 'Noor Waiting')
    await expect(invited.getByText('Pending', { exact: true })).toBeVisible()
    await expect(invited.getByText('Invited', { exact: true })).toBeVisible()
    const first = await linkTo(email)
    await page.getByRole('button', { name: 'Invite again: Noor Waiting' }).click()
    const guest = await another()
    await guest.goto(await linkTo(email, first))
    await setNew(guest)
    await expect(guest).toHaveURL('/customer-login')
    await logIn(guest, { email, password: NEW })
    await expect(toast(guest, 'Your account is pending admin approval')).toBeVisible()
    const boss = await another()
    await boss.context().addCookies((await administrator.cookies()).cookies)
    await boss.goto(`/users?q=${email}`)
    await boss.getByRole('button', { name: 'Approve Noor Waiting' }).click()
    await expect(toast(boss, 'User approved successfully')).toBeVisible()
    await signedIn(baseURL, { email, password: NEW })
  })

  test('names an e-mail that has an account at its field', async ({ page, baseURL, customer, enter }) => {
    const other = await newCustomer(baseURL)
    await enter(customer.api)
    await page.goto('/users?invite=true')
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary.getByRole('link')).toHaveText(['Full name is required', 'Email is required'])
    await expectAccessible(page, [DESK, PHONE])
    await page.setViewportSize(DESK)
    for (const email of [other.email, admin.email]) {
      await field(page, 'Full name').fill('Noor Taken')
      await field(page, 'Email').fill(email)
      await page.getByRole('button', { name: 'Send Invitation' }).click()
      await expect(summary.getByRole('link')).toHaveText(['An account with this e-mail already exists'])
    }
    await fail(page, inviteUser)
    await field(page, 'Email').fill('noor@people.example')
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(toast(page, 'Failed to keep the invitation')).toBeVisible()
  })
})

test('Getting in is accessible to all', async ({ page }) => {
  await page.goto('/forgot-password')
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
  await expectAccessible(page)
  await askFor(page, 'nobody@falcon.example')
  await expectAccessible(page)
  await page.goto('/set-password#token=made-up')
  await page.getByLabel('New password', { exact: true }).fill('falcon-2026')
  await expectAccessible(page)
})
