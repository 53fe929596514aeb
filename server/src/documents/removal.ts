import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Exclusive for a backup while it copies files; shared for those who remove files. */
export const COPYING_LOCK = 7_036_003

/** For an object store, which takes its time for each. */
const AT_ONCE = 8

/**
 * Removes files without a row. During a backup it answers false and leaves them to the sweeper, because the backup's snapshot may still have
 * their rows.
 */
export async function removeFiles({ db, files }: Pick<Context, 'db' | 'files'>, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return true
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${COPYING_LOCK}) as free`)
    if (!rows[0]?.free) return false
    for (let at = 0; at < ids.length; at += AT_ONCE) await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => files.remove(id)))
    return true
  })
}
