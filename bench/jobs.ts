import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { watchCounts } from '../server/src/dashboard/countsWatch.ts'
import { type Db, openDb, openPool } from '../server/src/db/open.ts'
import { openProofs } from '../server/src/db/proofs.ts'
import { openFileStore } from '../server/src/files/fileStore.ts'
import { extendChain } from '../server/src/journal/chain.ts'
import { watchJournal } from '../server/src/journal/chainWatch.ts'
import { loadMasterKey } from '../server/src/keys/masterKey.ts'
import { queueExpiring } from '../server/src/mails/expiring.ts'
import { findNextDue } from '../server/src/mails/queries.ts'
import { watchPeople } from '../server/src/persons/proof.ts'
import { SWEEPS } from '../server/src/privacy/sweeps.ts'
import { readSettings } from '../server/src/settings.ts'
import { watchLedger } from '../server/src/transactions/ledgerWatch.ts'
import { openFilled } from './throughput/filled.ts'
import { keep } from './throughput/results.ts'

// What each job of the server costs with many rows in each table that it looks at. None may read a whole one.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 100_000)
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
/** Tables of fewer rows may be read as a whole. */
const LARGE = ROWS / 10

const person = '(select id from users limit 1)'
/** One row in a thousand has reached its end. */
const rowsOf = (n: string, end: string, young = "interval '1 minute'") =>
  `case when ${n} % 1000 = 0 then now() - ${end} else now() - ${young} end`
const FILL = [
  `insert into sessions (token_hash, user_id, created_at, last_seen_at)
    select 'b' || n, ${person}, now(), ${rowsOf('n', "interval '3 hours'")} from generate_series(1, ${ROWS}) n`,
  `insert into known_devices (token_hash, user_id, created_at)
    select 'b' || n, ${person}, ${rowsOf('n', "interval '401 days'")} from generate_series(1, ${ROWS}) n`,
  `insert into login_failures (id, subject, failed_at)
    select gen_random_uuid(), 'b' || n, ${rowsOf('n', "interval '1 hour'")} from generate_series(1, ${ROWS}) n`,
  `insert into one_time_links (token_hash, user_id, purpose, created_at, expires_at)
    select 'b' || n, ${person}, 'reset', now(), ${rowsOf('n', "interval '1 hour'", "interval '-1 hour'")} from generate_series(1, ${ROWS}) n`,
  `insert into sign_ins (state_hash, nonce, code_verifier, redirect, created_at)
    select 'b' || n, '', '', '', ${rowsOf('n', "interval '1 hour'")} from generate_series(1, ${ROWS}) n`,
  `insert into idempotency_keys (user_id, call, key, body_hash, created_at)
    select ${person}, 'b', 'b' || n, '', ${rowsOf('n', "interval '2 days'")} from generate_series(1, ${ROWS}) n`,
  `insert into mails (id, kind, user_id, created_at, due_at, ended_at, ending)
    select gen_random_uuid(), 'account_approved', ${person}, now(), now(), ${rowsOf('n', "interval '121 days'")}, 'sent' from generate_series(1, ${ROWS}) n`,
  `insert into changes (tx, noun, id, written_at)
    select n::text::xid8, 'user', gen_random_uuid(), case when n <= ${ROWS / 1_000} then now() - interval '3 hours' else now() end from generate_series(1, ${ROWS}) n`,
  `insert into drafts (user_id, company_id, kind, sealed, document_ids, saved_at)
    select gen_random_uuid(), (select id from companies limit 1), 'new', '', array[gen_random_uuid()], ${rowsOf('n', "interval '31 days'")} from generate_series(1, ${ROWS}) n`,
  `insert into documents (id, uploaded_by, name, type, size, sha256, wrapped_key, created_at)
    select gen_random_uuid(), ${person}, 'scan.pdf', 'application/pdf', 1, '', '', ${rowsOf('n', "interval '2 days'")} from generate_series(1, ${ROWS}) n`,
]

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  for (const statement of FILL) await client.query(statement)
  await client.query('analyze')
  await client.end()
}

type Job = (db: Db) => Promise<unknown>

interface Cost {
  seconds: number
  rows: number
  /** Tables read from beginning to end. */
  whole: string[]
  /** The longest that somebody who wrote any table waited for its lock, in milliseconds. */
  wait: number
}

