import { DAY_MS, NOTICE_DAYS } from 'contract'
import { lt } from 'drizzle-orm'
import { notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { deleteInSlices } from '../db/slices.ts'

export const sweepNotices = (db: Db, moment: Date): Promise<number> =>
  deleteInSlices(db, notices, notices.created_at, lt(notices.created_at, new Date(moment.getTime() - NOTICE_DAYS * DAY_MS).toISOString()))
