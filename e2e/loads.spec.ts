import { expect, type Request } from '@playwright/test'
import { test } from './portal.ts'

const KB = 1024

/**
 * KB of scripts and style sheets as they are sent, and the number of all requests, until the screen shows all (U1). The aim is 120 and 210 KB,
 * which `npm run bench -- bytes` asks for; here is what must not grow.
 */
const LIMITS = [
  ['/', 121, 16],
  ['/admin-login', 140, 22],
  ['/customer-login', 140, 22],
  ['/applications', 226, 38],
] as const

for (const language of ['en', 'ar'] as const) {
  test.describe(`What a first visit loads (${language})`, () => {
    test.use({ language })

    for (const [path, kilobytes, requests] of LIMITS) {
      test(`is at most ${kilobytes} KB of program in ${requests} requests on ${path} (U1)`, async ({ page, customer, enter }) => {
        if (path === '/applications') await enter(customer.api)
        const sent: Request[] = []
        page.on('requestfinished', (request) => sent.push(request))
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        const first = sent.splice(0)
        const code = first.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()))
        const sizes = await Promise.all(code.map((request) => request.sizes()))
        const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
        expect(bytes).toBeGreaterThan(0)
        expect(bytes / KB).toBeLessThanOrEqual(kilobytes)
        expect(first.length, first.map((request) => request.url()).join('\n')).toBeLessThanOrEqual(requests)
      })
    }
  })
}
