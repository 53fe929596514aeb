import { DAY_MS, DRAFT_DAYS } from 'contract'
import type { Db } from '../db/open.ts'
import { removeDraftsBefore } from './queries.ts'

export const sweepDrafts = (db: Db, moment: Date): Promise<number> =>
  removeDraftsBefore(db, new Date(moment.getTime() - DRAFT_DAYS * DAY_MS).toISOString())
