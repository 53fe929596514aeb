import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './counts.ts'

describe('countVitest', () => {
  it('counts a file that could not be loaded as one failure, and what was put off as skipped', () => {
    const testResults = [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ]
    const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 3, numTodoTests: 1, testResults }
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 2, failed: 2, skipped: 4 })
  })
})

describe('countPlaywright', () => {
  it('counts a test that passed only when repeated as passed, and says so', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } }
    expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 7, failed: 1, skipped: 3, repeated: 2 })
  })
})
