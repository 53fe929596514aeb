import { randomUUID } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import {
  addStage,
  type Call,
  createEmployee,
  type Input,
  inviteUser,
  type Language,
  login,
  type Reply,
  registerClient,
  requestTopup,
  setExpiryDate,
  setPassword,
  submitApplication,
} from 'contract'
import { SAVES_DATA } from './devices.ts'
import { JPEG, PDF } from './files.ts'
import { keepPage, QUIET, takePage } from './keptPage.ts'
import { mailedLink } from './outbox.ts'
import { type Cookies, entered, openRows, rowsAt, senderAt } from './sender.ts'
import { admin, newDataDir, startServer } from './server.ts'
import { type Expected, watch } from './watch.ts'
import { speak } from './words.ts'

/** Of everybody. */
const PASSWORD = admin.password

export interface Account {
  email: string
  password: string
}

/** Calls the portal over HTTP, to arrange what a spec needs. */
export interface Sender {
  send<C extends Call>(call: C, input: Input<C>): Promise<Reply<C>>
  /** The session's cookies, for a browser that skips the login. */
  cookies(): Promise<Cookies>
}

export async function signedIn(baseURL: string, account?: Account): Promise<Sender> {
  const sender = senderAt(baseURL)
  if (account) await sender.send(login, { body: account })
  return sender
}

export interface Customer extends Account {
  name: string
  company: { id: string; name: string }
  api: Sender
}

interface NewCustomer {
  approved?: boolean
  company_name?: string
  full_name?: string
}

/** A company for one spec with its approved administrator, who is signed in; otherwise as they have registered and wait. */
export async function newCustomer(
  baseURL: string,
  { approved = true, company_name = 'Falcon Trading LLC', full_name = 'Omar Haddad' }: NewCustomer = {},
): Promise<Customer> {
  const email = `omar.${randomUUID()}@falcon.example`
  const trade_license = `CN-${randomUUID().slice(0, 8)}`
  const person = { email, password: PASSWORD, name: full_name }
  if (approved) {
    const { user_id, company } = await rowsAt(baseURL).insertCustomer({ company_name, trade_license, full_name, email })
    return { ...person, company, api: await entered(baseURL, user_id) }
  }
  const api = await signedIn(baseURL)
  const { company } = await api.send(registerClient, {
    body: {
      company_name,
      trade_license,
      contact_person: full_name,
      company_email: email,
      company_phone: '+971 4 000 0001',
      user_full_name: full_name,
      user_email: email,
      user_password: PASSWORD,
    },
  })
  return { ...person, company, api }
}

export const data = (bytes: Buffer, type: string): string => `data:${type};base64,${bytes.toString('base64')}`

/** A submitted application of a new employee, by default with a PDF and a JPEG. */
export const newApplication = ({ api, company }: Customer, changes: Partial<Input<typeof submitApplication>['body']> = {}) =>
  api.send(submitApplication, {
    body: {
      company_id: company.id,
      employee_name: 'Sara Khan',
      passport_number: 'N1234567',
      nationality: 'Indian',
      visa_type: 'employee',
      priority: 'normal',
      employee_location: 'outside_uae',
      mobile: '+971501234567',
      email: 'sara.khan@people.example',
      salary_breakup: 'Basic 4,000, housing 2,000',
      notice_period: '30 days',
      probation_period: '6 months',
      documents: { passport_front: data(PDF, 'application/pdf'), photo: data(JPEG, 'image/jpeg') },
      ...changes,
    },
  })

/** A submitted renewal, by default of the same person. */
export function newRenewal(customer: Customer, changes: Partial<Input<typeof submitApplication>['body']> = {}) {
  const file = data(PDF, 'application/pdf')
  const documents = { passport_front: file, existing_visa: file, eid: file }
  return newApplication(customer, {
    application_type: 'renewal',
    designation: 'Accountant',
    visa_expiry_date: '2027-01-01',
    documents,
    ...changes,
  })
}

/** A pending top-up of the active company. */
export const newTopup = ({ api }: Customer, amount = 10_000, receipt = data(PDF, 'application/pdf')) =>
  api.send(requestTopup, { body: { amount, receipt_document: receipt } })

