import { DRAFT_DAYS } from 'contract'
import type { Db } from '../db/open.ts'
import { removeDraftsBefore } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Drafts that were left for 30 days go. */
export const sweepDrafts = (db: Db, moment: Date): Promise<void> =>
  removeDraftsBefore(db, new Date(moment.getTime() - DRAFT_DAYS * DAY_MS).toISOString())
