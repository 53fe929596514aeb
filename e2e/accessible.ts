import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { EVERYWHERE } from './devices.ts'
import { expectNoSidewaysScroll } from './screens.ts'

export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }
/** A desk at 400 % zoom (U4). */
const NARROW = { width: 320, height: 640 }

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]
/** The colours themselves are proven in both schemes by web/test/contrast.test.ts: one for each size, and both by `npm run trust -- accessible`. */
const schemesAt = (size: typeof DESK): readonly Scheme[] => (EVERYWHERE ? SCHEMES : [size.width < DESK.width ? 'dark' : 'light'])

/** No serious finding, in light colours at a desk and in dark ones on a phone, and no sideways scroll. */
export async function expectAccessible(
  page: Page,
  sizes: readonly { width: number; height: number }[] = [DESK, PHONE, NARROW],
): Promise<void> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    if (size === NARROW) continue
    for (const colorScheme of schemesAt(size)) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      for (const { id, impact, nodes } of await violations(page, colorScheme)) {
        if (!isSerious(impact)) continue
        const where = nodes.map(({ target, any }) => `${target.join(' ')}: ${any[0]?.message}`)
        found.push(`${id} (${colorScheme}, ${size.width}): ${where.join(', ')}`)
      }
    }
  }
  expect(found).toEqual([])
}

const { _audit } = axe as unknown as { _audit: { rules: { id: string; impact: axe.ImpactValue }[] } }
const isSerious = (impact: axe.ImpactValue | undefined) => impact === 'serious' || impact === 'critical'
/** The impact of a finding is that of its rule. What these find would be left out. */
const minor = _audit.rules.filter(({ impact }) => !isSerious(impact)).map(({ id }) => [id, { enabled: false }])
// A frame shows somebody's document, not a screen of ours.
const OPTIONS = { iframes: false, resultTypes: ['violations'], rules: Object.fromEntries(minor) } satisfies axe.RunOptions
/** The rules that the other colour scheme can break. */
const OF_COLORS = { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } satisfies axe.RunOptions

/** Less than half of what `axe.source` has, for each page that is loaded. */
const PROGRAM = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into the page once and runs it there. */
async function violations(page: Page, colorScheme: Scheme): Promise<axe.Result[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(PROGRAM)
  const options = JSON.stringify(EVERYWHERE && colorScheme === 'dark' ? OF_COLORS : OPTIONS)
  return await page.evaluate(`axe.run(document, ${options}).then((results) => results.violations)`)
}
