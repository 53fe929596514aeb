import type { InternalNote, ListQuery } from 'contract'
import { eq, getTableColumns } from 'drizzle-orm'
import type { Order } from '../db/keyset.ts'
import { internalNotes } from '../db/messages.table.ts'
import type { Db } from '../db/open.ts'
import { besideOf, countUpTo, inPage, type Listing, type Page, pageOf } from '../http/list.ts'

const NEWEST: Order = { key: internalNotes.created_at, type: 'timestamptz', descending: true, id: internalNotes.id }
const { author_id: _, ...shown } = getTableColumns(internalNotes)

export async function listNotes(db: Db, application_id: string, query: Pick<ListQuery, 'limit' | 'cursor'>): Promise<Page<InternalNote>> {
  const within = eq(internalNotes.application_id, application_id)
  const number = countUpTo(internalNotes, within)
  const listing: Listing = { order: NEWEST, within, filter: undefined, counts: { total: number, unfiltered: number } }
  const select = db
    .select({ row: shown, beside: besideOf(listing) })
    .from(internalNotes)
    .$dynamic()
  return pageOf(db, listing, query, await inPage(select, listing, query))
}

export async function findNote(db: Db, id: string): Promise<InternalNote | undefined> {
  const [found] = await db.select(shown).from(internalNotes).where(eq(internalNotes.id, id))
  return found
}

export async function insertNote(tx: Db, note: typeof internalNotes.$inferInsert): Promise<void> {
  await tx.insert(internalNotes).values(note)
}
