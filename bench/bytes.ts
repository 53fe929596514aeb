import { type Browser, chromium, type Request } from '@playwright/test'
import { SAVES_DATA } from '../e2e/devices.ts'
import { admin, startServer } from '../e2e/server.ts'
import { launchOptions, prepareChromium } from '../test/chromium.ts'

const PORT = '29873'
const KB = 1024
/** Of scripts and style sheets as they are sent, in KB (U1). */
const LIMITS: Partial<Record<string, number>> = { '/': 120, '/admin-login': 140, '/customer-login': 140, '/applications': 210 }
const MAX_FONTS_KB = 80
const VISITORS = ['/', '/admin-login', '/customer-login', '/client-register']
const SIGNED_IN = ['/dashboard', '/applications', '/companies', '/users', '/admin-billing']

interface Bytes {
  page: number
  code: number
  fonts: number
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/** What a first visit of that address loads, until the screen shows all, without what is loaded ahead for other screens. */
async function bytesOf(browser: Browser, path: string, locale: string, storageState?: State): Promise<Bytes> {
  const context = await browser.newContext({ baseURL: `http://localhost:${PORT}`, locale, ...(storageState && { storageState }) })
  await context.addInitScript(SAVES_DATA)
  const page = await context.newPage()
  const sent: Request[] = []
  page.on('requestfinished', (request) => sent.push(request))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const found: Bytes = { page: 0, code: 0, fonts: 0 }
  for (const request of sent.splice(0)) {
    const { responseBodySize } = await request.sizes()
    const kind = request.resourceType()
    if (kind === 'document') found.page += responseBodySize
    if (kind === 'script' || kind === 'stylesheet') found.code += responseBodySize
    if (kind === 'font') found.fonts += responseBodySize
  }
  await context.close()
  return found
}

/** Prints the bytes of each screen; ends non-zero where a limit is passed. */
await prepareChromium()
const stop = await startServer(PORT)
const browser = await chromium.launch(launchOptions())
let failed = false
try {
  const signIn = await browser.newContext({ baseURL: `http://localhost:${PORT}` })
  await signIn.request.post('/api/auth/login', { data: admin })
  const state = await signIn.storageState()
  const shown = (bytes: number) => `${(bytes / KB).toFixed(1).padStart(6)} KB`
  for (const locale of ['en-AE', 'ar-AE']) {
    for (const path of [...VISITORS, ...SIGNED_IN]) {
      const { page, code, fonts } = await bytesOf(browser, path, locale, VISITORS.includes(path) ? undefined : state)
      const limit = LIMITS[path]
      const over = (limit !== undefined && code > limit * KB) || fonts > MAX_FONTS_KB * KB
      failed ||= over
      const allowed = limit ? ` (at most ${limit})` : ''
      console.log(
        `${locale}  ${path.padEnd(16)} page ${shown(page)}, scripts and styles ${shown(code)}${allowed}, fonts ${shown(fonts)}${over ? '  OVER' : ''}`,
      )
    }
  }
} finally {
  await browser.close()
  await stop()
}
process.exitCode = failed ? 1 : 0
