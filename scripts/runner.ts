import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Counts, countVitest } from './counts.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
// Everything temporary goes into this folder, so that the run leaves nothing behind.
const temporary = mkdtempSync(join(cache, 'run-'))

export interface Part {
  name: string
  /** One after the other. */
  commands: string[]
  env?: Record<string, string>
  /** The runner's JSON report; a part without one counts as a single test. */
  report?: { file: string; count(report: string): Counts }
  /** Keeps what is printed. */
  captures?: boolean
}

export interface Outcome extends Counts {
  output: string
  seconds: number
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

export const temporaryFile = (name: string): string => join(temporary, name)

/** The tests of vitest that these arguments choose. */
export function vitest(name: string, args = ''): Pick<Part, 'commands' | 'report'> {
  const file = temporaryFile(`${name}.json`)
  const command = `vitest run --reporter=default --reporter=json --outputFile.json=${JSON.stringify(file)} ${args}`
  return { commands: [command], report: { file, count: countVitest } }
}

export async function run({ name, commands, env = {}, report, captures = false }: Part): Promise<Outcome> {
  console.log(`\n── ${name}`)
  const from = Date.now()
  let success = true
  let output = ''
  for (const command of commands) {
    if (stopped) break
    const ended = await runCommand(command, env, captures)
    success = success && ended.success
    output += ended.output
  }
  const counts = report ? read(report) : { passed: Number(success), failed: Number(!success), skipped: 0, failures: [] }
  // A runner that reports no failure and exits with an error has crashed or ran nothing.
  if (!counts.failed && (!success || !counts.passed)) counts.failed = 1
  return { ...counts, output, seconds: (Date.now() - from) / 1_000 }
}

function read({ file, count }: NonNullable<Part['report']>): Counts {
  return existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0, failures: [] }
}

function runCommand(command: string, env: Record<string, string>, captures: boolean): Promise<{ success: boolean; output: string }> {
  const child = spawn(`exec ${command}`, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      TMPDIR: temporary,
      // A hundred processes load the same modules.
      NODE_COMPILE_CACHE: join(cache, 'compiled'),
      ...env,
    },
    shell: true,
    stdio: captures ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  }
  return new Promise((resolve) => {
    const end = (success: boolean) => {
      running.delete(child)
      resolve({ success, output })
    }
    child.once('error', () => end(false)).once('close', (code) => end(code === 0))
  })
}
