import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { playwright, run, vitest } from './runner.ts'

// npm run trust: the long forms of the tests, all or only the named ones. A variable of the environment wins over the value here.
const seed = String(Math.floor(Math.random() * 1_000_000))

interface Proof {
  name: string
  /** The rules of docs/rules.md that it proves. */
  lines: string
  /** Of the server's tests, or of the browser's. */
  file: string
  env?: Record<string, string>
  /** The line of the output to show in the table. */
  figure?: RegExp
}

/** The browser's tests that use a helper. */
function specsWith(helper: string): string {
  const specs = readdirSync(join(import.meta.dirname, '../e2e')).filter((name) => name.endsWith('.spec.ts'))
  const all = specs.map((name) => ({ name, text: readFileSync(join(import.meta.dirname, '../e2e', name), 'utf8') }))
  return all
    .filter(({ text }) => text.includes(helper))
    .map(({ name }) => `e2e/${name}`)
    .join(' ')
}

const PROOFS: Proof[] = [
  { name: 'access', lines: 'T11 T13', file: 'server/test/access.test.ts' },
  { name: 'logins', lines: 'T3', file: 'server/src/auth/routes.test.ts', env: { LOGIN_ROUNDS: '200' }, figure: /^mean of .*$/m },
  { name: 'fuzz', lines: 'T24 T25', file: 'server/test/fuzz.test.ts', env: { FUZZ_CASES: '5000', FUZZ_SEED: seed } },
  {
    name: 'races',
    lines: 'T39 T40 T41 T42',
    file: 'server/src/transactions/races.test.ts server/src/transactions/servers.test.ts',
    env: { RACE_ROUNDS: '100' },
  },
  { name: 'live', lines: 'V1 V2 V3 V4', file: 'server/src/live/routes.test.ts', env: { LIVE_ROUNDS: '100' } },
  {
    name: 'counts',
    lines: 'B6 P3',
    file: 'server/src/dashboard server/src/persons/races.test.ts server/src/applications/facets.test.ts server/src/employees/facets.test.ts',
    env: { COUNT_ROUNDS: '60', FACET_SAMPLES: '14' },
  },
  { name: 'demo', lines: '', file: 'server/demo/demo.test.ts', env: { DEMO_AGAIN: '1' } },
  {
    name: 'model',
    lines: 'T44 T48',
    file: 'server/src/transactions/model.test.ts',
    env: { MODEL_STEPS: '2000', MODEL_SEED: seed },
    figure: /^\d+ steps of seed.*$/m,
  },
  {
    name: 'crash',
    lines: 'T49 T50 T54',
    file: 'server/test/crash.test.ts',
    env: { CRASH_ROUNDS: '25', CRASH_ENOUGH: '400' },
    figure: /^\d+ crashes.*$/m,
  },
  { name: 'mail-crash', lines: 'T49', file: 'server/test/mailCrash.test.ts' },
  {
    name: 'file-faults',
    lines: 'T51 T67',
    file: 'server/test/faults.test.ts',
    env: { STANDSTILL_MS: '45000' },
    figure: /^\d+ of 5 faults.*$/m,
  },
  {
    name: 'database-faults',
    lines: 'T51 T54',
    file: 'server/test/databaseFaults.test.ts',
    env: { STANDSTILL_MS: '45000' },
    figure: /^Faults of.*$/m,
  },
  {
    name: 'vanishing',
    lines: 'T52',
    file: 'server/test/vanishing.test.ts',
    env: { VANISHING_CLIENTS: '1000' },
    figure: /^\d+ vanished.*$/m,
  },
  { name: 'rolling', lines: 'T54', file: 'server/test/rolling.test.ts', env: { ROLLING_ROUNDS: '10' }, figure: /^\d+ restarts.*$/m },
  {
    name: 'pooler',
    lines: 'T39 T54 V1',
    file: 'server/test/rolling.test.ts server/src/transactions/servers.test.ts server/src/live/routes.test.ts server/src/documents/archiveServers.test.ts',
    env: { POOLER: 'pgbouncer' },
    figure: /^\d+ restarts.*$/m,
  },
  {
    name: 'cluster',
    lines: 'T39 T42 T49 T54 V1',
    file: 'server/test/cluster.long.ts',
    env: { LONG: '1', CLUSTER_SECONDS: '90', CLUSTER_TABLE_SECONDS: '20', CLUSTER_SYNCHRONOUS: 'on' },
    figure: /^\d+ acknowledged writes.*$/m,
  },
  {
    name: 'streams',
    lines: 'V1',
    file: 'server/test/streams.long.ts',
    env: { LONG: '1', STREAMS_PEOPLE: '5000' },
    figure: /^\d+ streams open.*$/m,
  },
  { name: 'clock', lines: 'T54', file: 'server/test/clock.test.ts' },
  { name: 'database-away', lines: 'T51 T68', file: 'server/src/app.test.ts' },
  {
    name: 'uploads',
    lines: 'T33',
    file: 'server/src/documents/uploads.test.ts',
    env: { ENDLESS_SENDERS: '50' },
    figure: /^\d+ endless senders.*$/m,
  },
  {
    name: 'hostile',
    lines: 'T33 T34 T57',
    file: 'server/test/hostile.test.ts',
    env: { HOSTILE_MS: '600000', HOSTILE_SEED: seed },
    figure: /^.*others waited.*$/m,
  },
  { name: 'bodies', lines: 'T33', file: 'server/src/http/bodyParser.test.ts', env: { BODY_RUNS: '500' } },
  { name: 'search', lines: 'U31', file: 'server/src/db/search.test.ts', env: { SEARCH_RUNS: '200' } },
  { name: 'rows', lines: '', file: 'server/src/imports/single.test.ts', env: { IMPORT_RUNS: '100' } },
  { name: 'import', lines: 'U33', file: 'server/src/exports/papers.test.ts', env: { SPREADSHEET: 'libreoffice' } },
  { name: 'alerts', lines: 'T69', file: 'server/src/metrics/operators.test.ts', env: { PROMTOOL: 'debian' } },
  { name: 'release', lines: 'T66', file: 'server/test/release.long.ts', env: { LONG: '1' }, figure: /^a release of .*$/m },
  {
    name: 'install',
    lines: 'T66',
    file: 'server/test/install.long.ts server/test/image.long.ts',
    env: { LONG: '1' },
    figure: /^an image of .*$/m,
  },
  {
    name: 's3',
    lines: 'T51 T70',
    file: 'server/src/files/bucket server/src/documents/bucket.test.ts server/src/documents/copy.test.ts server/src/documents/openFiles.test.ts server/src/backup/bucket.test.ts server/test/objectStore.test.ts server/test/swift.long.ts',
    env: { OBJECTS: 'swift', LONG: '1' },
  },
  { name: 'slow-senders', lines: 'T57', file: 'server/src/http/slowClients.test.ts', env: { HEADERS_MS: '20000' } },
  { name: 'canaries', lines: 'T60', file: 'server/test/canaries.test.ts', figure: /^\d+ requests with canaries.*$/m },
  { name: 'confined', lines: 'T66', file: 'server/test/confined.test.ts' },
  { name: 'secrets', lines: 'T66', file: 'server/test/secrets.test.ts', figure: /^\d+ lines of the history$/m },
  {
    name: 'migration',
    lines: 'T71',
    file: 'server/src/db/migrate.test.ts',
    env: { MIGRATE_APPLICATIONS: '10000' },
    figure: /^\d+ applications were brought.*$/m,
  },
  {
    name: 'upgrade',
    lines: 'T71',
    file: 'server/test/upgrade.long.ts',
    env: { LONG: '1', UPGRADE_UNITS: '24' },
    figure: /^\d+ requests.*$/m,
  },
  { name: 'backup', lines: 'T70', file: 'server/test/backup.test.ts' },
  { name: 'journeys', lines: 'U3 T60 W2', file: 'e2e/journey', env: { EVERY_DEVICE: '1' } },
  { name: 'texts', lines: '§8', file: 'e2e/texts', env: { EVERY_DEVICE: '1' } },
  { name: 'accessible', lines: 'U3 U4 U14', file: specsWith('expectAccessible('), env: { EVERY_DEVICE: '1' } },
]

