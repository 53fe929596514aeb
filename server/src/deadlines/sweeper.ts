import { DAY_MS } from 'contract'
import { lt } from 'drizzle-orm'
import { deadlines } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { deleteInSlices } from '../db/slices.ts'

/** What was done about it stands in the history of its record. */
const KEPT_DAYS = 90

export const sweepClosedDeadlines = (db: Db, moment: Date): Promise<number> =>
  deleteInSlices(db, deadlines, deadlines.closed_at, lt(deadlines.closed_at, new Date(moment.getTime() - KEPT_DAYS * DAY_MS).toISOString()))
