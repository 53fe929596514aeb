import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Counts, countPlaywright, countVitest } from './counts.ts'
import { runInGroup, stopGroups } from './group.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
// Everything temporary goes into this folder, so that the run leaves nothing behind.
const temporary = mkdtempSync(join(cache, 'run-'))
// Who runs as nobody reaches what is in it by name.
chmodSync(temporary, 0o711)

export interface Part {
  name: string
  /** One after the other. */
  commands: string[]
  env?: Record<string, string>
  /** The runner's JSON report; a part without one counts as a single test. */
  report?: { file: string; count(report: string): Counts }
}

export interface Outcome extends Counts {
  output: string
  seconds: number
}

/** What is repeated of a part that failed and does not say in which test. */
const LAST_LINES = 60
/** A part that takes longer hangs. */
const LIMIT_MS = 45 * 60_000

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped = true
    void stopGroups(signal).then(() => process.exit(130))
  })
}
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))

const temporaryFile = (name: string): string => join(temporary, name)

/** The tests of vitest that these arguments choose. */
export function vitest(name: string, args = ''): Pick<Part, 'commands' | 'report'> {
  const file = temporaryFile(`${name}.json`)
  const command = `vitest run --reporter=default --reporter=json --outputFile.json=${JSON.stringify(file)} ${args}`
  return { commands: [command], report: { file, count: countVitest } }
}

/** The browser tests that these arguments choose. */
export function playwright(name: string, args = ''): Pick<Part, 'commands' | 'report'> & { env: Record<string, string> } {
  const file = temporaryFile(`${name}.json`)
  const command = `playwright test --config e2e/playwright.config.ts ${args}`
  return { commands: [command], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, report: { file, count: countPlaywright } }
}

export async function run({ name, commands, env = {}, report }: Part, limitMs = LIMIT_MS): Promise<Outcome> {
  console.log(`\n── ${name}`)
  const from = Date.now()
  let success = true
  let output = ''
  for (const command of commands) {
    if (stopped) break
    const ended = await runInGroup(command, { cwd: root, env: environment(env), limitMs: from + limitMs - Date.now() })
    success = success && ended.success
    output += ended.output
    if (!ended.overdue) continue
    console.log(`\n── ${name} took longer than ${limitMs / 60_000} minutes and was stopped: ${command}`)
    break
  }
  const counts = report ? read(report) : { passed: Number(success), failed: Number(!success), skipped: 0, failures: [] }
  // A runner that reports no failure and exits with an error has crashed or ran nothing.
  if (!counts.failed && (!success || !counts.passed)) counts.failed = 1
  if (counts.failed && !counts.failures.length) counts.failures.push(output.trimEnd().split('\n').slice(-LAST_LINES).join('\n'))
  return { ...counts, output, seconds: (Date.now() - from) / 1_000 }
}

function read({ file, count }: NonNullable<Part['report']>): Counts {
  return existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0, failures: [] }
}

const environment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  TMPDIR: temporary,
  // A hundred processes load the same modules.
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  ...env,
})
