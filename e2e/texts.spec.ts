import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import {
  addStage,
  approveTopup,
  approveUser,
  type Call,
  countWaiting,
  createCompany,
  getAnalytics,
  getApplication,
  getBalance,
  getCharts,
  getCompany,
  getDocument,
  getStatement,
  getStats,
  listApplications,
  listCompanies,
  listEmployees,
  listExpiringVisas,
  listStages,
  listTransactions,
  listUsers,
  login,
  logout,
  me,
  pathOf,
  registerClient,
  rejectTopup,
  requestTopup,
  setCompanyDocuments,
  setExpiryDate,
  submitApplication,
  switchCompany,
  updateCompany,
  updateStage,
} from 'contract'
import { EVERYWHERE } from './devices.ts'
import { JPEG, passport } from './files.ts'
import { type Customer, data, newApplication, newCustomer, newTopup, type Sender, test } from './portal.ts'
import { activeCompany, choice, count, fail, field, file, fillNewEmployee, logIn, pick, pretend } from './screens.ts'

// Of all specs nearly the longest, and one of the last.
test.describe.configure({ mode: 'parallel' })

/** A sentence from the server; §8 says where it is shown and where a fixed text stands instead. */
const SENTENCE = 'The registry is closed until Monday'

interface World {
  baseURL: string
  customer: Customer
  administrator: Sender
}

