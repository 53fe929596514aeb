import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listApplications } from 'contract'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import type pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { fillPortal, writeNewest } from '../../../test/crowd.ts'
import { onCluster } from '../../../test/database.ts'
import { copyMigrationsUntil, FIRST_RELEASE, journalOf } from '../../../test/firstRelease.ts'
import { client, startServer } from '../../../test/serverProcess.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { hashOf } from '../http/session.ts'
import { findBroken } from '../transactions/invariants.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { openDb, openPool } from './open.ts'

// drizzle-kit gives every array a function. pdf.js refuses to work where arrays have one, and another file may need it in this process.
Reflect.deleteProperty(Array.prototype, 'random')

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

let made = 0
let url = ''
async function emptyDatabase(): Promise<pg.Pool> {
  const name = `migrated_${process.pid}_${++made}`
  const connectionString = await onCluster(`create database ${name}`, name)
  url = connectionString
  const pool = openPool({ connectionString }, () => undefined)
  stops.push(
    () => onCluster(`drop database ${name} with (force)`, name),
    () => pool.end(),
  )
  return pool
}

const migrationsUntil = async (tag: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  stops.push(() => rm(folder, { recursive: true }))
  return copyMigrationsUntil(tag, folder)
}

/** A filled database of an earlier release, and its migrations with one more. */
async function releasedWith(statements: string[]) {
  const pool = await emptyDatabase()
  const folder = await migrationsUntil('0013_document_attachments')
  await migrate(pool, folder)
  await pool.query(FIRST_RELEASE)
  const journal = await journalOf(folder)
  const entries = [...journal.entries, { tag: '0014_more', when: 1_800_000_000_000, breakpoints: true }]
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  await writeFile(join(folder, '0014_more.sql'), statements.join('--> statement-breakpoint\n'))
  return { pool, folder }
}

const isValid = async (pool: pg.Pool, index: string) =>
  (await pool.query('select indisvalid from pg_index where indexrelid = $1::regclass', [index])).rows[0]?.indisvalid

const applied = async (pool: pg.Pool) => (await pool.query('select hash from drizzle.__drizzle_migrations')).rows.length

