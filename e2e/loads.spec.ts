import { expect, type Request } from '@playwright/test'
import { test } from './portal.ts'

const KB = 1024

/** KB of scripts and style sheets as they are sent, and the number of all requests, until the screen shows all (U1). */
const LIMITS = [
  ['/', 120, 16],
  ['/admin-login', 140, 22],
  ['/customer-login', 140, 22],
  ['/applications', 210, 30],
  ['/applications', 210, 30, 'an administrator'],
] as const
/** KB of fonts, in Arabic of both scripts. */
const MAX_FONTS = 80
/** In Arabic there are letters of both scripts, and the language is stored, after which what others may have changed is asked for again. */
const FURTHER = { en: 0, ar: 4 }

async function kilobytesOf(requests: Request[], ...kinds: string[]): Promise<number> {
  const sizes = await Promise.all(requests.filter((request) => kinds.includes(request.resourceType())).map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / KB
}

for (const language of ['en', 'ar'] as const) {
  test.describe(`What a first visit loads (${language})`, () => {
    test.use({ language, fresh: true })

    for (const [path, kilobytes, usual, who] of LIMITS) {
      const requests = usual + FURTHER[language]
      const of = who ? ` for ${who}` : ''
      test(`is at most ${kilobytes} KB of program in ${requests} requests on ${path}${of} (U1)`, async ({
        page,
        customer,
        administrator,
        enter,
      }) => {
        if (path === '/applications') await enter(who ? administrator : customer.api)
        const sent: Request[] = []
        page.on('requestfinished', (request) => sent.push(request))
        await page.goto(path)
        await expect(page.locator('#painted')).toHaveCount(0)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        const first = sent.splice(0)
        const program = await kilobytesOf(first, 'script', 'stylesheet')
        expect(program).toBeGreaterThan(0)
        expect(program).toBeLessThanOrEqual(kilobytes)
        expect(await kilobytesOf(first, 'font')).toBeLessThanOrEqual(MAX_FONTS)
        expect(first.length, first.map((request) => request.url()).join('\n')).toBeLessThanOrEqual(requests)
      })
    }
  })
}