/** An action, and the text when its call fails. */
interface Failure {
  text: string
  call: Call
  by?: 'visitor' | 'customer' | 'administrator'
  /** Arranges what the screen needs; answers its address. */
  at: string | ((world: World) => string | Promise<string>)
  act?: (page: Page, world: World) => Promise<void>
  /** The spec of the screen proves it as well, before it tries again: here it is proven at length. */
  elsewhere?: true
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const failure = (page: Page, text: string): Locator => page.getByRole('alert').filter({ has: page.getByText(text, { exact: true }) })
const newDetail = async ({ customer }: World) => `/applications/${(await newApplication(customer)).id}`
const searched = ({ customer }: World) => `q=${encodeURIComponent(customer.company.name)}`

const LOADS: Failure[] = [
  { text: 'Failed to load dashboard data', call: getStats, at: '/dashboard', elsewhere: true },
  { text: 'Failed to load dashboard data', call: listExpiringVisas, at: '/dashboard', elsewhere: true },
  { text: 'Failed to load dashboard data', call: getAnalytics, at: '/dashboard?tab=analytics', elsewhere: true },
  {
    text: 'Failed to load dashboard data',
    call: getCharts,
    at: async ({ customer }) => {
      await newApplication(customer)
      return '/dashboard?tab=analytics'
    },
  },
  { text: 'Failed to load applications', call: listApplications, at: '/applications', elsewhere: true },
  { text: 'Failed to load application', call: getApplication, at: newDetail, elsewhere: true },
  { text: 'Failed to load stages', call: listStages, at: newDetail, elsewhere: true },
  { text: 'Failed to load companies', call: listCompanies, at: '/companies', elsewhere: true },
  { text: 'Failed to load companies', call: listCompanies, at: '/companies', by: 'administrator' },
  { text: 'Failed to load users', call: listUsers, at: '/users', elsewhere: true },
  { text: 'Failed to load company profile', call: getCompany, at: '/company-profile', elsewhere: true },
  { text: 'Failed to load employees', call: listEmployees, at: '/employees', elsewhere: true },
  { text: 'Failed to load transactions', call: listTransactions, at: '/billing', elsewhere: true },
  { text: 'Failed to load transactions', call: getStatement, at: '/billing?statement=2026-11' },
  { text: 'Failed to load transactions', call: listTransactions, at: '/admin-billing', by: 'administrator', elsewhere: true },
]

const ACTIONS: Failure[] = [
  { text: 'Logout failed', call: logout, at: '/dashboard', act: (page) => press(page, 'Logout'), elsewhere: true },
  {
    elsewhere: true,
    text: 'Failed to switch company',
    call: switchCompany,
    at: async ({ customer }) => {
      await customer.api.send(createCompany, {
        body: {
          name: 'Oryx Stone LLC',
          trade_license: 'CN-4711',
          contact_person: 'Huda Salem',
          email: 'office@oryx.example',
          phone: '+971 4 555 0101',
          category: 'on_demand',
        },
      })
      return '/users'
    },
    act: (page) => pick(page, activeCompany(page), /^Oryx Stone LLC/),
  },
  {
    elsewhere: true,
    text: 'Failed to update expiry date',
    call: setExpiryDate,
    by: 'administrator',
    at: newDetail,
    act: async (page) => {
      await field(page, 'Visa expiry date').fill('2028-12-01')
      await field(page, 'Visa expiry date').press('Tab')
      await press(page, 'Update')
    },
  },
  {
    elsewhere: true,
    text: 'Failed to add stage',
    call: addStage,
    by: 'administrator',
    at: async (world) => `${await newDetail(world)}?dialog=add-stage`,
    act: async (page) => {
      await pick(page, choice(page.getByRole('dialog'), 'Stage'), 'Offer Letter')
      await press(page, 'Save')
    },
  },
  {
    elsewhere: true,
    text: 'Failed to update status',
    call: updateStage,
    by: 'administrator',
    at: async ({ customer, administrator }) => {
      const { id } = await newApplication(customer)
      await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter' } })
      return `/applications/${id}?stages=by-hand`
    },
    act: async (page) => {
      await pick(page, choice(page, 'Status of Offer Letter'), 'Approved')
      await press(page, 'Update Stage: Offer Letter')
    },
  },
  {
    elsewhere: true,
    text: 'Failed to update category',
    call: updateCompany,
    by: 'administrator',
    at: (world) => `/companies?view=kanban&${searched(world)}`,
    act: async (page, { customer }) => {
      await page.getByRole('combobox', { name: `Category of ${customer.company.name}` }).selectOption('Monthly Retainer')
    },
  },
  {
    elsewhere: true,
    text: 'Failed to approve user',
    call: approveUser,
    by: 'administrator',
    at: async ({ baseURL }) => `/users?q=${(await newCustomer(baseURL, { approved: false })).email}`,
    act: (page) => press(page, 'Approve Omar Haddad'),
  },
  {
    elsewhere: true,
    text: 'Failed to update company',
    call: updateCompany,
    at: '/company-profile',
    act: async (page) => {
      await press(page, 'Edit')
      await field(page, 'Phone').fill('+971 4 111 1111')
      await press(page, 'Save')
    },
  },
  {
    elsewhere: true,
    text: 'Failed to upload document',
    call: setCompanyDocuments,
    at: '/company-profile',
    act: (page) => file(page, 'Other document 1').setInputFiles(passport),
  },
  {
    elsewhere: true,
    text: 'Failed to delete document',
    call: setCompanyDocuments,
    at: async ({ customer: { api, company } }) => {
      await api.send(setCompanyDocuments, { params: { id: company.id }, body: { documents: { trade_license: data(JPEG, 'image/jpeg') } } })
      return '/company-profile'
    },
    act: async (page) => {
      await press(page, 'Delete Trade license')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    },
  },
  {
    text: 'The document could not be downloaded. Try again.',
    call: getDocument,
    at: newDetail,
    act: (page) => press(page, 'Download Photo'),
  },
]

const makeWorld = async (baseURL: string, administrator: Sender): Promise<World> => ({
  baseURL,
  administrator,
  customer: await newCustomer(baseURL, { company_name: `Tern ${randomUUID()} LLC` }),
})
let world: Promise<World> | undefined
/** One for each worker: every call that would change it fails. */
const worldOf = (baseURL: string, administrator: Sender): Promise<World> => {
  world ??= makeWorld(baseURL, administrator)
  return world
}

const titleOf = ({ call, by = 'customer', at, text }: Failure) =>
  `${call.method} ${call.path} by the ${by}${typeof at === 'string' ? ` at ${at}` : ''}: ${text}`

interface Telling {
  detail: string | undefined
  told: string
  untold: string
}

async function expectTexts(page: Page, world: World, enter: (sender: Sender) => Promise<void>, row: Failure, tellings: Telling[]) {
  const { call, by = 'customer', at, act } = row
  if (by !== 'visitor') await enter(by === 'customer' ? world.customer.api : world.administrator)
  const address = typeof at === 'string' ? at : await at(world)
  for (const { detail, told, untold } of tellings) {
    const mend = await fail(page, call, detail)
    await page.goto(address)
    await act?.(page, world)
    await expect(failure(page, told)).toBeVisible()
    await expect(page.getByText(untold)).toHaveCount(0)
    await mend()
  }
}

test.describe('A fixed failure text of §8 stands alone, whatever the server says:', () => {
  test.use({ refusals: [500] })

  for (const by of ['customer', 'administrator'] as const)
    for (const [kind, all] of [
      ['load', LOADS],
      ['action', ACTIONS],
    ] as const) {
      const rows = all.filter((row) => (row.by ?? 'customer') === by && (EVERYWHERE || !row.elsewhere))
      if (rows.length === 0) continue
      test(`of each ${kind} by the ${by}`, async ({ page, baseURL, administrator, enter }) => {
        const world = await worldOf(baseURL, administrator)
        for (const row of rows)
          await test.step(titleOf(row), () =>
            expectTexts(page, world, enter, row, [{ detail: SENTENCE, told: row.text, untold: SENTENCE }]),
          )
      })
    }
})

const REGISTRATION = {
  'Company name': 'Falcon Trading LLC',
  'Trade license': 'CN-1029384',
  'Contact person': 'Omar Haddad',
  'Company email': 'office@falcon.example',
  'Company phone': '+971 4 000 0001',
  'Full name': 'Omar Haddad',
  Email: 'omar@falcon.example',
  Password: 'falcon-2026',
  'Confirm password': 'falcon-2026',
} as const

const account = { email: 'omar@falcon.example', password: 'falcon-2026' }

/** Failures with and without the server's sentence that no other spec covers. */
const TOLD: Failure[] = [
  { text: 'Login failed', call: login, at: '/customer-login', by: 'visitor', act: (page) => logIn(page, account) },
  { text: 'Login failed', call: login, at: '/admin-login', by: 'visitor', act: (page) => logIn(page, account) },
  {
    text: 'Registration failed. Please try again.',
    call: registerClient,
    at: '/client-register',
    by: 'visitor',
    act: async (page) => {
      for (const [label, value] of Object.entries(REGISTRATION)) await field(page, label).fill(value)
      await press(page, 'Register')
    },
  },
  {
    text: 'Failed to submit application',
    call: submitApplication,
    at: '/applications/new?type=new',
    act: async (page) => {
      await fillNewEmployee(page)
      await press(page, 'Submit')
    },
  },
  {
    text: 'Failed to submit top-up request',
    call: requestTopup,
    at: '/billing?dialog=top-up',
    act: async (page) => {
      await field(page, 'Amount').fill('500')
      await file(page.getByRole('dialog'), 'Receipt').setInputFiles(passport)
      await expect(page.getByRole('button', { name: 'Replace passport.pdf' })).toBeVisible()
      await press(page, 'Submit')
    },
  },
  ...(['approve', 'reject'] as const).map(
    (decision): Failure => ({
      text: `Failed to ${decision}`,
      call: decision === 'approve' ? approveTopup : rejectTopup,
      by: 'administrator',
      at: async ({ customer }) => `/admin-billing?dialog=${decision}&transaction=${(await newTopup(customer, 100)).id}`,
      act: (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: / AED 100.00$/ })
          .click(),
    }),
  ),
]

