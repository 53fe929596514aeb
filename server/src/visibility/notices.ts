import { NoticeKind } from 'contract'
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import { applications } from '../db/applications.table.ts'
import { notices } from '../db/notices.table.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from './applications.ts'

const OF_EMPLOYEES: NoticeKind[] = ['stage_decided', 'application_withdrawn']

/** A change of what all administrators read is told under this id, of one reader's under theirs. */
export const EVERY_ADMIN = NIL

/** An employee may have been told of other cases while in another role, or of one that is not theirs any more. */
const ofOwnCase = (viewer: Viewer): SQL | undefined =>
  and(
    inArray(notices.kind, OF_EMPLOYEES),
    sql`exists (select 1 from ${applications} where ${and(eq(applications.id, notices.application_id), visibleApplication(viewer))})`,
  )

/** Administrators read what is for all of them; others their own, as long as they belong to the company and the role sees it (V3, V4). */
function noticeOf(viewer: Viewer): SQL | undefined {
  const { role, id, company_ids } = viewer
  if (role === 'admin') return and(isNull(notices.reader_id), or(isNull(notices.admin_id), eq(notices.admin_id, id)))
  const belongs = or(isNull(notices.company_id), company_ids.length > 0 ? inArray(notices.company_id, company_ids) : sql`false`)
  return and(eq(notices.reader_id, id), belongs, role === 'employee' ? ofOwnCase(viewer) : undefined)
}

/** A newer version beside this one may write kinds that are unknown here. */
const isKnown = inArray(notices.kind, NoticeKind.options)

export const visibleNotice = (viewer: Viewer, moment: Date): SQL | undefined =>
  and(noticeOf(viewer), isKnown, lte(notices.created_at, moment.toISOString()))

/** Its cause can still be taken back. */
export const noticeToCome = (viewer: Viewer, moment: Date): SQL | undefined =>
  and(noticeOf(viewer), isKnown, gt(notices.created_at, moment.toISOString()))
