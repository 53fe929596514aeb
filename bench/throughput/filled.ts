import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { MB } from 'contract'
import type pg from 'pg'
import { startSession } from '../../server/src/auth/sessions.ts'
import { findAllMiscounted } from '../../server/src/dashboard/countsProof.ts'
import { hashesOf, migrate } from '../../server/src/db/migrate.ts'
import { type Db, openDb, openPool } from '../../server/src/db/open.ts'
import { extendChain } from '../../server/src/journal/chain.ts'
import { loadMasterKey } from '../../server/src/keys/masterKey.ts'
import { countAllMiskept } from '../../server/src/persons/proof.ts'
import { startEmbedded } from '../../server/src/postgres/embedded.ts'
import { readSettings } from '../../server/src/settings.ts'
import { fillReleased, writeNewest } from '../../test/crowd.ts'
import { copyOf } from './copy.ts'
import { startCpu } from './cpu.ts'
import { fillClocks } from './fillClocks.ts'

export interface Person {
  role: 'admin' | 'company_admin'
  user_id: string
  company_id: string
  cookie: string
  /** The newest of the company. */
  applications: string[]
  /** The first movement of the company's wallet. */
  first_moved: Date | null
}

export interface FilledPortal {
  /** A copy of the filled database, which a run may write to. */
  url: string
  /** Of that copy. */
  pool: pg.Pool
  dataDir: string
  admins: Person[]
  /** The first is of the largest company, which has every tenth application. */
  customers: Person[]
  /** The application in the middle of the list; `place` counts from the newest. */
  middle: { moment: string; id: string; place: number }
  stop(): Promise<void>
}

const COMPANIES = 2_000
const PEOPLE = 16
/** An estimate, generous. */
const BYTES_PER_APPLICATION = 12_000
const DAY_MS = 86_400_000
/** The rows' dates are relative to the day of the filling. */
const MAX_AGE_MS = 7 * DAY_MS
const COPY = 'throughput'

const ADMINS = `insert into users (id, full_name, email, password_hash, role, approved, created_at)
  select gen_random_uuid(), 'Nadia Rahman', 'admin' || n || '@portal.example', 'none', 'admin', true, now() from generate_series(1, ${PEOPLE}) n`

/** Opens the portal of that size, which is filled once and kept in BENCH_DIR. */
export async function openFilled(applications: number): Promise<FilledPortal> {
  const dataDir = resolve(process.env.BENCH_DIR ?? '.bench', String(applications))
  const own = process.env.DATABASE_URL
  const filled = await (own ? ownServer(own, dataDir, applications) : embeddedServer(dataDir, applications))
  const url = await copyOf(filled.url, COPY)
  const pool = openPool({ connectionString: url }, () => undefined)
  if (!own) await readOnce(pool, join(dataDir, 'postgres/base'))
  await writeNewest(pool, join(dataDir, 'files'))
  const found = await peopleOf(pool)
  const stop = async () => {
    await pool.end()
    await withPool(filled.url, (pool) => pool.query(`drop database if exists ${COPY} with (force)`))
    await filled.stop()
  }
  return { url, pool, dataDir, ...found, stop }
}

/** A large copy leaves the memory of the system full of what it was made from, and the first scenarios would measure the disk. */
async function readOnce(pool: pg.Pool, base: string): Promise<void> {
  const { rows } = await pool.query<{ oid: string }>('select oid::text from pg_database where datname = current_database()')
  const folder = join(base, rows[0]?.oid ?? '')
  for (const name of readdirSync(folder)) await finished(createReadStream(join(folder, name), { highWaterMark: MB }).resume())
}

async function ownServer(url: string, dataDir: string, applications: number) {
  mkdirSync(dataDir, { recursive: true })
  const count = await withPool(url, async (pool) => {
    const { rows } = await pool.query<{ isNew: boolean }>(`select to_regclass('visa_applications') is null as "isNew"`)
    if (rows[0]?.isNew) return 0
    return (await pool.query<{ count: number }>('select count(*) from visa_applications')).rows[0]?.count
  })
  if (count === 0) await fill(url, dataDir, applications)
  else if (count === applications) await bringForward(url)
  else throw new Error(`DATABASE_URL has ${count} applications: it must be empty, or filled with ${applications}.`)
  return { url, stop: async () => undefined }
}

async function embeddedServer(dataDir: string, applications: number) {
  const mark = join(dataDir, 'filled.json')
  const { schema, at } = existsSync(mark) ? JSON.parse(readFileSync(mark, 'utf8')) : {}
  const isFresh = known(schema) && Date.now() - at < MAX_AGE_MS
  if (!isFresh) {
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })
    const { bavail, bsize } = statfsSync(dataDir)
    const needed = 2 * applications * BYTES_PER_APPLICATION
    console.log(`Filling ${dataDir}: ${Math.round(needed / MB)} MB with the copy of a run, of ${Math.round((bavail * bsize) / MB)} MB free`)
    if (bavail * bsize < needed) throw new Error(`There is too little room in ${dataDir}. Set BENCH_DIR to a folder of another disk.`)
  }
  const embedded = await startEmbedded(dataDir)
  if (!isFresh) await fill(embedded.url, dataDir, applications)
  else if (!isSame(schema)) await bringForward(embedded.url)
  writeFileSync(mark, JSON.stringify({ schema: hashesOf(), at: isFresh ? at : Date.now() }))
  return embedded
}

