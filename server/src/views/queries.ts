import type { ViewedList, ViewFilters } from 'contract'
import { and, asc, count, eq, ne, or } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { z } from 'zod'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { views } from '../db/views.table.ts'

interface Given {
  name: string
  filters: z.output<typeof ViewFilters>
}

const SHOWN = { id: views.id, list: views.list, name: views.name, filters: views.filters }

/** So few that they need no pages. */
export const listViews = (db: Db, user_id: string) =>
  db.select(SHOWN).from(views).where(eq(views.user_id, user_id)).orderBy(asc(views.list), asc(views.name))

/** Those of the person but for one; they are kept one after the other, so that views that are kept at once cannot pass the limit. */
export async function countOthers(tx: Db, user_id: string, list: ViewedList, name: string): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user_id)).for('no key update')
  const [found] = await tx
    .select({ number: count() })
    .from(views)
    .where(and(eq(views.user_id, user_id), or(ne(views.list, list), ne(views.name, name))))
  return found?.number ?? 0
}

/** One of the same name is replaced. */
export async function keepView(db: Db, user_id: string, list: ViewedList, { name, filters }: Given, created_at: string) {
  const [kept] = await db
    .insert(views)
    .values({ id: v7(), user_id, list, name, filters, created_at })
    .onConflictDoUpdate({ target: [views.user_id, views.list, views.name], set: { filters } })
    .returning(SHOWN)
  return kept as NonNullable<typeof kept>
}

export async function removeView(db: Db, user_id: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(views)
    .where(and(eq(views.user_id, user_id), eq(views.id, id)))
    .returning({ id: views.id })
  return removed.length > 0
}
