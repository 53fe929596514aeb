import type { NoticeKind } from 'contract'
import { and, eq, gt } from 'drizzle-orm'
import { v7 } from 'uuid'
import { type NoticeFacts, notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'

interface NewNotice extends NoticeFacts {
  kind: NoticeKind
  /** Absent: all administrators. */
  reader_id?: string
  /** The administrator whom alone it concerns. */
  admin_id?: string
  company_id?: string
  application_id?: string
}

/** In the transaction of their cause. Readers must be locked against deletion. */
export async function writeNotices(tx: Db, at: string, told: NewNotice[]): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(({ kind, reader_id = null, admin_id = null, company_id = null, application_id = null, ...facts }) => ({
    ...{ id: v7(), kind, reader_id, admin_id, company_id, application_id },
    ...{ facts, created_at: at },
  }))
  await tx.insert(notices).values(rows)
}

/** Whether administrators were told of the application by such a notice since then. */
export async function hasNotice(tx: Db, application_id: string, kind: NoticeKind, since: Date): Promise<boolean> {
  const such = and(eq(notices.application_id, application_id), eq(notices.kind, kind), gt(notices.created_at, since.toISOString()))
  const [found] = await tx.select({ id: notices.id }).from(notices).where(such).limit(1)
  return found !== undefined
}