/** Completes an application, so that its employee record appears (E1). */
export async function complete(administrator: Sender, id: string, expiry_date?: string): Promise<void> {
  if (expiry_date) await administrator.send(setExpiryDate, { params: { id }, query: { expiry_date } })
  await administrator.send(addStage, { params: { id }, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
}

/** Invited by the administrator, therefore approved, with a password set (A6). */
async function newEmployee(baseURL: string, { company }: Customer, administrator: Sender, linkTo: Fixtures['linkTo']) {
  const email = `sara.${randomUUID()}@people.example`
  const record = { employee_name: 'Sara Khan', passport_number: 'N1234567', nationality: 'Indian', designation: 'Accountant' }
  const { id } = await administrator.send(createEmployee, { body: { ...record, company_id: company.id } })
  const body = { email, full_name: 'Sara Khan', role: 'employee', company_id: company.id, employee_id: id } as const
  await administrator.send(inviteUser, { body })
  const token = (await linkTo(email)).split('#token=')[1] ?? ''
  await (await signedIn(baseURL)).send(setPassword, { body: { token, password: PASSWORD } })
  return { email, password: PASSWORD, api: await signedIn(baseURL, { email, password: PASSWORD }) }
}

interface Fixtures extends Expected {
  /** Of the browser; nobody has chosen a language yet. */
  language: Language
  locale: string
  /** Whether the browser loads ahead what other screens need. */
  ahead: boolean
  /** Whether the browser knows nothing of the portal yet. */
  fresh: boolean
  customer: Customer
  /** Signs the page's browser in without a click. */
  enter: (sender: Sender) => Promise<void>
  administrator: Sender
  /** Waits for a mailed link to a new password that is newer than `older`. */
  linkTo: (address: string, older?: string) => Promise<string>
  /** An invited employee of the customer, linked to the record of Sara Khan's passport. */
  employee: Account & { api: Sender }
  /** A second person's browser, watched like the first. */
  another: () => Promise<Page>
}

interface Portal {
  /** The portal's data directory, with its outbox. */
  dataDir: string
  portal: string
  /** Further settings of the portal; a spec that sets some gets a portal of its own. */
  settings: Record<string, string>
}

/** Fails a spec for anything unexpected on the console and for any request to another origin. */
export const test = base.extend<Fixtures, Portal>({
  settings: [{}, { option: true, scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  dataDir: [async ({}, use) => await use(newDataDir()), { scope: 'worker' }],
  // A portal for each worker, so that specs that run beside each other share no rows.
  portal: [
    async ({ dataDir, settings }, use, { workerIndex }) => {
      const port = Number(process.env.E2E_PORT) + workerIndex
      const baseURL = `http://localhost:${port}`
      const stop = await startServer(String(port), settings, dataDir)
      const close = openRows(baseURL, dataDir)
      await use(baseURL)
      await close()
      await stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ portal }, use) => await use(portal),
  refusals: [[], { option: true }],
  language: ['en', { option: true }],
  locale: async ({ language }, use) => {
    speak(language)
    await use(language === 'ar' ? 'ar-AE' : 'en-AE')
    speak('en')
  },
  origins: [[], { option: true }],
  ahead: [false, { option: true }],
  fresh: [false, { option: true }],
  context: async ({ browser, baseURL, refusals, origins, ahead, fresh, locale, viewport, contextOptions }, use, info) => {
    const problems: string[] = []
    const kind = JSON.stringify([fresh, ahead, locale, viewport, contextOptions])
    const taken = await takePage(browser, kind, async (context) => {
      if (!ahead) await context.addInitScript(SAVES_DATA)
    })
    watch(taken.context, { baseURL, refusals, origins }, problems)
    await use(taken.context)
    if (fresh || problems.length > 0 || info.status !== info.expectedStatus) await taken.context.close()
    else await keepPage(taken, { ...contextOptions, viewport })
    expect(problems).toEqual([])
  },
  page: async ({ context }, use) => await use(context.pages()[0] ?? (await context.newPage())),
  another: async ({ browser, baseURL, refusals, origins, ahead }, use) => {
    const problems: string[] = []
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      if (!ahead) await context.addInitScript(SAVES_DATA)
      watch(context, { baseURL, refusals, origins }, problems)
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(problems).toEqual([])
  },
  customer: async ({ baseURL }, use) => await use(await newCustomer(baseURL)),
  linkTo: async ({ dataDir }, use) => await use((address, older) => mailedLink(dataDir, address, older)),
  employee: async ({ baseURL, customer, administrator, linkTo }, use) =>
    await use(await newEmployee(baseURL, customer, administrator, linkTo)),
  administrator: async ({ baseURL }, use) => await use(await entered(baseURL)),
  enter: async ({ context }, use) =>
    await use(async (sender) => {
      // A page of the person before would ask again as the new one, and be refused.
      for (const page of context.pages()) if (/^http/.test(page.url())) await page.goto(QUIET)
      await context.addCookies((await sender.cookies()).cookies)
    }),
})
