import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './counts.ts'

describe('countVitest', () => {
  it('counts a file that failed before or after its tests as one failure, and what was put off as skipped, and tells what failed', () => {
    const passed = { status: 'passed', fullName: 'a stage is kept', failureMessages: [] }
    const failed = { status: 'failed', fullName: 'a stage is told', failureMessages: ['expected 1 to be 2'] }
    const testResults = [
      { name: '/stages.test.ts', status: 'passed', message: '', assertionResults: [passed, passed] },
      { name: '/mails.test.ts', status: 'failed', message: '', assertionResults: [failed] },
      { name: '/left.test.ts', status: 'failed', message: 'Not empty', assertionResults: [passed] },
      { name: '/broken.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ]
    const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 3, numTodoTests: 1, testResults }
    const failures = [
      '/mails.test.ts › a stage is told\nexpected 1 to be 2',
      '/left.test.ts\nNot empty',
      '/broken.test.ts\nCannot find module',
    ]
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 3, skipped: 4, failures })
  })
})

describe('countPlaywright', () => {
  it('counts a test that passed only when repeated as passed, and says so, and tells what failed', () => {
    const tests = [{ results: [{ errors: [{ message: 'no button' }] }, { errors: [{ message: 'no button again' }] }] }]
    const specs = [
      { title: 'opens', ok: true, line: 3, tests: [{ results: [{ errors: [{ message: 'once' }] }, { errors: [] }] }] },
      { title: 'closes', ok: false, line: 7, tests },
    ]
    const report = {
      stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 },
      suites: [{ file: 'shell.spec.ts', specs: [], suites: [{ file: 'shell.spec.ts', specs }] }],
    }
    const failures = ['shell.spec.ts:7 › closes\nno button\nno button again']
    expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 7, failed: 1, skipped: 3, repeated: 2, failures })
  })
})
