import type { Call } from 'contract'
import { gt, max } from 'drizzle-orm'
import { history } from '../server/src/db/history.table.ts'
import { accesses } from '../server/src/db/journal.table.ts'
import type { Portal } from './portal.ts'

export interface Kept {
  accesses: (typeof accesses.$inferSelect)[]
  changes: (typeof history.$inferSelect)[]
}

/** Runs an action; answers the new lines of access journal and history. */
export async function keptOf<Answer>(portal: Portal, act: () => Promise<Answer>): Promise<{ answer: Answer; kept: Kept }> {
  const { db, journal } = portal
  await journal.flush()
  const [seen] = await db.select({ seq: max(accesses.seq) }).from(accesses)
  const [told] = await db.select({ seq: max(history.seq) }).from(history)
  const answer = await act()
  await journal.flush()
  const kept = {
    accesses: await db
      .select()
      .from(accesses)
      .where(gt(accesses.seq, seen?.seq ?? 0)),
    changes: await db
      .select()
      .from(history)
      .where(gt(history.seq, told?.seq ?? 0)),
  }
  return { answer, kept }
}

/** The record that a success shows: none for a list, the application for a stage. */
export function recordOf({ path }: Call, reply: unknown, id: string): string | null {
  const {
    user,
    application_id,
    id: shown,
  } = (Array.isArray(reply) ? {} : (reply ?? {})) as Record<string, unknown> & { user?: { id: string } }
  return ((user?.id ?? application_id ?? shown) as string | undefined) ?? (path.includes('{id}') ? id : null)
}
