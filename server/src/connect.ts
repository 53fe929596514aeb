import { accessSync, constants, mkdirSync } from 'node:fs'
import type pg from 'pg'
import { type Changes, openChanges } from './db/changes.ts'
import { migrate } from './db/migrate.ts'
import { type Db, openDb, openPool } from './db/open.ts'
import { findRunning, startEmbedded } from './postgres/embedded.ts'
import { endsWithin } from './postgres/endsWithin.ts'
import type { Settings } from './settings.ts'

export interface Connection {
  db: Db
  pool: pg.Pool
  changes: Changes
  /** Also stops an embedded database started here; answers what did not end in time. */
  close(): Promise<string[]>
}

const CLOSE_TIMEOUT_MS = 2_000

type Wanted = Pick<Settings, 'data_dir' | 'database_url' | 'database_direct_url' | 'database_prepare' | 'database_connections'>

/** The migrated database of the settings; starts the embedded one. */
export async function connect(settings: Wanted, onError: (error: Error) => void): Promise<Connection> {
  makeDataDir(settings.data_dir)
  const { database_url: url, database_direct_url: direct = url, database_prepare: prepare, database_connections: max } = settings
  if (url && direct) return upToDate({ url, direct, prepare, max, stop: async () => {} }, onError)
  const embedded = await startEmbedded(settings.data_dir)
  return upToDate({ ...embedded, direct: embedded.url, prepare: true, max }, onError)
}

/** Like `connect`, but also beside a portal with the embedded database. */
export async function connectBeside(settings: Wanted, onError: (error: Error) => void): Promise<Connection> {
  const running = settings.database_url ? undefined : findRunning(settings.data_dir)
  if (!running) return connect(settings, onError)
  const pool = openPool({ connectionString: running }, onError)
  return connectionOf(pool, { connectionString: running }, async () => {})
}

export async function withDatabase<Result>(connection: Connection, act: (connection: Connection) => Promise<Result>): Promise<Result> {
  try {
    return await act(connection)
  } finally {
    await connection.close()
  }
}

export function makeDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 })
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`The data directory ${path} cannot be written (${reasonOf(error)}). Set DATA_DIR to a folder of this user.`)
  }
}

interface Reached {
  url: string
  /** The same database without a pooler between. */
  direct: string
  prepare: boolean
  max: number
  stop: () => Promise<void>
}

async function upToDate({ url, direct, prepare, max, stop }: Reached, onError: (error: Error) => void): Promise<Connection> {
  const limits = { connectionTimeoutMillis: 10_000 }
  const pool = openPool({ connectionString: url, ...limits, prepare, max }, onError)
  const connection = connectionOf(pool, { connectionString: direct, ...limits }, stop)
  try {
    await reach(pool, 'DATABASE_URL')
    await bringForward(openPool({ connectionString: direct, ...limits, max: 1 }, onError))
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

function connectionOf(pool: pg.Pool, config: pg.ClientConfig, stop: () => Promise<void>): Connection {
  const changes = openChanges(config)
  const close = async () => {
    const closed = await endsWithin(CLOSE_TIMEOUT_MS, Promise.all([changes.close(), pool.end()]))
    const left = await stop().then(
      () => [],
      (error: unknown) => [reasonOf(error)],
    )
    return [...(closed ? [] : ['Connections to the database were cut.']), ...left]
  }
  return { db: openDb(pool), pool, changes, close }
}

/** The lock of the schema belongs to a connection, not to a transaction. */
async function bringForward(pool: pg.Pool): Promise<void> {
  try {
    await reach(pool, 'DATABASE_DIRECT_URL')
    await migrate(pool).catch((error: unknown) => {
      throw new Error(`The database could not be brought up to date: ${reasonOf(error)}`)
    })
  } finally {
    await pool.end()
  }
}

async function reach(pool: pg.Pool, setting: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    throw new Error(`The database does not answer (${reasonOf(error)}). Check ${setting} and that the server runs.`)
  }
}

/** The innermost cause. Connections that fail on several addresses have a code but no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error.message) return error.message
  return 'code' in error ? String(error.code) : error.name
}
