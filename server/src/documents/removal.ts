import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isOwn } from './epoch.ts'

/** Exclusive for a backup while it copies files; shared for those who remove files. */
export const COPYING_LOCK = 7_036_003

/** For an object store, which takes its time for each. */
const AT_ONCE = 8

type Given = Pick<Context, 'db' | 'files'>

/**
 * Removes files without a row. During a backup it answers false and leaves them to the sweeper, because the backup's snapshot may still have
 * their rows; so it does where another database uses the same files.
 */
export async function removeFiles({ db, files }: Given, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return true
  if (!(await isOwn(db, files.marks))) return false
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${COPYING_LOCK}) as free`)
    if (!rows[0]?.free) return false
    for (let at = 0; at < ids.length; at += AT_ONCE) await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => files.remove(id)))
    return true
  })
}

let removing: Promise<unknown> = Promise.resolve()

/** The same for requests, which do not wait: one removal after the other, each with one connection. The sweeper takes what fails. */
export function removeLater(given: Given, ids: string[]): void {
  removing = removing.then(() => removeFiles(given, ids)).catch(() => undefined)
}
