import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Counts, countPlaywright, countVitest } from './counts.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
// Everything temporary goes into this folder, so that the run leaves nothing behind.
const temporary = mkdtempSync(join(cache, 'test-run-'))
const vitestReport = join(temporary, 'vitest.json')
const playwrightReport = join(temporary, 'playwright.json')
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  TMPDIR: temporary,
  // A hundred processes load the same modules.
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
}

interface Part {
  name: string
  commands: string[]
  /** The runner's JSON report; a part without one counts as a single test. */
  report?: { file: string; count(report: string): Counts }
}

/** Rows run one after the other, the parts of a row together, because each leaves a core idle. */
const rows: Part[][] = [
  [
    { name: 'Types', commands: ['tsc -p tsconfig.json', 'tsc -p web/tsconfig.json'] },
    { name: 'Lint', commands: ['biome check --error-on-warnings'] },
    { name: 'Dead code', commands: ['knip'] },
  ],
  [
    {
      name: 'Unit and server tests',
      commands: [`vitest run --reporter=default --reporter=json --outputFile.json=${JSON.stringify(vitestReport)}`],
      report: { file: vitestReport, count: countVitest },
    },
  ],
]
if (!process.argv.includes('--without-browser')) {
  rows.push([
    {
      name: 'Browser tests',
      commands: ['playwright test --config e2e/playwright.config.ts'],
      report: { file: playwrightReport, count: countPlaywright },
    },
  ])
}

const running = new Set<ChildProcess>()
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped = true
    const ends = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of running) child.kill(signal)
    void Promise.all(ends).then(() => process.exit(130))
  })
}
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))

function succeeds(command: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(`exec ${command}`, { cwd: root, env, shell: true, stdio: 'inherit' })
    running.add(child)
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code === 0)
    })
  })
}

async function run({ name, commands, report }: Part): Promise<Counts> {
  console.log(`\n── ${name}`)
  const from = Date.now()
  let success = true
  for (const command of commands) success = !stopped && (await succeeds(command)) && success
  const counts = report ? read(report) : { passed: Number(success), failed: Number(!success), skipped: 0, failures: [] }
  // A runner that reports no failure and exits with an error has crashed or ran nothing.
  if (!counts.failed && (!success || !counts.passed)) counts.failed = 1
  if (counts.failed && !counts.failures.length) counts.failures = ['see above']
  const skipped = counts.skipped ? `, ${counts.skipped} skipped, which counts as failed` : ''
  const repeated = counts.repeated ? ` (${counts.repeated} only when repeated, marked flaky above)` : ''
  console.log(
    `── ${name}: ${counts.passed} passed${repeated}, ${counts.failed} failed${skipped}, ${((Date.now() - from) / 1000).toFixed(1)} s`,
  )
  return { ...counts, failures: counts.failures.map((failure) => `${name}: ${failure}`) }
}

function read({ file, count }: NonNullable<Part['report']>): Counts {
  return existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0, failures: [] }
}

let passed = 0
let failed = 0
const failures: string[] = []
for (const row of rows) {
  for (const counts of await Promise.all(row.map(run))) {
    passed += counts.passed
    failed += counts.failed + counts.skipped
    failures.push(...counts.failures)
  }
}
process.exitCode = failed ? 1 : 0
for (const failure of failures) console.log(`\n── Failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
