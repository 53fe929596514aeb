export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** How many of the passed ones needed a second try. */
  repeated?: number
  /** The failed tests with their messages, or the last lines of what was printed; to repeat at the end of a long output. */
  failures: string[]
}

interface VitestFile {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

/** Counts vitest's JSON report. A file that failed although none of its tests did (while it was loaded, or after them) is one failure. */
export function countVitest(report: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: VitestFile[]
  }
  const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages.join('\n')}`),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    failures: [...failures, ...broken.map(({ name, message }) => `${name}\n${message}`)],
  }
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; ok: boolean; line: number; tests: { results: { errors: { message?: string }[] }[] }[] }[]
}

/** Counts Playwright's JSON report. A test that passes when repeated has passed; it is counted and printed as repeated. */
export function countPlaywright(report: string): Counts {
  const { stats, suites } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: PlaywrightSuite[]
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    repeated: stats.flaky,
    failures: suites.flatMap(failuresOf),
  }
}

function failuresOf({ file, suites = [], specs }: PlaywrightSuite): string[] {
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ title, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return `${file}:${line} › ${title}\n${errors.map(({ message }) => message ?? '').join('\n')}`
    })
  return [...failures, ...suites.flatMap(failuresOf)]
}
