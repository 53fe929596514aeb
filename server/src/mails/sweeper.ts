import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from 'contract'
import type { Db } from '../db/open.ts'
import { removeEndedBefore } from './queries.ts'

/** Longer than the furthest threshold, so that no mail about an expiring visa is queued twice. */
const TRACE_RETENTION_DAYS = 120
const OUTBOX_RETENTION_DAYS = 30

export const sweepMailTraces = (db: Db, moment: Date): Promise<number> =>
  removeEndedBefore(db, new Date(moment.getTime() - TRACE_RETENTION_DAYS * DAY_MS).toISOString())

export async function sweepOutbox(outboxDir: string, moment: Date): Promise<void> {
  const monthAgo = new Date(moment.getTime() - OUTBOX_RETENTION_DAYS * DAY_MS)
  const files = await readdir(outboxDir).catch(() => [])
  for (const file of files) {
    const path = join(outboxDir, file)
    // A file being finished may have been renamed.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < monthAgo) await rm(path)
  }
}
