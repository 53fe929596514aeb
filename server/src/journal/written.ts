import { setTimeout as sleep } from 'node:timers/promises'
import { max, sql } from 'drizzle-orm'
import { history } from '../db/history.table.ts'
import { accesses, type seals } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'

export type UpTo = Pick<typeof seals.$inferSelect, 'history_to' | 'accesses_to'>

const POLL_MS = 20
const TIMEOUT_MS = 5_000

/**
 * The last row of each table. A row's number is given before its commit: this waits for those who were writing when the last rows were
 * there, because one with a smaller number is among them. It locks nothing, so that nobody waits for it.
 */
export async function findWritten(db: Db): Promise<UpTo> {
  const [ofHistory] = await db.select({ last: max(history.seq) }).from(history)
  const [ofAccesses] = await db.select({ last: max(accesses.seq) }).from(accesses)
  const impatient = performance.now() + TIMEOUT_MS
  let writing = await listWriters(db)
  while (writing.length > 0) {
    if (performance.now() > impatient) throw new Error('a transaction has been writing to the journal for too long')
    await sleep(POLL_MS)
    const still = new Set(await listWriters(db))
    writing = writing.filter((transaction) => still.has(transaction))
  }
  return { history_to: ofHistory?.last ?? 0, accesses_to: ofAccesses?.last ?? 0 }
}

/** Transactions that have written, or are about to. */
async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ transaction: string }>(sql`
    select distinct virtualtransaction as transaction from pg_locks
    where mode = 'RowExclusiveLock' and granted and relation in ('history'::regclass, 'accesses'::regclass)
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.map(({ transaction }) => transaction)
}
