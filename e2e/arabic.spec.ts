import { expect, type Locator, type Page } from '@playwright/test'
import { DAY_MS, getPreferences, listApplications } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { EVERYWHERE } from './devices.ts'
import { newApplication, newCustomer, newTopup, test } from './portal.ts'
import { choice, fillNewEmployee, logIn, toast } from './screens.ts'
import { say, speak } from './words.ts'

/** What a desk shows is accessible in English as well. */
const SIZES = EVERYWHERE ? [DESK, PHONE] : [PHONE]
const root = (page: Page) => page.locator('html')
/** The dialog that the address opens, else the heading of its screen. */
const opened = (page: Page, path: string) =>
  /dialog=|correct=/.test(path) ? page.getByRole('dialog') : page.getByRole('heading', { level: 1 })
const switchTo = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.describe('The language (U13)', () => {
  test.use({ refusals: [401] })

  test('changes in place, keeps what was typed, and is remembered over reload, login and logout', async ({ page, customer }) => {
    await page.goto('/customer-login')
    await expect(root(page)).toHaveAttribute('lang', 'en')
    await page.getByLabel('Email', { exact: true }).fill(customer.email)
    await switchTo(page, 'العربية')
    speak('ar')
    await expect(root(page)).toHaveAttribute('lang', 'ar')
    await expect(root(page)).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('دخول العملاء')
    await expect(page.getByLabel(say('Email'), { exact: true })).toHaveValue(customer.email)

    await logIn(page, { ...customer, password: 'not the password' })
    await expect(page.getByRole('alert')).toHaveText('البريد الإلكتروني أو كلمة المرور غير صحيحة')
    await logIn(page, customer)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('لوحة المعلومات')
    await expect.poll(async () => (await customer.api.send(getPreferences, {})).language).toBe('ar')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('لوحة المعلومات')
    await page.getByRole('button', { name: say('Logout') }).click()
    await expect(toast(page, say('Logged out successfully'))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('كل تأشيرة، من عرض العمل إلى تثبيت الإقامة')

    await switchTo(page, 'English')
    speak('en')
    await expect(root(page)).toHaveAttribute('dir', 'ltr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every visa, from offer letter to stamping')
    await page.reload()
    await expect(root(page)).toHaveAttribute('lang', 'en')
  })

  test('loads the words of one language only', async ({ page, customer, enter }) => {
    const words: string[] = []
    page.on('request', (request) => {
      const [, language] = /\/assets\/(en|ar)-[\w-]+\.js$/.exec(request.url()) ?? []
      if (language) words.push(language)
    })
    await enter(customer.api)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(new Set(words)).toEqual(new Set(['en']))
  })
})

test.describe('In a browser that speaks Arabic', () => {
  test.use({ language: 'ar' })

  test('a nationality is chosen in Arabic and stored as the list has it', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.goto('/applications/new?type=new')
    await fillNewEmployee(page, { Nationality: 'الهن' })
    const field = choice(page, say('Nationality'))
    await field.focus()
    await field.press('End')
    await field.pressSequentially('د')
    await page.getByRole('option', { name: 'الهند', exact: true }).click()
    await expect(field).toHaveValue('الهند')
    await page.getByRole('button', { name: say('Submit', {}, 'newApplication'), exact: true }).click()
    await expect(toast(page, say('Application submitted successfully!'))).toBeVisible()
    expect(await customer.api.send(listApplications, {})).toMatchObject([{ nationality: 'Indian' }])
  })

  for (const path of ['/', '/admin-login', '/customer-login', '/client-register']) {
    test(`${path} is Arabic from the first paint, and accessible`, async ({ page }) => {
      await page.goto(path)
      await expect(root(page)).toHaveAttribute('dir', 'rtl')
      await expect(page.getByRole('button', { name: 'English', exact: true })).toBeVisible()
      await expectAccessible(page, SIZES)
    })
  }

  test('the screens of a company are accessible, and no wider than a phone', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer, { priority: 'fast_track' })
    await newTopup(customer)
    await enter(customer.api)
    for (const path of [
      '/dashboard',
      '/applications',
      '/applications/new?type=new',
      `/applications/${id}`,
      '/billing',
      '/users',
      '/account',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, SIZES)
    }
  })

  test('so are those for its own data', async ({ page, customer, enter }) => {
    await enter(customer.api)
    for (const path of ['/billing?dialog=top-up', '/company-profile', '/employees?dialog=add']) {
      await page.goto(path)
      await expect(opened(page, path)).toBeVisible()
      await expectAccessible(page, SIZES)
    }
  })

  test('the screens of the administrator are accessible, and no wider than a phone', async ({ page, baseURL, administrator, enter }) => {
    const customer = await newCustomer(baseURL, { company_name: `Oryx ${Date.now()} LLC` })
    const { id } = await newApplication(customer)
    await newTopup(customer)
    const named = `q=${encodeURIComponent(customer.company.name)}`
    await enter(administrator)
    for (const path of [
      `/applications/${id}`,
      `/companies?view=kanban&${named}`,
      `/companies?correct=${customer.company.id}&${named}`,
      `/admin-billing?company=${customer.company.id}`,
      `/dashboard?tab=companies&${named}`,
      '/settings',
      '/journal',
    ]) {
      await page.goto(path)
      await expect(opened(page, path)).toBeVisible()
      await expectAccessible(page, SIZES)
    }
  })

  test('the charts are accessible, and a number is said as it stands', async ({ page, administrator, customer, enter }) => {
    await newApplication(customer)
    await enter(administrator)
    await page.goto(`/dashboard?tab=analytics&company=${customer.company.id}`)
    await expect(page.getByRole('main').locator('a[href*="stage=Offer"]').first()).toBeVisible()
    await expectAccessible(page, SIZES)
  })

  test('amounts, passports and phone numbers stay from left to right', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    for (const text of ['AED 6,500.00', 'N1234567', '+971501234567', 'sara.khan@people.example']) {
      const shown = page.getByRole('main').getByText(text, { exact: true }).first()
      await expect(shown).toBeVisible()
      await expect(shown, text).toHaveCSS('direction', 'ltr')
    }
  })

  test('a long name in Latin letters is cut at its end, not at its beginning', async ({ page, baseURL, administrator, enter }) => {
    const customer = await newCustomer(baseURL, { company_name: 'Emirates Gate International Trading and Brokerage LLC' })
    await newApplication(customer, { passport_number: 'N'.repeat(20) })
    await enter(administrator)
    await page.setViewportSize(PHONE)
    await page.goto('/dashboard?tab=pending')
    const row = page.getByRole('main').getByRole('link').filter({ hasText: customer.company.name }).first()
    await expect(row).toBeVisible()
    const [start, edge] = await row.getByText(customer.company.name).evaluate((name) => {
      const text = name.ownerDocument.createRange()
      text.selectNodeContents(name)
      return [text.getBoundingClientRect().left, name.closest('a')?.getBoundingClientRect().left ?? 0]
    })
    expect(start).toBeGreaterThanOrEqual(edge)
  })

  test('how long a stage has lasted stays beside the date, however late it is', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.clock.setFixedTime(Date.now() + 150 * DAY_MS)
    await page.goto('/dashboard?tab=pending')
    const row = page.getByRole('main').getByRole('link').filter({ hasText: 'Sara Khan' })
    const [late, date] = [row.getByText(/متأخر/), row.locator('time')]
    await expect(late).toBeVisible()
    const edge = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, width: 0 }
    const ofDate = await edge(date.locator('..'))
    expect((await edge(late)).x).toBeGreaterThan(ofDate.x + ofDate.width)
  })

  test('the next document is to the left', async ({ page, customer, enter }) => {
    const { id, document_details } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}?document=${document_details.passport_front?.id}`)
    const shows = (title: string) => expect(page.getByRole('dialog', { name: say(title, {}, 'enums.slot') })).toBeVisible()
    await shows('Passport front page')
    await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await shows('Photo')
    await page.keyboard.press('ArrowRight')
    await shows('Passport front page')
  })
})