/** Proves one; answers its line of the table, and whether it held. */
async function prove({ name, lines, file, env: presets = {}, figure }: Proof): Promise<{ line: string; held: boolean }> {
  const env = Object.fromEntries(Object.entries(presets).map(([variable, preset]) => [variable, process.env[variable] ?? preset]))
  const tests = file.startsWith('e2e/') ? playwright(name, `--retries=0 ${file}`) : { ...vitest(name, `--project server ${file}`), env: {} }
  const part = { name, ...tests, env: { ...tests.env, ...env, NO_COLOR: '1', TEST_BUNDLE: '1' } }
  const { passed, failed, skipped, output, seconds } = await run(part)
  const settings = Object.entries(env).map(([variable, value]) => `${variable}=${value}`)
  const said = [`${passed} of ${passed + failed + skipped}`, figure?.exec(output)?.[0] ?? settings.join(' '), `${seconds.toFixed(0)} s`]
  const held = failed + skipped === 0
  const words = said.filter(Boolean).join(', ')
  return { line: `${held ? 'held  ' : 'BROKEN'}  ${lines.padEnd(16)} ${name.padEnd(16)} ${words}`, held }
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !PROOFS.some((proof) => proof.name === name))
if (unknown.length > 0) throw new Error(`There is no proof ${unknown.join(', ')}. There are ${PROOFS.map(({ name }) => name).join(', ')}`)
const rows: Awaited<ReturnType<typeof prove>>[] = []
for (const proof of PROOFS) if (names.length === 0 || names.includes(proof.name)) rows.push(await prove(proof))
console.log(`\n${rows.map(({ line }) => line).join('\n')}`)
process.exitCode = rows.every(({ held }) => held) ? 0 : 1
