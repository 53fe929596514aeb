import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { cache, launchOptions } from '../test/chromium.ts'

// The first of the ports, one for each worker. Chosen once: the workers read this file again and inherit the environment.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 10_000))

/** They start portals with settings of their own. In the order of names they would run last, one worker alone. */
const OWN_SETTINGS = ['google.spec.ts', 'journey-papers.spec.ts', 'settings.spec.ts', 'today.spec.ts', 'two-step-demanded.spec.ts']

/** A page is open for seconds, and without a cache: to compile what is not called yet, or again what is called often, takes more than it gives. */
const COMPILED_ONCE = '--js-flags=--no-compile-hints-magic,--no-opt,--no-maglev'

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'own settings', testMatch: OWN_SETTINGS },
    { name: 'portal', testMatch: '*.spec.ts', testIgnore: OWN_SETTINGS },
  ],
  globalSetup: './setup.ts',
  outputDir: join(cache, 'e2e-results'),
  // More than two cores: a browser waits for its server, and the server for its disk.
  workers: 3,
  retries: 1,
  forbidOnly: true,
  // Generous, for busy machines: a test that passes takes seconds.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? join(cache, 'e2e-report.json') }]],
  use: {
    launchOptions: launchOptions(COMPILED_ONCE),
    viewport: { width: 1440, height: 900 },
    // U12: screens follow Dubai, not the machine.
    timezoneId: 'America/New_York',
    locale: 'en-AE',
    actionTimeout: 15_000,
    // To draw what moves takes a tenth of the processor. The journeys move.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
