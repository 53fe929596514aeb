import { chromium } from '@playwright/test'
import { admin, startServer } from '../e2e/server.ts'
import { launchOptions, prepareChromium } from '../test/chromium.ts'

const PORT = '29871'
const LOADS = Number(process.env.BENCH_LOADS ?? 10)
/** U1: limits of the 75th percentile on a processor four times slower over Fast 4G. */
const LIMITS = { lcp: 2_500, inp: 200, cls: 0.1 }
const KEYS = 6
const FAST_4G = { offline: false, latency: 60, downloadThroughput: (9 * 1024 * 1024) / 8, uploadThroughput: (1.5 * 1024 * 1024) / 8 }
const OBSERVE = `
  window.vitals = { lcp: 0, inp: 0, cls: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) vitals.lcp = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.cls += entry.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration) }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const p75 = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.75) - 1] ?? Number.NaN

/** Prints LCP, INP and CLS of cold loads, slowed and unslowed side by side; ends non-zero where a limit is passed. */
await prepareChromium()
const stop = await startServer(PORT)
const browser = await chromium.launch(launchOptions())
let failed = false
try {
  const baseURL = `http://localhost:${PORT}`
  const signIn = await browser.newContext({ baseURL })
  await signIn.request.post('/api/auth/login', { data: admin })
  const storageState = await signIn.storageState()
  for (const path of ['/', '/admin-login', '/customer-login', '/client-register', '/dashboard', '/applications', '/companies', '/users']) {
    const measured = {
      slow: { lcp: [] as number[], inp: [] as number[], cls: [] as number[] },
      plain: { lcp: [] as number[], inp: [] as number[], cls: [] as number[] },
    }
    for (let load = 0; load < LOADS; load++) {
      for (const kind of ['slow', 'plain'] as const) {
        const signedIn = !['/', '/admin-login', '/customer-login', '/client-register'].includes(path)
        const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, ...(signedIn && { storageState }) })
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await session.send('Network.enable')
        if (kind === 'slow') {
          await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
          await session.send('Network.emulateNetworkConditions', FAST_4G)
        }
        await page.addInitScript(OBSERVE)
        await page.goto(path, { waitUntil: 'networkidle' })
        for (let key = 0; key < KEYS; key++) await page.keyboard.press('Tab')
        await page.keyboard.press('x')
        await page.waitForLoadState('networkidle')
        const { lcp, inp, cls } = await page.evaluate<{ lcp: number; inp: number; cls: number }>('vitals')
        measured[kind].inp.push(inp)
        measured[kind].lcp.push(lcp)
        measured[kind].cls.push(cls)
        await context.close()
      }
    }
    const [slow, plain] = [p75(measured.slow.lcp), p75(measured.plain.lcp)]
    const [delay, shift] = [p75(measured.slow.inp), p75(measured.slow.cls)]
    failed ||= slow > LIMITS.lcp || delay > LIMITS.inp || shift > LIMITS.cls
    console.log(
      `${path.padEnd(18)} LCP ${Math.round(slow)} ms slowed, ${Math.round(plain)} ms plain (ratio ${(slow / plain).toFixed(1)}), INP ${delay} ms, CLS ${shift.toFixed(3)}`,
    )
  }
} finally {
  await browser.close()
  await stop()
}
process.exitCode = failed ? 1 : 0
