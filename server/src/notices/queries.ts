import { type ListQuery, MAX_UNREAD, type Notice, StageName, toAed, type UnreadNotices } from 'contract'
import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Order } from '../db/keyset.ts'
import { noticeMarks, noticeReads, notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { besideOf, countUpTo, inPage, type Listing, type Page, pageOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { noticeToCome, visibleNotice } from '../visibility/notices.ts'

const NEWEST: Order = { key: notices.created_at, type: 'timestamptz', descending: true, id: notices.id }

const markOf = ({ id }: Viewer): SQL =>
  sql`coalesce((select ${noticeMarks.read_up_to} from ${noticeMarks} where ${noticeMarks.user_id} = ${id}), '-infinity')`

/** Behind the mark, and not read by itself. */
const isUnread = (viewer: Viewer): SQL<boolean> =>
  sql<boolean>`(${notices.created_at} > ${markOf(viewer)} and not exists (
    select 1 from ${noticeReads} where ${noticeReads.user_id} = ${viewer.id} and ${noticeReads.notice_id} = ${notices.id}))`

type Row = Pick<typeof notices.$inferSelect, 'id' | 'kind' | 'created_at' | 'application_id' | 'facts'> & { unread: boolean }

/** A stage of an older version is not known here any more. */
const shown = ({ facts, unread, ...row }: Row): Notice => ({
  ...row,
  read: !unread,
  employee_id: facts.employee_id ?? null,
  employee_name: facts.employee_name ?? null,
  company_name: facts.company_name ?? null,
  stage_name: StageName.safeParse(facts.stage_name).data ?? null,
  decision: (facts.decision as Notice['decision'] | undefined) ?? null,
  amount: facts.amount_fils === undefined ? null : toAed(facts.amount_fils),
  number: facts.number ?? null,
  changes: facts.changes ?? [],
})

type Query = Pick<ListQuery, 'limit' | 'cursor'> & { unread?: boolean | undefined }

export async function listNotices(db: Db, viewer: Viewer, query: Query, moment: Date): Promise<Page<Notice>> {
  const within = visibleNotice(viewer, moment)
  const filter = query.unread ? isUnread(viewer) : undefined
  const unfiltered = countUpTo(notices, within)
  const counts = { unfiltered, total: filter ? countUpTo(notices, and(within, filter)) : unfiltered }
  const listing: Listing = { order: NEWEST, within, filter, counts }
  const { id, kind, created_at, application_id, facts } = notices
  const select = db
    .select({ row: { id, kind, created_at, application_id, facts, unread: isUnread(viewer) }, beside: besideOf(listing) })
    .from(notices)
    .$dynamic()
  const page = await pageOf(db, listing, query, await inPage(select, listing, query))
  return { ...page, rows: page.rows.map(shown) }
}

/** Stops at MAX_UNREAD, so that a reader who never reads costs no more than one who does. */
export async function countUnread(db: Db, viewer: Viewer, moment: Date): Promise<z.output<typeof UnreadNotices>> {
  const { rows } = await db.execute<z.output<typeof UnreadNotices>>(
    sql`select (select count(*)::int from (
        select 1 from ${notices} where ${and(visibleNotice(viewer, moment), isUnread(viewer))} order by ${notices.created_at} desc limit ${MAX_UNREAD}
      ) unread) as unread,
      (select ceil(extract(epoch from ${notices.created_at} - ${moment.toISOString()}::timestamptz))::int from ${notices}
        where ${noticeToCome(viewer, moment)} order by ${notices.created_at} limit 1) as next_in_seconds`,
  )
  return rows[0] ?? { unread: 0, next_in_seconds: null }
}

export async function markRead(db: Db, viewer: Viewer, id: string, moment: Date): Promise<void> {
  const one = db
    .select({ user_id: sql`${viewer.id}::uuid`.as('user_id'), notice_id: notices.id })
    .from(notices)
    .where(and(eq(notices.id, id), visibleNotice(viewer, moment), isUnread(viewer)))
  await db.insert(noticeReads).select(one).onConflictDoNothing()
}

/** Who has read a thread need not be told of its messages again. */
export async function markThreadRead(db: Db, viewer: Viewer, application_id: string, read_at: string): Promise<void> {
  const moment = new Date(read_at)
  const told = and(eq(notices.application_id, application_id), eq(notices.kind, 'message_received'), lte(notices.created_at, read_at))
  await db
    .insert(noticeReads)
    .select(
      db
        .select({ user_id: sql`${viewer.id}::uuid`.as('user_id'), notice_id: notices.id })
        .from(notices)
        .where(and(told, visibleNotice(viewer, moment), isUnread(viewer))),
    )
    .onConflictDoNothing()
}

/** Moves the mark to a notice of the reader; what was read by itself before it is then said by the mark. */
export async function markAllRead(db: Db, viewer: Viewer, up_to: string, moment: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [moved] = await tx
      .insert(noticeMarks)
      .select(
        tx
          .select({ user_id: sql`${viewer.id}::uuid`.as('user_id'), read_up_to: notices.created_at })
          .from(notices)
          .where(and(eq(notices.id, up_to), visibleNotice(viewer, moment))),
      )
      .onConflictDoUpdate({
        target: noticeMarks.user_id,
        set: { read_up_to: sql`excluded.read_up_to` },
        setWhere: gt(sql`excluded.read_up_to`, noticeMarks.read_up_to),
      })
      .returning()
    if (!moved) return
    const told = tx.select({ id: notices.id }).from(notices).where(lte(notices.created_at, moved.read_up_to))
    await tx.delete(noticeReads).where(and(eq(noticeReads.user_id, viewer.id), inArray(noticeReads.notice_id, told)))
  })
}
