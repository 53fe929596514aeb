import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, addStage, approveUser, dubaiDate, listUsers, STAGE_NAMES, type StageName } from 'contract'
import { DESK, PHONE } from './accessible.ts'
import { EVERYWHERE, onDevices } from './devices.ts'
import { PDF, passport, photo } from './files.ts'
import { keptByBrowser, watchAddresses } from './kept.ts'
import { test } from './portal.ts'
import {
  changeByHand,
  choice,
  field,
  file,
  fillNewEmployee,
  go,
  inWords,
  logIn,
  NEW_EMPLOYEE,
  pick,
  readToast,
  tabTo,
  toast,
} from './screens.ts'
import { admin } from './server.ts'
import { say } from './words.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const DONE = 'Registration successful! Please wait for admin approval before logging in.'
const PASSWORD = 'falcon-2026'
const stage = (page: Page, name: string) =>
  page
    .getByRole('region', { name: say('Visa Process Stages') })
    .getByRole('listitem')
    .filter({ hasText: name })

/** Comes back to the page after some seconds in another window. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(10_000)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: say('Register your company') }).click()
  await field(page, say('Company name')).fill('Falcon Trading LLC')
  await field(page, say('Trade license')).fill('CN-1029384')
  await field(page, say('Contact person')).fill('Omar Haddad')
  await field(page, say('Company email')).fill(email)
  await field(page, say('Company phone')).fill('+971 4 000 0001')
  await page.getByRole('radio', { name: say('Monthly Retainer') }).check()
  await page.getByRole('checkbox', { name: say('Same as Contact Person') }).check()
  await field(page, say('Password')).fill(PASSWORD)
  await field(page, say('Confirm password')).fill(PASSWORD)
  await page.getByRole('button', { name: say('Register'), exact: true }).click()
  await expect(toast(page, say(DONE))).toBeVisible()
  await expect(page).toHaveURL(/\/customer-login/)
}

async function approve(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: say('Admin Login') }).click()
  await logIn(page, admin)
  await readToast(page, say('Admin login successful!'))
  await go(page, say('Users'))
  await page.getByRole('searchbox', { name: say('Search name or e-mail') }).fill(email)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: say('Approve {name}', { name: 'Omar Haddad' }) }).click()
  await expect(toast(page, say('User approved successfully'))).toBeVisible()
}

async function submit(page: Page, employee: string): Promise<void> {
  await go(page, say('Applications'))
  await page
    .getByRole('link', { name: say('New Application') })
    .first()
    .click()
  await page.getByRole('button', { name: new RegExp(`^${say('New Employee')}`) }).click()
  await fillNewEmployee(page, { 'Employee name': employee })
  await page.getByRole('radio', { name: say('Inside the UAE') }).check()
  await page.getByRole('radio', { name: say('Fast Track') }).check()
  await file(page, say('{label} (optional)', { label: say('Passport front page') })).setInputFiles(passport)
  await file(page, say('{label} (optional)', { label: say('Photo') })).setInputFiles(photo)
  await expect(page.getByRole('button', { name: new RegExp(say('Replace {name}', { name: '.*' }, 'file')) })).toHaveCount(2)
  await page.getByRole('button', { name: say('Submit', {}, 'newApplication'), exact: true }).click()
  await expect(toast(page, say('Application submitted successfully!'))).toBeVisible()
  // The rows move down when it comes.
  await expect(page.getByRole('region', { name: say('We have received this application') }).getByText(employee)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: employee }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(employee)
}

async function open(page: Page, employee: string): Promise<void> {
  await go(page, say('Applications'))
  await page.getByRole('searchbox', { name: say('Search applications') }).fill(employee)
  await expect(
    page.getByRole('status').filter({ hasText: new RegExp(say('Showing {shown} of {of} applications', { shown: 1, of: 1 })) }),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: employee }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(employee)
}

async function setExpiry(page: Page, date: string): Promise<void> {
  await field(page, say('Visa expiry date')).fill(date)
  await field(page, say('Visa expiry date')).press('Tab')
  await page.getByRole('button', { name: say('Update'), exact: true }).click()
  await expect(toast(page, say('Expiry date updated'))).toBeVisible()
}

const underWay = (stage: StageName) => `${stage} is under way`

/** Adds the offered stage, the last one with a document, then approves it. */
async function carry(page: Page, name: StageName): Promise<void> {
  const dialog = page.getByRole('dialog', { name: say('Add Stage') })
  await page.getByRole('button', { name: say('Add Stage') }).click()
  await pick(page, choice(dialog, say('Stage')), say(name))
  await dialog.getByLabel(say('Notes (optional)')).fill(underWay(name))
  if (name === 'Visa Stamping') {
    await file(dialog, say('Document (optional)')).setInputFiles({ ...passport, name: 'visa.pdf' })
    await expect(dialog.getByRole('button', { name: say('Replace {name}', { name: 'visa.pdf' }, 'file') })).toBeVisible()
  }
  await dialog.getByRole('button', { name: say('Save') }).click()
  await expect(dialog).toBeHidden()
  await expect(stage(page, say(name))).toContainText(say('Submitted', {}, 'enums'))
  await pick(page, choice(page, say('Status of {stage}', { stage: say(name) })), say('Approved', {}, 'enums'))
  // The panel shows the change before it is stored.
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/api/stages/'))
  await page.getByRole('button', { name: say('Update Stage: {stage}', { stage: say(name) }) }).click()
  if (name === 'Visa Stamping') {
    const completion = page.getByRole('dialog', { name: say('Complete the application') })
    await completion.getByLabel(say('Visa number')).fill('201/2026/7654321')
    await completion.getByRole('button', { name: say('Complete') }).click()
  }
  expect((await stored).status()).toBe(200)
  await readToast(page, say('Status updated successfully'))
}

