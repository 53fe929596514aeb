import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { countVitest } from './counts.ts'

// npm run trust: the long forms of the tests, all or only the named ones.
const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const temporary = mkdtempSync(join(cache, 'trust-'))
const seed = String(Math.floor(Math.random() * 1_000_000))

interface Proof {
  /** The rules of docs/rules.md that it proves. */
  lines: string
  name: string
  file: string
  env?: Record<string, string>
  /** The line of the output to show in the table. */
  figure?: RegExp
}

const PROOFS: Proof[] = [
  { lines: 'T11 T13', name: 'access matrix', file: 'server/test/access.test.ts' },
  {
    ...{ lines: 'T3', name: 'logins', file: 'server/src/auth/routes.test.ts', figure: /^mean of .*$/m },
    env: { LOGIN_ROUNDS: '200' },
  },
  { lines: 'T24 T25', name: 'fuzz', file: 'server/test/fuzz.test.ts', env: { FUZZ_CASES: '5000', FUZZ_SEED: seed } },
  { lines: 'T39 T40 T41 T42', name: 'races', file: 'server/src/transactions/races.test.ts', env: { RACE_ROUNDS: '100' } },
  {
    ...{ lines: 'T44 T48', name: 'model', file: 'server/src/transactions/model.test.ts' },
    ...{ env: { MODEL_STEPS: '2000', MODEL_SEED: seed }, figure: /^\d+ steps of seed.*$/m },
  },
  {
    ...{ lines: 'T49 T50 T54', name: 'crash', file: 'server/test/crash.test.ts', figure: /^\d+ crashes.*$/m },
    env: { CRASH_ROUNDS: '25', CRASH_ENOUGH: '400' },
  },
  { lines: 'T49', name: 'mails after a crash', file: 'server/test/mail-crash.test.ts' },
  {
    ...{ lines: 'T51 T67', name: 'faults of files', file: 'server/test/faults.test.ts', figure: /^\d+ of 5 faults.*$/m },
    env: { STANDSTILL_MS: '45000' },
  },
  {
    ...{ lines: 'T51 T54', name: 'faults of the database', file: 'server/test/databaseFaults.test.ts', figure: /^Faults of.*$/m },
    env: { STANDSTILL_MS: '45000' },
  },
  {
    ...{ lines: 'T52', name: 'vanishing clients', file: 'server/test/vanishing.test.ts', figure: /^\d+ vanished.*$/m },
    env: { VANISHING_CLIENTS: '1000' },
  },
  {
    ...{ lines: 'T54', name: 'rolling restart', file: 'server/test/rolling.test.ts', figure: /^\d+ restarts.*$/m },
    env: { ROLLING_ROUNDS: '10' },
  },
  { lines: 'T54', name: 'clock', file: 'server/test/clock.test.ts' },
  { lines: 'T51 T68', name: 'database away', file: 'server/src/app.test.ts' },
  {
    ...{ lines: 'T33', name: 'endless uploads', file: 'server/src/documents/uploads.test.ts', figure: /^\d+ endless senders.*$/m },
    env: { ENDLESS_SENDERS: '50' },
  },
  {
    ...{ lines: 'T33 T34 T57', name: 'hostile', file: 'server/test/hostile.test.ts', figure: /^.*others waited.*$/m },
    env: { HOSTILE_MS: '600000', HOSTILE_SEED: seed },
  },
  { lines: 'T57', name: 'slow senders', file: 'server/src/http/slowClients.test.ts' },
  { lines: 'T60', name: 'canaries', file: 'server/test/canaries.test.ts', figure: /^\d+ requests with canaries.*$/m },
  { lines: 'T66', name: 'read-only root', file: 'server/test/confined.test.ts' },
  { lines: 'T66', name: 'secrets', file: 'server/test/secrets.test.ts', figure: /^\d+ lines of the history$/m },
  {
    ...{ lines: 'T71', name: 'migration', file: 'server/src/db/migrate.test.ts' },
    ...{ env: { MIGRATE_APPLICATIONS: '10000' }, figure: /^\d+ applications were brought.*$/m },
  },
  { lines: 'T70', name: 'backup', file: 'server/test/backup.test.ts' },
]

interface Row {
  proof: Proof
  figure: string
  passed: boolean
}

async function run(proof: Proof, number: number): Promise<Row> {
  const report = join(temporary, `${number}.json`)
  const args = ['run', '--project', 'server', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, proof.file]
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const from = Date.now()
  const child = spawn('vitest', args, {
    ...{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'] as const },
    env: { ...process.env, NO_COLOR: '1', TMPDIR: temporary, PATH, ...proof.env },
  })
  running = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  }
  const code = await new Promise((done) => child.once('error', () => done(-1)).once('exit', done))
  const { passed, failed, skipped } = existsSync(report) ? countVitest(readFileSync(report, 'utf8')) : { passed: 0, failed: 1, skipped: 0 }
  const said =
    proof.figure?.exec(output)?.[0] ??
    Object.entries(proof.env ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')
  const figure = [`${passed} of ${passed + failed + skipped}`, said, `${((Date.now() - from) / 1000).toFixed(0)} s`]
    .filter(Boolean)
    .join(', ')
  return { proof, figure, passed: code === 0 && passed > 0 && failed === 0 && skipped === 0 }
}

let running: ReturnType<typeof spawn> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.once('exit', () => process.exit(130)).kill(signal)
  })
}
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))

const words = process.argv.slice(2)
const chosen = PROOFS.filter(({ name }) => words.length === 0 || words.includes(name))
if (chosen.length === 0) throw new Error(`There is no such proof: ${PROOFS.map(({ name }) => name).join(', ')}`)
const rows: Row[] = []
for (const [number, proof] of chosen.entries()) {
  console.log(`\n── ${proof.name}`)
  rows.push(await run(proof, number))
}
console.log(
  `\n${rows.map(({ proof, figure, passed }) => `${passed ? 'held  ' : 'BROKEN'}  ${proof.lines.padEnd(16)} ${proof.name.padEnd(24)} ${figure}`).join('\n')}`,
)
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1
