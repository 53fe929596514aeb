import type { Db } from '../db/open.ts'
import { removeEndedBefore } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** Longer than the furthest threshold of an expiring visa, so that no mail about it is queued again. */
const KEEP_DAYS = 120

/** The traces of mails that ended long ago go. */
export const sweepMails = (db: Db, moment: Date): Promise<void> =>
  removeEndedBefore(db, new Date(moment.getTime() - KEEP_DAYS * DAY_MS).toISOString())
