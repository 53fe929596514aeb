import { expect, type Request } from '@playwright/test'
import { test } from './portal.ts'

const KB = 1024

/** KB of scripts and style sheets as they are sent, and the number of all requests, until the screen shows all (U1). */
const LIMITS = [
  ['/', 120, 16],
  ['/admin-login', 140, 22],
  ['/customer-login', 140, 22],
  ['/applications', 210, 30],
] as const
/** In Arabic there are letters of both scripts, and the language is stored, after which what others may have changed is asked for again. */
const FURTHER = { en: 0, ar: 3 }

for (const language of ['en', 'ar'] as const) {
  test.describe(`What a first visit loads (${language})`, () => {
    test.use({ language, fresh: true })

    for (const [path, kilobytes, usual] of LIMITS) {
      const requests = usual + FURTHER[language]
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
