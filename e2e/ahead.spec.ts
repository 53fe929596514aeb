import { expect, type Page, type Request } from '@playwright/test'
import { createEmployee } from 'contract'
import { newApplication, newCustomer, test } from './portal.ts'

/** As in web/build/ahead.ts. */
const OF_ALL = [
  ...['/dashboard', '/applications', '/applications/new', '/applications/*', '/employees', '/employees/*', '/companies', '/users'],
  ...['/account', '/notices', '/rules', '/papers', '/deadlines'],
]
const SCREENS = {
  'an administrator': [...OF_ALL, '/admin-billing', '/journal', '/settings', '/waiting-mails'],
  'a company': [...OF_ALL, '/billing', '/company-profile'],
}

/** The heading that the server has painted; empty for a record, whose name is not known to it. */
const headingIn = (html: string): string | undefined => /<h1[^>]*>([^<]*)/.exec(html)?.[1]

function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url())
  return pathname + search
}

/** What was asked for ahead and not taken. */
const leftOver = (page: Page) => page.evaluate<string[]>('Object.keys(window.ahead ?? {})')

test.describe('What is asked for before the program is there', () => {
  for (const [who, paths] of Object.entries(SCREENS))
    test(`is all shown by the first screen of ${who}, below the heading that was painted, and asked for once`, async ({
      page,
      customer,
      administrator,
      enter,
    }) => {
      const application = await newApplication(customer)
      const employee_name = 'Sara Khan'
      const employee = await customer.api.send(createEmployee, {
        body: { employee_name, passport_number: 'N1', nationality: 'Indian', designation: 'Cook', company_id: customer.company.id },
      })
      const addressAt = (path: string) => path.replace('*', (path.startsWith('/employees') ? employee : application).id)
      const sent: string[] = []
      page.on('request', (request) => sent.push(addressOf(request)))
      await enter(who === 'a company' ? customer.api : administrator)
      for (const path of paths)
        await test.step(path, async () => {
          sent.length = 0
          const answer = await page.goto(addressAt(path))
          const heading = headingIn((await answer?.text()) ?? '')
          if (path.endsWith('*')) expect(heading).toBe('')
          else await expect(page.locator('#root h1')).toHaveText(heading ?? 'a painted heading')
          const calls = (await page.locator('meta[name=ahead]').getAttribute('content'))?.split(' ') ?? []
          expect(calls.length).toBeGreaterThan(3)
          await expect.poll(() => leftOver(page)).toEqual([])
          await page.waitForLoadState('networkidle')
          expect(sent.filter((address) => calls.includes(address)).toSorted()).toEqual(calls.toSorted())
        })
    })

  test('is nothing for a visitor, and of an address that asks for more what all screens have', async ({ page, customer, enter }) => {
    await page.goto('/customer-login')
    await expect(page.locator('meta[name=ahead]')).toHaveCount(0)
    await enter(customer.api)
    await page.goto('/applications?status=active')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('meta[name=ahead]')).toHaveAttribute('content', /^\S+ \S+ \S+ \S+$/)
    expect(await leftOver(page)).toEqual([])
  })
})

/** The statuses of what was asked for, once the page has had a frame to show it. */
const ANSWERED = `Promise.all(Object.values(ahead).map(({ answer }) => answer))
  .then((answers) => new Promise((shown) => requestAnimationFrame(() => setTimeout(() => shown(answers.map(({ status }) => status))))))`

test.describe('The name of a record', () => {
  test.use({ refusals: [404] })

  test('is put into the painted page, and nothing of it where it is refused', async ({ page, customer, baseURL, enter }) => {
    const [own, foreign] = [await newApplication(customer), await newApplication(await newCustomer(baseURL))]
    const place = page.locator('#painted h1')
    let start = () => {}
    const started = new Promise<void>((resolve) => (start = resolve))
    await page.route('**/assets/start-*.js', (route) => started.then(() => route.continue()))
    await enter(customer.api)
    await page.goto(`/applications/${own.id}`, { waitUntil: 'commit' })
    await expect(place).toHaveText('Sara Khan')
    await page.goto(`/applications/${foreign.id}`, { waitUntil: 'commit' })
    await expect.poll(() => leftOver(page)).not.toEqual([])
    expect(await page.evaluate(ANSWERED)).toContain(404)
    await expect(place).toHaveText('')
    await expect(place.locator('[data-ahead] > div')).toHaveCount(1)
    start()
    await expect(page.locator('#root h1')).toHaveText('Application not found')
  })
})