test.describe('A failure of §8 shows the sentence of the server, else its own:', () => {
  test.use({ refusals: [500] })

  for (const who of ['visitor', 'customer', 'administrator'] as const)
    test(`of each action of the ${who}`, async ({ page, baseURL, administrator, enter }) => {
      const world = await worldOf(baseURL, administrator)
      for (const row of TOLD.filter(({ by = 'customer' }) => by === who)) {
        const told = { detail: SENTENCE, told: SENTENCE, untold: row.text }
        const otherwise = { detail: undefined, told: row.text, untold: SENTENCE }
        await test.step(titleOf(row), () => expectTexts(page, world, enter, row, [told, otherwise]))
      }
    })
})

test.describe('A silent failure of §8 says nothing:', () => {
  test.use({ refusals: [500] })

  /** `settled`: the text once the refusal has arrived. */
  const SILENT = [
    {
      title: 'the session on load',
      call: me,
      at: '/dashboard',
      settled: (page: Page) => expect(page.getByRole('link', { name: 'Customer Login' })).toBeVisible(),
    },
    {
      title: 'the companies in the header',
      call: listCompanies,
      at: '/employees',
      settled: (page: Page) => expect(activeCompany(page)).toHaveAttribute('placeholder', 'Active Company'),
    },
    {
      title: 'the companies of a new application',
      call: listCompanies,
      at: '/applications/new?type=new',
      settled: (page: Page) => expect(activeCompany(page)).toHaveAttribute('placeholder', 'Active Company'),
    },
    {
      title: 'the balance',
      call: getBalance,
      at: '/billing',
      settled: (page: Page) => expect(page.getByRole('region', { name: 'Balance' }).getByText('Unavailable')).toBeVisible(),
    },
    {
      title: 'the numbers of what waits',
      call: countWaiting,
      by: 'administrator',
      at: '/users',
      settled: async (page: Page) => {
        await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('link', { name: 'Top-up approvals', exact: true })).toBeVisible()
      },
    },
    {
      title: 'the companies to choose from',
      call: listCompanies,
      by: 'administrator',
      at: '/applications/new?type=new',
      settled: async (page: Page) => {
        await choice(page, 'Company').click()
        await expect(page.getByText('The companies could not be loaded.')).toBeVisible()
      },
    },
  ]
  const expectSilence = async (page: Page, { call, at, settled }: (typeof SILENT)[number]) => {
    for (const detail of EVERYWHERE ? [SENTENCE, undefined] : [SENTENCE]) {
      const mend = await fail(page, call, detail)
      await page.goto(at)
      await settled(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText(SENTENCE)).toHaveCount(0)
      await mend()
    }
  }
  for (const who of ['customer', 'administrator'] as const)
    test(`of what the ${who} loads`, async ({ page, customer, administrator, enter }) => {
      await enter(who === 'customer' ? customer.api : administrator)
      for (const row of SILENT.filter(({ by = 'customer' }) => by === who)) await test.step(row.title, () => expectSilence(page, row))
    })
})

test.describe('Texts of §2:', () => {
  test('Unknown Company stands where the company of an application is not found', async ({ page, customer, administrator, enter }) => {
    await newApplication(customer)
    await enter(administrator)
    const isList = (url: URL) => url.pathname === `/api${pathOf(listApplications)}`
    await page.route(isList, async (route) => {
      const response = await route.fetch()
      const rows = (await response.json()) as object[]
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, company_name: null })) })
    })
    await page.goto('/applications')
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Unknown Company')
  })

  const DENIED = [
    { at: '/users', call: listUsers },
    { at: '/employees', call: listEmployees },
    { at: '/applications/new', call: listCompanies },
    { at: '/admin-billing', call: listTransactions },
  ]
  test('Access denied stands where an employee has nothing to look for, and nothing is asked for (V8)', async ({
    page,
    customer,
    enter,
  }) => {
    await enter(customer.api)
    await pretend(page, { role: 'employee' })
    for (const { at, call } of DENIED) {
      const asked = count(page, call)
      await page.goto(at)
      await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
      expect(asked(), at).toBe(0)
    }
  })
})