describe('migrate (T71)', () => {
  it('has each step later than the one before it, or it would be left out', async () => {
    const moments = (await journalOf(MIGRATIONS)).entries.map((entry) => entry.when)
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  })

  it('has a step for everything that the tables declare', async () => {
    const newest = (await journalOf(MIGRATIONS)).entries.at(-1)?.tag.slice(0, 4)
    const made = JSON.parse(await readFile(join(MIGRATIONS, `meta/${newest}_snapshot.json`), 'utf8'))
    const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.table.ts'))
    const tables = Object.assign({}, ...(await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))))
    expect(await generateMigration(made, generateDrizzleJson(tables))).toEqual([])
  })

  it('has every released step as it was released', async () => {
    const lines = (await readFile(join(MIGRATIONS, '../released.sha256'), 'utf8')).split('\n').filter((line) => /^[^#]/.test(line))
    const steps = (await journalOf(MIGRATIONS)).entries.slice(0, lines.length)
    const now = steps.map(async ({ tag }) => {
      const step = await readFile(join(MIGRATIONS, `${tag}.sql`))
      return `${createHash('sha256').update(step).digest('hex')}  ${tag}.sql`
    })
    expect(lines.length).toBeGreaterThanOrEqual(14)
    expect(await Promise.all(now)).toEqual(lines)
  })

  it('runs each step once when servers start together', async () => {
    const pool = await emptyDatabase()
    await Promise.all([migrate(pool), migrate(pool), migrate(pool)])
    expect(await applied(pool)).toBe((await journalOf(MIGRATIONS)).entries.length)
  })

  it('starts beside a newer schema where each step above its own is marked for that, and not where one is not', async () => {
    const pool = await emptyDatabase()
    const older = await migrationsUntil('0013_document_attachments')
    const newer = await migrationsUntil('0013_document_attachments')
    const add = async (tag: string, text: string) => {
      const journal = await journalOf(newer)
      const entries = [...journal.entries, { tag, when: 1_800_000_000_000 + journal.entries.length, breakpoints: true }]
      await writeFile(join(newer, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
      await writeFile(join(newer, `${tag}.sql`), text)
    }
    await migrate(pool, older)
    await add('0014_more', '-- beside the version before\ncreate table more (id int)')
    await migrate(pool, newer)
    await migrate(pool, older)
    await add('0015_most', 'create table most (id int)')
    await migrate(pool, newer)
    await expect(migrate(pool, older)).rejects.toThrow('a newer version of the portal')
  })

  it('refuses a schema that a newer version has changed, and leaves it alone', async () => {
    const pool = await emptyDatabase()
    await migrate(pool)
    const before = await applied(pool)
    await expect(migrate(pool, await migrationsUntil('0002_wallet'))).rejects.toThrow('a newer version of the portal')
    expect(await applied(pool)).toBe(before)
  })

  it('runs a step outside a transaction, which waits for a writer, while two servers start', async () => {
    const { pool, folder } = await releasedWith([
      '-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "stages_by_notes" ON "stages" ("notes")',
      `DO $$ BEGIN UPDATE stages SET notes = 'first'; COMMIT; UPDATE stages SET notes = notes || ' and second'; COMMIT; END $$`,
    ])
    const writer = await pool.connect()
    await writer.query(`begin; update stages set notes = 'kept'`)
    const both = Promise.all([migrate(pool, folder), migrate(pool, folder)])
    await sleep(300)
    await writer.query('commit')
    writer.release()
    await both
    expect(await isValid(pool, 'stages_by_notes')).toBe(true)
    expect((await pool.query('select distinct notes from stages')).rows).toEqual([{ notes: 'first and second' }])
    expect(await applied(pool)).toBe((await journalOf(folder)).entries.length)
  })

  it('lets go of the locks of a block that failed, before it tries again', async () => {
    const { pool, folder } = await releasedWith([
      `-- outside a transaction\nDO $$ BEGIN
        PERFORM pg_advisory_lock(7036, each) FROM unnest(array[1, 1, -5]) each;
        LOCK TABLE stages NOWAIT;
        UPDATE stages SET notes = notes || ' and moved';
        COMMIT;
        PERFORM pg_advisory_unlock(7036, each) FROM unnest(array[1, 1, -5]) each;
      END $$`,
    ])
    const writer = await pool.connect()
    await writer.query(`begin; update stages set notes = 'kept'`)
    const migrated = migrate(pool, folder)
    await sleep(300)
    await writer.query('select pg_advisory_xact_lock(7036, 1), pg_advisory_xact_lock(7036, -5)')
    await writer.query('commit')
    writer.release()
    await migrated
    expect((await pool.query('select distinct notes from stages')).rows).toEqual([{ notes: 'kept and moved' }])
  })

  it('repeats a step that stopped halfway outside a transaction', async () => {
    const { pool, folder } = await releasedWith([
      '-- outside a transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "users_language" ON "users" ("language")',
    ])
    await expect(migrate(pool, folder)).rejects.toThrow('could not create unique index')
    expect(await isValid(pool, 'users_language')).toBe(false)
    await pool.query(`update users set language = 'ar' where full_name = 'Omar Haddad'`)
    await migrate(pool, folder)
    expect(await isValid(pool, 'users_language')).toBe(true)
  })

  it('waits for a lock only shortly at a time, so that others pass', async () => {
    const { pool, folder } = await releasedWith(['ALTER TABLE "stages" ADD COLUMN "words" integer'])
    const [reader, other] = [await pool.connect(), await pool.connect()]
    await reader.query('begin; select from stages')
    const migrated = migrate(pool, folder)
    const from = performance.now()
    do await other.query('select from stages')
    while (performance.now() - from < 1_000)
    await reader.query('commit')
    for (const client of [reader, other]) client.release()
    await migrated
    expect((await pool.query('select words from stages limit 1')).rows).toEqual([{ words: null }])
  })

  it('brings a filled database of the first release forward', async () => {
    const pool = await emptyDatabase()
    await migrate(pool, await migrationsUntil('0002_wallet'))
    await pool.query(FIRST_RELEASE)
    await migrate(pool)
    const { rows } = await pool.query(`select u.language, u.muted_mails, s.id is not null as named, a.employee_name, d.name, w.balance_fils
      from users u join sessions s on s.user_id = u.id join visa_applications a on a.company_id = u.company_id
      join documents d on d.application_id = a.id join wallets w on w.company_id = u.company_id`)
    expect(rows).toEqual([
      { language: 'en', muted_mails: [], named: true, employee_name: 'Sara Khan', name: 'passport.pdf', balance_fils: 350_000 },
    ])
    const charged = await pool.query('select d.name, c.name as to from documents d left join companies c on c.id = d.charged_to')
    expect(Object.fromEntries(charged.rows.map(({ name, to }) => [name, to]))).toEqual({
      'passport.pdf': 'Falcon Trading LLC',
      'offer.pdf': 'Falcon Trading LLC',
      'licence.pdf': 'Falcon Trading LLC',
      'receipt.pdf': 'Falcon Trading LLC',
      'unattached.pdf': 'Falcon Trading LLC',
      'permit.pdf': null,
    })
    expect(await findBroken(openDb(pool))).toEqual([])
    expect(await findAllMiscounted(openDb(pool), new Date())).toEqual([])
  })

  it('has movements of a wallet in the order of time, where an older server told another', async () => {
    const pool = await emptyDatabase()
    await migrate(pool, await migrationsUntil('0013_document_attachments'))
    await pool.query(FIRST_RELEASE)
    await pool.query(`with late as (
        insert into transactions (id, company_id, type, status, amount_fils, direction, created_at, decided_at)
        select gen_random_uuid(), company_id, 'topup', 'approved', 700, 'credit', '2026-10-01', '2026-10-01' from wallets returning id, company_id)
      insert into ledger (transaction_id, account, company_id, amount_fils, created_at)
      select id, account, case account when 'wallet' then company_id end, amount, '2026-10-01' from late,
        (values ('wallet', 700), ('bank_clearing', -700)) entry (account, amount)`)
    await migrate(pool)
    const { rows } = await pool.query(`select amount_fils as amount, balance_fils as balance, number,
      created_at >= lag(created_at, 1, created_at) over (order by seq) as later from ledger where account = 'wallet' order by seq`)
    expect(rows).toEqual([
      { amount: 1_000_000, balance: 1_000_000, number: 1, later: true },
      { amount: -650_000, balance: 350_000, number: 2, later: true },
      { amount: 700, balance: 350_700, number: 3, later: true },
    ])
    expect(await findBroken(openDb(pool))).toEqual([])
  })

  it('brings many rows forward while two servers start at once, of which the first one serves', { timeout: 600_000 }, async () => {
    const applications = Number(process.env.MIGRATE_APPLICATIONS ?? 100)
    const pool = await emptyDatabase()
    await migrate(pool, await migrationsUntil('0002_wallet'))
    await fillPortal(pool, { applications, companies: Math.ceil(applications / 20) })
    await pool.query(administrator('a token of before'))
    const before = await rowsOf(pool)
    const DATA_DIR = await temporary()
    await writeNewest(pool, join(DATA_DIR, 'files'))
    const settings = { DATABASE_URL: url, DATA_DIR, MASTER_KEY: 'ab'.repeat(32), LOG_LEVEL: 'silent' }
    const from = performance.now()
    const starting = [startServer(settings), startServer(settings)] as const
    stops.push(async () => Promise.all((await Promise.all(starting)).map((server) => server.end('SIGKILL'))))
    const first = client((await Promise.race(starting)).origin, { cookie: 'session=a token of before' })
    const seconds = (performance.now() - from) / 1_000
    let bothStarted = false
    const both = Promise.all(starting).finally(() => {
      bothStarted = true
    })
    const answers: number[] = []
    do answers.push((await first.send(listApplications, { query: { limit: 50, q: 'khan' } })).status)
    while (!bothStarted)
    await both
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await applied(pool)).toBe((await journalOf(MIGRATIONS)).entries.length)
    expect(await rowsOf(pool)).toEqual(before)
    expect(await findBroken(openDb(pool))).toEqual([])
    expect(await findAllMiscounted(openDb(pool), new Date())).toEqual([])
    const again = performance.now()
    await migrate(pool)
    expect(performance.now() - again).toBeLessThan(2_000)
    console.log(
      `${applications} applications were brought forward in ${seconds.toFixed(1)} s with the start; ${answers.length} calls meanwhile`,
    )
  })
})

const temporary = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const administrator = (token: string) => `with admin as (insert into users (id, full_name, email, role, approved, created_at)
    values (gen_random_uuid(), 'Nadia Rahman', 'nadia@portal.example', 'admin', true, now()) returning id)
  insert into sessions (token_hash, user_id, created_at, last_seen_at) select '${hashOf(token)}', id, now(), now() from admin`

/** The number of rows in each table of the first release, and a checksum of some values. */
async function rowsOf(pool: pg.Pool): Promise<object> {
  const tables = [
    'companies',
    'users',
    'employees',
    'visa_applications',
    'stages',
    'documents',
    'wallets',
    'transactions',
    'ledger',
    'history',
  ]
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  const sums = ['employee_name', 'current_stage', 'cost_fils', 'expiry_date'].map((name) => `sum(hashtext(${name}::text)) as sum_${name}`)
  const { rows } = await pool.query(`select ${[...counts, ...sums].join(', ')} from visa_applications`)
  return rows[0]
}
