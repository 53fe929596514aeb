import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from 'contract'
import type { Db } from '../db/open.ts'
import { removeEndedBefore } from './queries.ts'

/** Longer than the furthest threshold of an expiring visa, so that no mail about it is queued again. */
const TRACE_RETENTION_DAYS = 120
const OUTBOX_RETENTION_DAYS = 30

/** The traces of mails that ended long ago go. */
export const sweepMailTraces = (db: Db, moment: Date): Promise<void> =>
  removeEndedBefore(db, new Date(moment.getTime() - TRACE_RETENTION_DAYS * DAY_MS).toISOString())

/** What has lain in the outbox for a month goes. */
export async function sweepOutbox(outboxDir: string, moment: Date): Promise<void> {
  const monthAgo = new Date(moment.getTime() - OUTBOX_RETENTION_DAYS * DAY_MS)
  const files = await readdir(outboxDir).catch(() => [])
  for (const file of files) {
    const path = join(outboxDir, file)
    // One that is being finished has another name by now.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < monthAgo) await rm(path)
  }
}
