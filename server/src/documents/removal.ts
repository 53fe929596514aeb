import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** A backup holds this lock alone while it copies files; those who remove files share it. */
export const COPYING_LOCK = 7_036_003

/**
 * Removes files that no row names any longer; while a backup copies them, it leaves them for the sweeper's next round: the backup's
 * snapshot may still have their rows.
 */
export async function removeFiles({ db, files }: Pick<Context, 'db' | 'files'>, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${COPYING_LOCK}) as free`)
    if (!rows[0]?.free) return
    for (const id of ids) await files.remove(id)
  })
}
