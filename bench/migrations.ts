import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MIGRATIONS } from '../server/src/db/migrate.ts'
import { openPool } from '../server/src/db/open.ts'
import { startEmbedded } from '../server/src/postgres/embedded.ts'
import { FILLED_AT, fillPortal, migrateUntil } from '../test/crowd.ts'
import { journalOf } from '../test/firstRelease.ts'
import { copyOf } from './throughput/copy.ts'
import { keep } from './throughput/results.ts'

// The steps behind the last release, one by one, on a filled portal, while somebody submits: seconds, the longest wait of who submits, and
// the longest time that a step keeps a table from writers.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 100_000)
const COMPANIES = 2_000
const PAUSE_MS = 50
const MAX_MS = 200
const SAMPLE_MS = 10

const HEAD = '| step | s | longest submission, ms | longest lock, ms | of |\n|---|---|---|---|---|'
const dataDir = resolve(process.env.BENCH_DIR ?? '.bench', `migrations-${APPLICATIONS}`)

/** Filled once, at the schema of the last release. */
async function openBefore() {
  const mark = join(dataDir, 'filled')
  if (!existsSync(mark)) rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const embedded = await startEmbedded(dataDir)
  if (existsSync(mark)) return embedded
  const pool = openPool({ connectionString: embedded.url }, () => undefined)
  await migrateUntil(pool, FILLED_AT)
  await fillPortal(pool, { applications: APPLICATIONS, companies: Math.min(COMPANIES, APPLICATIONS / 10) })
  await pool.query('vacuum analyze')
  await pool.end()
  writeFileSync(mark, '')
  return embedded
}

/** A submission as the last release wrote it; a company without money waits with its payment. */
const SUBMISSION = [
  `select company_id from wallets where company_id = $1 for update`,
  `insert into visa_applications (id, application_type, company_id, submitted_by, employee_name, passport_number, nationality, email,
      mobile, visa_type, priority, employee_location, salary_breakup, notice_period, probation_period, annual_leave_type, ticket_frequency, current_stage,
      status, submitted_at, cost_fils, search_text)
    select $2, 'new', $1, null, 'Sara Khan', 'B' || $3::text, 'Indian', 'sara.khan@people.example', '+971501234567', 'employee', 'normal', 'outside_uae',
      'Basic 4,000', '30 days', '6 months', 'working_days', 'annual', 'Offer Letter', 'active', now(), 650000, 'sara khan' || E'\\nb' || $3::text || E'\\nemployee'`,
  `insert into transactions (id, company_id, application_id, employee_name, type, status, amount_fils, direction, created_at)
    select gen_random_uuid(), $1, $2, 'Sara Khan', 'visa_payment', 'pending', 650000, 'debit', now() where $3::int is not null`,
  `insert into history (id, happened_at, actor_name, record_type, record_id, action, changes)
    select gen_random_uuid(), now(), 'Sara Khan', 'application', $2, 'submitted', '[]' where $1::uuid is not null and $3::int is not null`,
  `insert into stages (id, application_id, stage_name, status, created_at, updated_at)
    select gen_random_uuid(), $2, 'Offer Letter', 'Submitted', now(), now() where $1::uuid is not null and $3::int is not null`,
]

/** Submits again and again; answers the longest that one took since it was asked last. */
async function startWriter(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ company_id: string }>('select company_id from wallets order by company_id limit 16')
  let [longest, number, ended] = [0, 0, false]
  const write = async () => {
    for (; !ended; await sleep(PAUSE_MS)) {
      const from = performance.now()
      const values = [rows[number % rows.length]?.company_id, crypto.randomUUID(), ++number]
      await client.query('begin')
      for (const text of SUBMISSION) await client.query(text, text.includes('$2') ? values : values.slice(0, 1))
      await client.query('commit')
      longest = Math.max(longest, performance.now() - from)
    }
  }
  const writing = write()
  return {
    take() {
      const taken = longest
      longest = 0
      return { longest: taken, number }
    },
    async end() {
      ended = true
      await writing
      await client.end()
    },
  }
}

/** What other transactions hold of tables that writers need, and were there before. */
const HELD = `select l.relation::regclass::text as table, l.virtualtransaction as holder from pg_locks l
  where l.relation = any($1::oid[]) and l.granted and l.pid <> pg_backend_pid()
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

/** Looks at locks again and again; answers the table that was kept from writers longest since it was asked last. */
async function startSampler(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const tables = await client.query<{ oid: number }>(
    `select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const oids = tables.rows.map(({ oid }) => oid)
  const since = new Map<string, number>()
  let longest = { ms: 0, table: '' }
  let ended = false
  const sample = async () => {
    for (; !ended; await sleep(SAMPLE_MS)) {
      const { rows } = await client.query<{ table: string; holder: string }>(HELD, [oids])
      const at = performance.now()
      const seen = new Set(rows.map(({ table, holder }) => `${table} ${holder}`))
      for (const key of since.keys()) if (!seen.has(key)) since.delete(key)
      for (const { table, holder } of rows) {
        const key = `${table} ${holder}`
        const ms = at - (since.get(key) ?? at - SAMPLE_MS)
        if (!since.has(key)) since.set(key, at)
        if (ms > longest.ms) longest = { ms, table }
      }
    }
  }
  const sampling = sample()
  return {
    take() {
      const taken = longest
      longest = { ms: 0, table: '' }
      return taken
    },
    async end() {
      ended = true
      await sampling
      await client.end()
    },
  }
}

const embedded = await openBefore()
const url = await copyOf(embedded.url, 'migrating')
const pool = openPool({ connectionString: url }, () => undefined)
const { entries } = await journalOf(MIGRATIONS)
const tags = entries.map(({ tag }) => tag).slice(entries.findIndex(({ tag }) => tag === FILLED_AT) + 1)
const [writer, sampler] = [await startWriter(url), await startSampler(url)]
const lines: string[] = []
let isOver = false
try {
  await sleep(2_000)
  const before = writer.take()
  sampler.take()
  console.log(`Without a step, the longest of ${before.number} submissions took ${before.longest.toFixed(0)} ms.`)
  console.log(HEAD)
  for (const tag of tags) {
    const from = performance.now()
    await migrateUntil(pool, tag)
    const seconds = (performance.now() - from) / 1_000
    await sleep(2 * PAUSE_MS)
    const [wait, lock] = [writer.take().longest, sampler.take()]
    isOver ||= wait > MAX_MS || lock.ms > MAX_MS
    lines.push(`| ${tag} | ${seconds.toFixed(1)} | ${wait.toFixed(0)} | ${lock.ms.toFixed(0)} | ${lock.table || '–'} |`)
    console.log(lines.at(-1))
  }
} finally {
  await Promise.all([writer.end(), sampler.end()])
  await pool.end()
  await embedded.stop()
}
const day = new Date().toISOString().slice(0, 10)
keep(`migrations-${APPLICATIONS}-${day}`, [
  `# Migrations of ${APPLICATIONS.toLocaleString('en')} applications, ${day}`,
  `The steps behind ${FILLED_AT}, while somebody submits each ${PAUSE_MS} ms. No wait and no lock may be longer than ${MAX_MS} ms.`,
  `${HEAD}\n${lines.join('\n')}`,
])
process.exitCode = isOver ? 1 : 0
