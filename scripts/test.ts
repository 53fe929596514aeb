import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Counts, countPlaywright, countVitest } from './counts.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
// Everything temporary of the run, so that nothing is left outside this folder.
const temporary = mkdtempSync(join(cache, 'test-run-'))
const vitestReport = join(temporary, 'vitest.json')
const playwrightReport = join(temporary, 'playwright.json')
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  TMPDIR: temporary,
  // Some hundred processes load the same modules.
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
}

interface Part {
  name: string
  commands: string[]
  /** Where the runner writes what it counted; a part without one is a single test. */
  report?: { file: string; count(report: string): Counts }
}

const parts: Part[] = [
  { name: 'Types', commands: ['tsc -p tsconfig.json', 'tsc -p web/tsconfig.json'] },
  { name: 'Lint', commands: ['biome check --error-on-warnings'] },
  { name: 'Dead code', commands: ['knip'] },
  {
    name: 'Unit and server tests',
    commands: [`vitest run --reporter=default --reporter=json --outputFile.json=${JSON.stringify(vitestReport)}`],
    report: { file: vitestReport, count: countVitest },
  },
]
if (!process.argv.includes('--without-browser')) {
  parts.push({
    name: 'Browser tests',
    commands: ['playwright test --config e2e/playwright.config.ts'],
    report: { file: playwrightReport, count: countPlaywright },
  })
}

let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.kill(signal)
    running?.once('exit', () => process.exit(130))
  })
}
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))

function succeeds(command: string): Promise<boolean> {
  return new Promise((resolve) => {
    running = spawn(`exec ${command}`, { cwd: root, env, shell: true, stdio: 'inherit' })
    running.once('error', () => resolve(false))
    running.once('exit', (code) => resolve(code === 0))
  })
}

async function run({ name, commands, report }: Part): Promise<Counts> {
  console.log(`\n── ${name}`)
  const from = Date.now()
  let success = true
  for (const command of commands) success = (await succeeds(command)) && success
  const counts = report ? read(report) : { passed: Number(success), failed: Number(!success), skipped: 0, failures: [] }
  // A runner that counted no failure and still ended badly has crashed, or ran nothing.
  if (!counts.failed && (!success || !counts.passed)) counts.failed = 1
  if (counts.failed && !counts.failures.length) counts.failures = ['see above']
  const skipped = counts.skipped ? `, ${counts.skipped} skipped, which counts as failed` : ''
  const repeated = counts.repeated ? ` (${counts.repeated} only when repeated, marked flaky above)` : ''
  console.log(
    `── ${name}: ${counts.passed} passed${repeated}, ${counts.failed} failed${skipped}, ${((Date.now() - from) / 1000).toFixed(1)} s`,
  )
  return counts
}

function read({ file, count }: NonNullable<Part['report']>): Counts {
  return existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0, failures: [] }
}

let passed = 0
let failed = 0
const failures: string[] = []
for (const part of parts) {
  const counts = await run(part)
  passed += counts.passed
  failed += counts.failed + counts.skipped
  failures.push(...counts.failures.map((failure) => `${part.name}: ${failure}`))
}
process.exitCode = failed ? 1 : 0
for (const failure of failures) console.log(`\n── Failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
