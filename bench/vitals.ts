import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { confirmRule, listRules } from 'contract'
import { newApplication, signedIn } from '../e2e/portal.ts'
import { admin, newDataDir, startServer } from '../e2e/server.ts'
import { launchOptions, prepareChromium } from '../test/chromium.ts'
import { npmStart } from './npmStart.ts'
import { openDetails } from './openDetail.ts'
import { releasedPortal } from './released.ts'
import { insertUsualRows } from './usualRows.ts'

const PORT = '29871'
const LOADS = Number(process.env.BENCH_LOADS ?? 10)
/** These alone, such as `/rules,/billing`. */
const ROUTES = process.env.BENCH_ROUTES?.split(',')
/** U1: limits of the 75th percentile on a processor four times slower over Fast 4G; `ratio` is that of the LCP to v0.1.0's in the same run. */
const LIMITS = { lcp: 2_500, inp: 150, cls: 0.05, ratio: 0.65 }
/** From the press on a row to the record, once its code is there. */
const MAX_DETAIL_MS = 300
const KEYS = 6
/** After the last answer, until it is shown. */
const SETTLED_MS = 1_200
const FAST_4G = { offline: false, latency: 60, downloadThroughput: (9 * 1024 * 1024) / 8, uploadThroughput: (1.5 * 1024 * 1024) / 8 }
/** The routes of v0.1.0 too, beside which they are timed. */
const VISITORS = ['/', '/admin-login', '/customer-login', '/client-register', '/forgot-password', '/privacy']
const ADMINS = [
  '/dashboard',
  '/applications',
  '/applications/new',
  '/employees',
  '/companies',
  '/users',
  '/admin-billing',
  '/journal',
  '/account',
]
/** `*` is the id of an open case. */
const CUSTOMERS = ['/billing', '/company-profile', '/applications/*']
const NEWER = ['/notices', '/rules', '/settings', '/waiting-mails', '/papers', '/deadlines']
/** A receipt has the place it has in the browsers of desks, all of which show PDFs; the one from npm does not. */
const OBSERVE = `
  Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true })
  window.vitals = { lcp: 0, inp: 0, cls: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) vitals.lcp = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.cls += entry.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration) }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

interface Vitals {
  lcp: number
  inp: number
  cls: number
}

const p75 = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.75) - 1] ?? Number.NaN
const of = (loads: Vitals[], name: keyof Vitals): number => p75(loads.map((load) => load[name]))

async function openPage(browser: Browser, options: BrowserContextOptions, slow: boolean) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (slow) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await session.send('Network.emulateNetworkConditions', FAST_4G)
  }
  return { context, page }
}

async function load(browser: Browser, portal: Portal, path: string, slow: boolean): Promise<Vitals> {
  const { context, page } = await openPage(browser, portal.optionsOf(path), slow)
  await page.addInitScript(OBSERVE)
  await page.goto(portal.addressOf(path))
  // A key before all is shown would end the measurement of the largest part. To ask as a test does would slow the page.
  while (!(await page.evaluate<boolean>("document.querySelector('#root h1') !== null"))) await page.waitForTimeout(SETTLED_MS / 4)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  for (let key = 0; key < KEYS; key++) await page.keyboard.press('Tab')
  await page.keyboard.press('x')
  await page.waitForLoadState('networkidle')
  const vitals = await page.evaluate<Vitals>('vitals')
  await context.close()
  return vitals
}

interface Portal {
  optionsOf(path: string): BrowserContextOptions
  addressOf(path: string): string
}

/** A portal with rows in it, for visitors, an administrator and a company. */
async function fill(baseURL: string): Promise<Portal> {
  const customer = await insertUsualRows(baseURL)
  const { id } = await newApplication(customer)
  const administrator = await signedIn(baseURL, admin)
  const [ofCustomer, ofAdmin] = [await customer.api.cookies(), await administrator.cookies()]
  return {
    optionsOf: (path) => ({ baseURL, ...(!VISITORS.includes(path) && { storageState: CUSTOMERS.includes(path) ? ofCustomer : ofAdmin }) }),
    addressOf: (path) => path.replace('*', id),
  }
}

/** As in a portal in use, which warns of none; v0.1.0 has no rules. */
async function confirmRules(baseURL: string): Promise<void> {
  const administrator = await signedIn(baseURL, admin)
  for (const { id } of await administrator.send(listRules, {})) {
    await administrator.send(confirmRule, { params: { id }, body: { confirmed: true } })
  }
}

/** Prints LCP, INP and CLS of cold loads, slowed beside unslowed and beside v0.1.0; ends non-zero where a limit is passed. */
await prepareChromium()
const dataDir = mkdtempSync(join(tmpdir(), 'vitals-'))
const released = await npmStart(releasedPortal(), { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, DATA_DIR: dataDir })
const origin = `http://localhost:${PORT}`
const stop = await startServer(PORT, {}, newDataDir())
const browser = await chromium.launch(launchOptions())
let failed = false
try {
  const before = await fill(`http://localhost:${released.port}`)
  const own = await fill(origin)
  await confirmRules(origin)
  for (const path of [...VISITORS, ...ADMINS, ...CUSTOMERS, ...NEWER].filter((path) => ROUTES?.includes(path) ?? true)) {
    const slow: Vitals[] = []
    const plain: Vitals[] = []
    const then: Vitals[] = []
    for (let round = 0; round < LOADS; round++) {
      slow.push(await load(browser, own, path, true))
      if (!NEWER.includes(path)) then.push(await load(browser, before, path, true))
      plain.push(await load(browser, own, path, false))
    }
    const [lcp, inp, cls] = [of(slow, 'lcp'), of(slow, 'inp'), of(slow, 'cls')]
    const ratio = lcp / of(then, 'lcp')
    const over = lcp > LIMITS.lcp || inp > LIMITS.inp || cls > LIMITS.cls || ratio > LIMITS.ratio
    failed ||= over
    const beside = then.length > 0 ? ` ${ratio.toFixed(2)} of v0.1.0 (${Math.round(of(then, 'lcp'))}),` : ''
    console.log(
      `${path.padEnd(18)} LCP ${Math.round(lcp)} ms slowed,${beside} ${Math.round(of(plain, 'lcp'))} ms plain, INP ${inp} ms, CLS ${cls.toFixed(3)}${over ? '  OVER' : ''}`,
    )
  }
  const { context, page } = await openPage(browser, own.optionsOf('/applications'), true)
  const detail = p75(await openDetails(page, LOADS))
  await context.close()
  failed ||= detail > MAX_DETAIL_MS
  console.log(`list to detail     ${Math.round(detail)} ms slowed (at most ${MAX_DETAIL_MS})${detail > MAX_DETAIL_MS ? '  OVER' : ''}`)
} finally {
  await browser.close()
  await stop()
  await released.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = failed ? 1 : 0