async function download(page: Page, button: string) {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  await readToast(page, say('Document downloaded'))
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}

/** Another administrator adds the stages in between. */
const ENDS: readonly StageName[] = ['Offer Letter', 'Visa Stamping']

for (const [device, viewport, language, byHand] of onDevices(
  ['a desk', DESK, 'en', EVERYWHERE ? STAGE_NAMES : ENDS] as const,
  ['a phone', PHONE, 'en', ENDS] as const,
  ['a desk in Arabic', DESK, 'ar', ENDS] as const,
)) {
  test.describe(`The whole job at ${device}`, () => {
    test.use({ viewport, language, refusals: [403] })

    test('goes from the registration to the record of the employee', async ({ page: company, another, administrator }) => {
      test.setTimeout(120_000)
      const email = `omar.${randomUUID()}@falcon.example`
      const employee = `Sara Khan ${email.slice(5, 13)}`
      const expiry = addDays(dubaiDate(new Date()), 730)
      await company.clock.install()
      const addresses = watchAddresses(company)
      await register(company, email)
      await logIn(company, { email, password: PASSWORD })
      await expect(toast(company, say('Your account is pending admin approval'))).toBeVisible()

      const office = await another()
      await approve(office, email)
      await logIn(company, { email, password: PASSWORD })
      await expect(company).toHaveURL('/dashboard')
      await readToast(company, say('Login successful!'))
      await submit(company, employee)

      await open(office, employee)
      await expect(office.getByText('AED 7,500.00', { exact: true })).toBeVisible()
      await setExpiry(office, expiry)
      await changeByHand(office)
      const { id = '' } = /\/applications\/(?<id>[^/?]+)/.exec(office.url())?.groups ?? {}
      for (const name of STAGE_NAMES) {
        if (byHand.includes(name)) await carry(office, name)
        else await administrator.send(addStage, { params: { id }, body: { stage_name: name, status: 'Approved', notes: underWay(name) } })
        await comeBack(company)
        await expect(stage(company, say(name))).toContainText(say('Approved', {}, 'enums'))
        await expect(stage(company, say(name))).toContainText(underWay(name))
      }
      await expect(company.getByText(say('{done} of {total} stages approved', { done: 7, total: 7 }))).toBeVisible()
      await expect(company.getByText(inWords(expiry)).first()).toBeVisible()
      const { name, bytes } = await download(company, say('Download {name}', { name: say('Passport front page') }))
      expect(name).toBe(`${employee.replaceAll(' ', '-')}_passport_front.pdf`)
      expect(bytes).toEqual(PDF)
      expect((await download(company, say('Download {name}', { name: say('Photo') }))).name).toBe(
        `${employee.replaceAll(' ', '-')}_photo.jpg`,
      )
      const stamped = await download(company, say('Download the document of {stage}', { stage: say('Visa Stamping') }))
      expect(stamped.name).toBe(`${employee.replaceAll(' ', '-')}_visa_stamping.pdf`)

      await go(company, say('Employees'))
      await expect(company.getByRole('heading', { level: 1 })).toHaveText(say('Employees'))
      await expect(company.getByText(employee)).toBeVisible()
      await expect(
        company
          .getByRole('main')
          .getByText(say('Active', {}, 'enums'), { exact: true })
          .last(),
      ).toBeVisible()
      await expect(company.getByText(inWords(expiry))).toBeVisible()
      await go(company, say('Dashboard'))
      await expect(company.getByRole('link', { name: `${say('Completed', {}, 'dashboard')}, 1` })).toBeVisible()

      // T60: nothing that was typed or shown is in an address or stays in the browser.
      const personal = [
        email,
        PASSWORD,
        '4 000 0001',
        ...['Passport number', 'Mobile', 'Email', 'Salary breakup'].map((label) => NEW_EMPLOYEE[label as keyof typeof NEW_EMPLOYEE]),
      ]
      const kept = `${await keptByBrowser(company)} ${addresses.join(' ')}`
      expect(addresses.length).toBeGreaterThan(20)
      expect(personal.filter((each) => kept.includes(each))).toEqual([])
      expect(await company.evaluate('document.cookie')).not.toContain('session')
    })
  })
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

test.describe('By keyboard alone (U3)', () => {
  test('a company registers, logs in, submits and opens the application', async ({ page, administrator }) => {
    test.setTimeout(120_000)
    const email = `omar.${randomUUID()}@falcon.example`
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: 'Register your company' }))
    await page.keyboard.press('Enter')
    for (const [label, text] of [
      ['Company name', 'Falcon Trading LLC'],
      ['Trade license', 'CN-1029384'],
      ['Contact person', 'Omar Haddad'],
      ['Company email', email],
      ['Company phone', '+971 4 000 0001'],
    ] as const) {
      await type(page, field(page, label), text)
    }
    await tabTo(page, page.getByRole('radio', { name: 'On Demand' }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Monthly Retainer' })).toBeChecked()
    await tabTo(page, page.getByRole('checkbox', { name: 'Same as Contact Person' }))
    await page.keyboard.press('Space')
    await type(page, field(page, 'Password'), PASSWORD)
    await type(page, field(page, 'Confirm password'), PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/customer-login/)
    await expect(page.getByRole('note')).toBeFocused()

    const [user] = await administrator.send(listUsers, { query: { q: email } })
    if (!user) throw new Error('The registered user is not in the list')
    await administrator.send(approveUser, { params: { id: user.id } })
    await type(page, field(page, 'Email'), email)
    await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')

    await tabTo(page, page.getByRole('link', { name: 'Total Applications, 0' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New Application' }).first())
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: /^New Employee/ }))
    await page.keyboard.press('Space')
    await expect(page.getByRole('heading', { name: 'New Employee' })).toBeFocused()
    for (const label of ['Employee name', 'Passport number', 'Nationality', 'Mobile', 'Email'] as const) {
      await type(page, choice(page, label), NEW_EMPLOYEE[label])
    }
    await tabTo(page, page.getByRole('radio', { name: 'Outside the UAE' }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Inside the UAE' })).toBeChecked()
    for (const label of ['Salary breakup', 'Notice period', 'Probation period'] as const) {
      await type(page, field(page, label), NEW_EMPLOYEE[label])
    }
    await tabTo(page, file(page, 'Photo (optional)'))
    await file(page, 'Photo (optional)').setInputFiles(photo)
    await expect(page.getByRole('button', { name: 'Replace IMG_2041.jpeg' })).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Submit', exact: true }))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Application submitted successfully!')).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Sara Khan', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Sara Khan' })).toBeFocused()
  })
})
