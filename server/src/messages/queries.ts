import { HOUR_MS, type ListQuery, MAX_MESSAGES_PER_HOUR, type Message, type MessageSide } from 'contract'
import { and, desc, eq, gt, lte, max, ne, type SQL, sql } from 'drizzle-orm'
import { inMinutes, retryAfter } from '../auth/throttle.ts'
import type { Order } from '../db/keyset.ts'
import { messageReads, messages } from '../db/messages.table.ts'
import type { Db } from '../db/open.ts'
import { documentInfo, listDocuments } from '../documents/queries.ts'
import { refuse } from '../http/errors.ts'
import { besideOf, countUpTo, inPage, type Listing, NOTHING_BESIDE, type Page, pageOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'

export const sideOf = ({ role }: Pick<Viewer, 'role'>): MessageSide => (role === 'admin' ? 'provider' : 'company')

const NEWEST: Order = { key: messages.created_at, type: 'timestamptz', descending: true, id: messages.id }

/** Of the viewer, and of anybody on the other side than the writer. */
function marks(db: Db, viewer: Viewer) {
  const of = (which: SQL | undefined) =>
    sql<boolean>`coalesce(${messages.created_at} <= (${db
      .select({ read_at: max(messageReads.read_at) })
      .from(messageReads)
      .where(and(sql`${messageReads.application_id} = ${messages.application_id}`, which))}), false)`
  return { read: of(eq(messageReads.user_id, viewer.id)), seen: of(ne(messageReads.side, messages.side)) }
}

function columnsFor(db: Db, viewer: Viewer) {
  const { id, application_id, author_name, side, text, created_at } = messages
  const { read, seen } = marks(db, viewer)
  const own = sql<boolean>`coalesce(${messages.author_id} = ${viewer.id}, false)`
  return { id, application_id, author_name, side, text, created_at, own, read: sql<boolean>`${own} or ${read}`, seen }
}

type Row = Omit<Message, 'documents'>

async function withFiles(db: Db, rows: Row[]): Promise<Message[]> {
  const ids = rows.map(({ id }) => id)
  const files = ids.length > 0 ? await listDocuments(db, 'message_id', ids) : []
  return rows.map((row) => ({ ...row, documents: files.filter(({ message_id }) => message_id === row.id).map(documentInfo) }))
}

/** Of an application that the viewer may open. */
export async function listMessages(
  db: Db,
  viewer: Viewer,
  application_id: string,
  query: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<Page<Message>> {
  const within = eq(messages.application_id, application_id)
  const number = countUpTo(messages, within)
  const listing: Listing = { order: NEWEST, within, filter: undefined, counts: { total: number, unfiltered: number } }
  const select = db
    .select({ row: columnsFor(db, viewer), beside: besideOf(listing) })
    .from(messages)
    .$dynamic()
  const page = await pageOf(db, listing, query, await inPage(select, listing, query))
  return { ...page, rows: await withFiles(db, page.rows) }
}

export async function findMessage(db: Db, viewer: Viewer, id: string): Promise<Message | undefined> {
  const rows = await db
    .select({ row: columnsFor(db, viewer), beside: NOTHING_BESIDE })
    .from(messages)
    .where(eq(messages.id, id))
  const [found] = await withFiles(
    db,
    rows.map(({ row }) => row),
  )
  return found
}

/** One after the other for each person, so that messages that are sent at once cannot pass the limit. Answers the moment of this one. */
export async function refuseMany(tx: Db, { id }: Viewer, clock: () => Date): Promise<Date> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`messages of ${id}`}, 0))`)
  // Only now, because those that it waited for count too.
  const moment = clock()
  const since = new Date(moment.getTime() - HOUR_MS).toISOString()
  const last = await tx
    .select({ created_at: messages.created_at })
    .from(messages)
    .where(and(eq(messages.author_id, id), gt(messages.created_at, since), lte(messages.created_at, moment.toISOString())))
    .orderBy(desc(messages.created_at))
    .limit(MAX_MESSAGES_PER_HOUR)
  const first = last[MAX_MESSAGES_PER_HOUR - 1]
  if (!first) return moment
  const wait = Date.parse(first.created_at) + HOUR_MS - moment.getTime()
  return refuse(
    429,
    `You have sent ${MAX_MESSAGES_PER_HOUR} messages within an hour. Please try again in ${inMinutes(wait)}.`,
    retryAfter(wait),
  )
}

export async function insertMessage(tx: Db, message: typeof messages.$inferInsert): Promise<void> {
  await tx.insert(messages).values(message)
}

/** Undefined where the application has no such message. */
export async function markRead(db: Db, viewer: Viewer, application_id: string, up_to: string): Promise<string | undefined> {
  const named = sql`(select ${messages.created_at} from ${messages} where ${messages.id} = ${up_to} and ${messages.application_id} = ${application_id})`
  const mark = { application_id, user_id: viewer.id, side: sideOf(viewer) }
  await db
    .insert(messageReads)
    .select(sql`select ${mark.application_id}::uuid, ${mark.user_id}::uuid, ${mark.side}, found.read_at from ${named} as found (read_at)`)
    .onConflictDoUpdate({
      target: [messageReads.application_id, messageReads.user_id],
      set: { read_at: sql`excluded.read_at`, side: mark.side },
      setWhere: sql`${messageReads.read_at} < excluded.read_at`,
    })
  const [kept] = await db
    .select({ read_at: messageReads.read_at })
    .from(messageReads)
    .where(and(eq(messageReads.application_id, application_id), eq(messageReads.user_id, viewer.id), sql`exists ${named}`))
  return kept?.read_at
}
