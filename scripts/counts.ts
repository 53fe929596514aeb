export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Of those that passed: how many only when repeated. */
  repeated?: number
}

/** What vitest's JSON report says. A file that could not be loaded has no test to fail, so it counts by itself. */
export function countVitest(report: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }
  const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.length).length
  return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests + numTodoTests }
}

/** What Playwright's JSON report says. A slow machine may fail a browser's test once: repeated and passed, it has passed and is counted aloud. */
export function countPlaywright(report: string): Counts {
  const { stats } = JSON.parse(report) as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, repeated: stats.flaky }
}