/** By the statistics that connections leave behind when they end. */
async function readsOf(url: string): Promise<Map<string, { rows: number; scanned: number; size: number }>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } =
    await client.query(`select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows, seq_tup_read as scanned, n_live_tup as size
    from pg_stat_user_tables`)
  await client.end()
  return new Map(
    rows.map(({ relname, ...read }) => [relname, { rows: Number(read.rows), scanned: Number(read.scanned), size: Number(read.size) }]),
  )
}

/** Takes a writer's lock of all tables again and again until `ended`; answers the longest wait. */
async function waitForLocks(url: string, ended: AbortSignal): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select string_agg(quote_ident(tablename), ', ') as all from pg_tables where schemaname = 'public'`)
  let longest = 0
  while (!ended.aborted) {
    const from = performance.now()
    await client.query(`begin; lock table ${rows[0]?.all} in row exclusive mode; rollback`)
    longest = Math.max(longest, performance.now() - from)
    await sleep(5)
  }
  await client.end()
  return longest
}

async function costOf(url: string, job: Job): Promise<Cost> {
  const before = await readsOf(url)
  const pool = openPool({ connectionString: url }, () => undefined)
  const ended = new AbortController()
  const waiting = waitForLocks(url, ended.signal)
  const from = performance.now()
  await job(openDb(pool)).finally(() => ended.abort())
  const seconds = (performance.now() - from) / 1_000
  const wait = await waiting
  await pool.end()
  await sleep(500)
  const reads = [...(await readsOf(url))].map(([name, after]) => {
    const { rows = 0, scanned = 0, size = 0 } = before.get(name) ?? {}
    return { name, rows: after.rows - rows, isWhole: size >= LARGE && after.scanned - scanned >= size / 2 }
  })
  const whole = reads.filter(({ isWhole }) => isWhole).map(({ name }) => name)
  return { seconds, rows: reads.reduce((sum, each) => sum + each.rows, 0), whole, wait }
}

const filled = await openFilled(APPLICATIONS)
try {
  const settings = readSettings({ DATA_DIR: filled.dataDir, DATABASE_URL: filled.url, LOG_LEVEL: 'silent' })
  await fill(filled.url)
  const own = openPool({ connectionString: filled.url, max: 1 }, () => undefined)
  const { key } = await loadMasterKey(settings, openDb(own))
  await own.end()
  const files = openFileStore(settings.files_dir, key, settings.max_file_mb)
  const app = { log: { error: console.error } as never }
  const now = () => new Date()
  const jobs: [string, Job][] = [
    ...SWEEPS.map(({ name, sweep }): [string, Job] => [`hourly: ${name}`, (db) => sweep({ db, files, settings }, now())]),
    ['each minute: the money', (db) => watchLedger(app, db, openProofs(db))()],
    ['hourly: kept counts', (db) => watchCounts(app, { db, proofs: openProofs(db), now })()],
    ['hourly: people', (db) => watchPeople(app, db, openProofs(db))()],
    ['hourly: the journal', (db) => watchJournal(app, { db, masterKey: key, proofs: openProofs(db), settings, now })()],
    ['each minute: seal the journal', (db) => extendChain(db, key, now())],
    ['each ten seconds: next mail', findNextDue],
    ['each day: mails on expiring visas', (db) => queueExpiring(db, now())],
  ]
  const lines = ['| job | s | rows read | whole tables | longest wait for a lock, ms |', '|---|---|---|---|---|']
  console.log(lines.join('\n'))
  let isOver = false
  for (const [name, job] of jobs) {
    const { seconds, rows, whole, wait } = await costOf(filled.url, job)
    isOver ||= whole.length > 0
    lines.push(`| ${name} | ${seconds.toFixed(2)} | ${rows} | ${whole.join(', ') || 'none'} | ${wait.toFixed(0)} |`)
    console.log(lines.at(-1))
  }
  const day = new Date().toISOString().slice(0, 10)
  const size = `${ROWS.toLocaleString('en')} rows in each table, ${APPLICATIONS.toLocaleString('en')} applications`
  keep(`jobs-${ROWS}-${day}`, [`# Jobs with ${size}, ${day}`, lines.join('\n')])
  process.exitCode = isOver ? 1 : 0
  await files.close()
} finally {
  await filled.stop()
}
