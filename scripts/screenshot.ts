import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { addStage, approveUser, registerClient, submitApplication } from 'contract'
import { JPEG, PDF } from '../e2e/files.ts'
import { data, type Sender, signedIn } from '../e2e/portal.ts'
import { admin, startServer } from '../e2e/server.ts'
import { launchOptions, prepareChromium } from '../test/chromium.ts'

// Makes docs/application-detail.png: the built product with a made-up case, on a temporary data directory.
const PORT = String(20_000 + Math.floor(Math.random() * 10_000))
const BASE = `http://localhost:${PORT}`
const SIZE = { width: 1440, height: 900 }
const layla = { email: 'layla.haddad@falcon.example', password: 'a password for pictures' }

export async function make(): Promise<void> {
  build()
  await prepareChromium()
  const stop = await startServer(PORT)
  const browser = await chromium.launch(launchOptions())
  try {
    const administrator = await signedIn(BASE, admin)
    const customer = await register(administrator)
    const id = await submit(customer.sender, customer.company_id)
    await carry(administrator, id)
    await takePicture(browser, customer.sender, `/applications/${id}`)
  } finally {
    await browser.close()
    await stop()
  }
}

function build(): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'ensure.mjs'), '--web', '--server'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The portal could not be built')
}

async function register(administrator: Sender): Promise<{ sender: Sender; company_id: string }> {
  const visitor = await signedIn(BASE)
  const { user, company } = await visitor.send(registerClient, {
    body: {
      company_name: 'Falcon Trading LLC',
      trade_license: 'CN-1002341',
      contact_person: 'Layla Haddad',
      company_email: layla.email,
      company_phone: '+971 4 222 3344',
      user_full_name: 'Layla Haddad',
      user_email: layla.email,
      user_password: layla.password,
    },
  })
  await administrator.send(approveUser, { params: { id: user.id } })
  return { sender: await signedIn(BASE, layla), company_id: company.id }
}

async function submit(customer: Sender, company_id: string): Promise<string> {
  const { id } = await customer.send(submitApplication, {
    body: {
      company_id,
      employee_name: 'Sara Khan',
      passport_number: 'N4821736',
      nationality: 'Indian',
      designation: 'Senior Accountant',
      visa_type: 'employee',
      priority: 'fast_track',
      employee_location: 'inside_uae',
      mobile: '+971 50 123 4567',
      email: 'sara.khan@people.example',
      salary_breakup: 'Basic 9,000, housing 4,500, transport 1,500',
      notice_period: '30 days',
      probation_period: '6 months',
      documents: { passport_front: data(PDF, 'application/pdf'), photo: data(JPEG, 'image/jpeg') },
    },
  })
  return id
}

async function carry(administrator: Sender, id: string): Promise<void> {
  const params = { id }
  for (const stage_name of ['Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status'] as const) {
    await administrator.send(addStage, { params, body: { stage_name, status: 'Approved' } })
  }
  const notes = 'Fitness test taken at Al Karama. The result is expected within two days.'
  await administrator.send(addStage, { params, body: { stage_name: 'Medical Test', status: 'In Process', notes } })
}

async function takePicture(browser: Browser, customer: Sender, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', storageState: await customer.cookies() })
  const page = await context.newPage()
  await page.goto(`${BASE}${path}`)
  await page.getByRole('heading', { name: 'Sara Khan' }).waitFor()
  await page.getByText('Fitness test taken').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: join(import.meta.dirname, '../docs/application-detail.png') })
}
