import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/sequencer.ts'

/** What has no short form: npm run trust. */
const LONG = process.env.LONG ? ['server/**/*.long.ts'] : []

// The database cluster starts only when tests of the server run.
export default defineConfig({
  test: {
    // One more than the two cores there may be, for tests that kill or wait. Each compiles the server: a fourth made all a seventh slower.
    maxWorkers: 3,
    // A file brings its own portal and database; to load the server anew for each took a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Generous, for busy machines: what passes takes seconds.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A machine may do other work meanwhile: what is waited for comes at once, or late.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts', 'web/{src,test}/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'server', include: ['server/**/*.test.ts', ...LONG], globalSetup: 'test/cluster.ts' } },
    ],
  },
})