const known = (schema: unknown): boolean => Array.isArray(schema) && isDeepStrictEqual(schema, hashesOf().slice(0, schema.length))
const isSame = (schema: unknown): boolean => isDeepStrictEqual(schema, hashesOf())

async function withPool<Result>(connectionString: string, act: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool({ connectionString }, () => undefined)
  try {
    return await act(pool)
  } finally {
    await pool.end()
  }
}

async function fill(url: string, dataDir: string, applications: number): Promise<void> {
  const from = performance.now()
  await withPool(url, async (pool) => {
    const db = openDb(pool)
    const size = { applications, companies: Math.min(COMPANIES, applications / 10) }
    const { key } = await fillReleased(pool, size, () => loadMasterKey(readSettings({ DATA_DIR: dataDir }), db))
    console.log(`filled in ${seconds(from)} s`)
    await pool.query(ADMINS)
    await fillClocks(pool, db)
    console.log(`with clocks in ${seconds(from)} s`)
    await pool.query('vacuum analyze')
    await extendChain(db, key, new Date())
    console.log(`sealed in ${seconds(from)} s`)
    await prove(db)
  })
  console.log(`proven in ${seconds(from)} s`)
}

/** What was filled in beside the triggers is what they would have kept. */
async function prove(db: Db): Promise<void> {
  const [people, counts] = [await countAllMiskept(db, new Date()), await findAllMiscounted(db, new Date())]
  if (people + counts.length > 0)
    throw new Error(`${people} rows of people are filled in wrongly, and of the counts: ${counts.slice(0, 5).join(', ')}`)
}

async function bringForward(url: string): Promise<void> {
  const from = performance.now()
  await withPool(url, async (pool) => {
    await migrate(pool)
    await fillClocks(pool, openDb(pool))
    await pool.query('vacuum analyze')
  })
  console.log(`brought to the newest schema in ${seconds(from)} s`)
}

const seconds = (from: number): string => ((performance.now() - from) / 1_000).toFixed(1)

const SETTLING_MS = 600_000
const IDLE_MS = 5_000
/** Of one core. */
const IDLE_PART = 0.05

/** A start proves what is kept, and the first one of a day queues mails on expiring visas: waits until the server and PostgreSQL have next to nothing to do. */
export async function untilSettled(pool: pg.Pool, pid: number): Promise<void> {
  for (const from = performance.now(); performance.now() - from < SETTLING_MS; ) {
    const spentSince = await startCpu(pid, pool)
    await sleep(IDLE_MS)
    const { node = 0, postgres = 0 } = await spentSince(1)
    if (node + postgres < IDLE_MS * IDLE_PART) return
  }
}

/** Sessions of others, so that the table is read by its index as in use. */
const OTHERS = `insert into sessions (token_hash, user_id, created_at, last_seen_at)
  select 'other' || n, (select id from users order by created_at limit 1), now(), now() from generate_series(1, 2000) n`

async function peopleOf(pool: pg.Pool) {
  const db = openDb(pool)
  const { rows } = await pool.query<Omit<Person, 'cookie'>>(`
    select *, array(select id from visa_applications a where a.company_id = people.company_id order by submitted_at desc, id desc limit 20) applications,
      (select min(created_at) from ledger l where l.company_id = people.company_id) first_moved from (
      (select 'admin' as role, id as user_id, null::uuid as company_id from users where role = 'admin' order by email limit ${PEOPLE}) union all
      (select 'company_admin', id, active_company_id from users where role = 'company_admin' and approved order by created_at limit ${PEOPLE})) people`)
  const people: Person[] = []
  for (const row of rows) people.push({ ...row, cookie: `session=${await startSession(db, row.user_id, new Date())}` })
  await pool.query(OTHERS)
  await pool.query('vacuum analyze sessions')
  const half = await pool.query<{ moment: Date; id: string; place: number }>(`select submitted_at as moment, id, size - size / 2 as place
    from visa_applications, (select count(*) as size from visa_applications) counted
    order by submitted_at, id offset (select count(*) / 2 from visa_applications) limit 1`)
  const [middle] = half.rows.map(({ moment, id, place }) => ({ moment: moment.toISOString(), id, place }))
  if (!middle) throw new Error('there is no application')
  const of = (role: Person['role']) => people.filter((person) => person.role === role)
  return { admins: of('admin'), customers: of('company_admin'), middle }
}
