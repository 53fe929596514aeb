import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

export const SCHEMA_LOCK = 7_036_001
export const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** Runs new migrations in one transaction, one server after the other. Throws if the schema is newer than the program (T71). */
export async function migrate(pool: pg.Pool, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    await refuseNewer(client, migrationsFolder)
    await runMigrations(drizzle(client), { migrationsFolder })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [SCHEMA_LOCK])
    client.release()
  }
}

async function refuseNewer(client: pg.PoolClient, migrationsFolder: string): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as known`)
  if (!rows[0]?.known) return
  const ours = new Set(readMigrationFiles({ migrationsFolder }).map((migration) => migration.hash))
  const applied = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
  if (applied.rows.every(({ hash }) => ours.has(hash))) return
  throw new Error('a newer version of the portal has changed its schema. Start that version, or restore a backup made before it')
}
