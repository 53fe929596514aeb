import type { ListQuery, WaitingMail } from 'contract'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Order } from '../db/keyset.ts'
import { mails } from '../db/mails.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { besideOf, countUpTo, inPage, type Listing, type Page, pageOf } from '../http/list.ts'
import { isInvited } from './queries.ts'

const NEWEST: Order = { key: mails.created_at, type: 'timestamptz', descending: true, id: mails.id }

/** In words of the partial index. */
const isWaiting = or(isNull(mails.ended_at), sql`${mails.ending} = 'kept'`)

const isNewest = sql<boolean>`not exists (select from ${mails} newer
  where newer.user_id = ${mails.user_id} and newer.kind = 'invitation' and (newer.created_at, newer.id) > (${mails.created_at}, ${mails.id}))`

/** Resets, and what opens an administrator's account, are handed over by command alone. */
const hasLink = sql<boolean>`${mails.kind} = 'invitation' and ${users.role} <> 'admin' and ${isInvited} and ${isNewest}`

export async function listWaiting(db: Db, query: Pick<ListQuery, 'limit' | 'cursor'>): Promise<Page<WaitingMail>> {
  const number = countUpTo(mails, isWaiting)
  const listing: Listing = { order: NEWEST, within: isWaiting, filter: undefined, counts: { total: number, unfiltered: number } }
  const { id, kind, created_at } = mails
  const row = { id, kind, created_at, reader_id: users.id, reader_name: users.full_name, has_link: hasLink }
  const select = db
    .select({ row, beside: besideOf(listing) })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.user_id))
    .$dynamic()
  return pageOf(db, listing, query, await inPage(select, listing, query))
}

/** A mail that waits, with its reader, who is locked so that nobody else makes or uses a link meanwhile. */
export async function lockWaiting(tx: Db, id: string) {
  const [found] = await tx
    .select({
      kind: mails.kind,
      ended_at: mails.ended_at,
      user: { id: users.id, full_name: users.full_name },
      has_link: hasLink,
      is_newest: isNewest,
    })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.user_id))
    .where(and(eq(mails.id, id), isWaiting))
    .for('update', { of: users })
  return found
}
