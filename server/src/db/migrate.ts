import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'

export const SCHEMA_LOCK = 7_036_001
export const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** The first line of a step whose statements run one by one: indexes made CONCURRENTLY, and back-fills that COMMIT in batches. It is repeatable. */
const OUTSIDE = '-- outside a transaction'
/** A line of a step that the version before may run beside; scripts/migrations.test.ts holds it to that. */
export const BESIDE = /^-- beside the version before$/m
const POLL_MS = 100
/** A step that waits for a lock holds up everybody behind it, so it waits shortly and often. */
const LOCK_TIMEOUT_MS = 200
const LOCK_TRIES = 300

/** Runs new steps, one server after the other: each in its own transaction, or repeatable ones outside. Throws if the schema is newer than the program, unless what is newer goes beside it (T71). */
export async function migrate(pool: pg.Pool, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = await pool.connect()
  try {
    // A default of the database would end what takes long.
    await client.query('set statement_timeout = 0')
    await lockSchema(client)
    const steps = readMigrationFiles({ migrationsFolder })
    const applied = await listApplied(client)
    refuseNewer(migrationsFolder, applied)
    // Nobody reads or writes an empty database yet.
    if (applied.size === 0) await inTransaction(client, () => applyInside(client, steps))
    else for (const step of steps) if (!applied.has(step.hash)) await apply(client, step)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [SCHEMA_LOCK])
    await client.query('reset statement_timeout')
    client.release()
  }
}

/** Runs steps in the caller's transaction, also those that were written for outside. */
export async function applyInside(client: pg.ClientBase, steps: MigrationMeta[]): Promise<void> {
  for (const step of steps) {
    const isOutside = step.sql[0]?.startsWith(OUTSIDE)
    for (const statement of step.sql) await client.query(isOutside ? statement.replace(/\bCONCURRENTLY\b|\bCOMMIT;/g, '') : statement)
    await keep(client, step)
  }
}

/** Asks again and again: a server that waited inside a statement would be waited for by an index that is made concurrently. */
async function lockSchema(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SCHEMA_LOCK])
    if (rows[0]?.locked) return
    await sleep(POLL_MS)
  }
}

/** The hashes of the steps that this database has, with whether an older program may run beside them. */
async function listApplied(client: pg.PoolClient): Promise<Map<string, boolean>> {
  await createStepTable(client)
  const { rows } = await client.query<{ hash: string; beside: boolean }>('select hash, beside from drizzle.__drizzle_migrations')
  return new Map(rows.map(({ hash, beside }) => [hash, beside]))
}

/** The table of drizzle's migrator, which ran the first steps. */
export async function createStepTable(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'drizzle.__drizzle_migrations'::regclass and attname = 'beside'`,
  )
  if (rows.length === 0)
    await client.query('alter table drizzle.__drizzle_migrations add column if not exists beside boolean not null default false')
}

const keep = (client: pg.ClientBase, { hash, folderMillis, sql }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at, beside) values ($1, $2, $3)', [
    hash,
    folderMillis,
    sql.some((statement) => BESIDE.test(statement)),
  ])

/** The hash of each step in their order. */
export const hashesOf = (migrationsFolder = MIGRATIONS): string[] => readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)

function refuseNewer(migrationsFolder: string, applied: Map<string, boolean>): void {
  const ours = new Set(hashesOf(migrationsFolder))
  if ([...applied].every(([hash, beside]) => beside || ours.has(hash))) return
  throw new Error('a newer version of the portal has changed its schema. Start that version, or restore a backup made before it')
}

async function apply(client: pg.PoolClient, step: MigrationMeta): Promise<void> {
  if (!step.sql[0]?.startsWith(OUTSIDE)) return inTransaction(client, () => applyInside(client, [step]))
  await dropInvalidIndexes(client)
  for (const statement of step.sql) await again(client, () => client.query(`${waitsLong(statement) ? '' : SHORTLY}${statement}`))
  await keep(client, step)
}

const SHORTLY = `set local lock_timeout = ${LOCK_TIMEOUT_MS};`
/** A block waits as it says itself, and an index made concurrently holds up nobody. */
const waitsLong = (statement: string): boolean => /\bCONCURRENTLY\b|^\s*DO\b/m.test(statement)

/** Left over from a step that was cut off; `if not exists` would take them for whole. */
async function dropInvalidIndexes(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indexrelid
      where not indisvalid and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`)
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

const inTransaction = (client: pg.PoolClient, act: () => Promise<void>): Promise<void> =>
  again(client, async () => {
    await client.query('begin')
    await client.query(SHORTLY)
    await act()
    await client.query('commit')
  })

/** Locks of the session, which a failed block leaves behind: others would wait for them, and the next try for those others. Each is held as often as it was taken. */
async function releaseLocks(client: pg.PoolClient): Promise<void> {
  let held: number | null
  do {
    const { rowCount } = await client.query(
      `select pg_advisory_unlock(classid::bigint::int, objid::bigint::bit(32)::int) from pg_locks
        where locktype = 'advisory' and objsubid = 2 and pid = pg_backend_pid() and granted`,
    )
    held = rowCount
  } while (held)
}

/** Tries again while others hold what `act` needs. */
async function again(client: pg.PoolClient, act: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await act()
      return
    } catch (error) {
      if (client.getTransactionStatus() !== 'I') await client.query('rollback')
      // A connection that is lost has none, and `error` says why.
      await releaseLocks(client).catch(() => undefined)
      const isBusy = error instanceof pg.DatabaseError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code ?? '')
      if (!isBusy || tries === LOCK_TRIES) throw error
    }
    await sleep(POLL_MS)
  }
}
