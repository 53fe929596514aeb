import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { cancellingOf } from './cancelling.ts'
import { prepareStatements } from './prepare.ts'
import { ReplicaAwareClient, verifyPrimary } from './primary.ts'
import { gatherStatements } from './together.ts'

export type Db = PgDatabase<NodePgQueryResultHKT>
type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

const INT8 = 20
// pg answers int8 as a string; an unsafe integer must never be rounded silently.
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 of the database exceeds the safe integers')
  return value
})

/** A new connection reads the catalogue, prepares each statement anew and maps the pages it reads: its first search takes ten times as long. */
const IDLE_MS = 5 * 60_000
/** Before what is between here and the database forgets the connection. */
const KEEP_ALIVE_MS = 30_000

/** `prepare: false` for poolers between us and the database that give each transaction another connection. */
export function openPool({ prepare = true, ...config }: pg.PoolConfig & { prepare?: boolean }, onError: (error: Error) => void): pg.Pool {
  const kept = { idleTimeoutMillis: IDLE_MS, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS }
  const pool = new pg.Pool({ max: 16, pipeline: prepare, Client: ReplicaAwareClient, verify: verifyPrimary, ...kept, ...config })
  if (prepare) {
    prepareStatements(pool)
    gatherStatements(pool, cancellingOf(config))
  }
  pool.on('error', onError)
  // If a connection is lost inside a transaction, its next query fails. Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const MAX_TRIES = 5
const RETRY_DELAY_MS = 50

/** Also where the last row of a person was deleted while another was written: the next try makes the person anew (S12). */
export function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError)
    return error.code === '40P01' || (error.code === '23503' && error.constraint?.endsWith('_person_id_persons_id_fk') === true)
  return isDeadlock(error.cause)
}

/** Repeats transactions after a deadlock, which cascading deletions can cause. Effects outside the database must be repeatable. */
export function openDb(pool: pg.Pool): Db {
  const db: Db = drizzle(pool)
  const transaction: Db['transaction'] = async (act, config) => {
    for (let tries = 1; ; tries++) {
      try {
        return await runOnce(pool, act, config)
      } catch (error) {
        if (tries === MAX_TRIES || !isDeadlock(error)) throw error
      }
      await sleep(RETRY_DELAY_MS * tries * Math.random())
    }
  }
  db.transaction = transaction
  return db
}

/** Unlike drizzle-orm 0.45.4, gives back a connection that is lost at the start of a transaction; otherwise the pool would never end. */
async function runOnce<Result>(pool: pg.Pool, act: (tx: Transaction) => Promise<Result>, config?: PgTransactionConfig): Promise<Result> {
  const client = await pool.connect()
  try {
    return await drizzle(client).transaction(act, config)
  } finally {
    client.release(client.getTransactionStatus() !== 'I')
  }
}
