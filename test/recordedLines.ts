import type { Call } from 'contract'
import { gt, max } from 'drizzle-orm'
import { history } from '../server/src/db/history.table.ts'
import { accesses } from '../server/src/db/journal.table.ts'
import { PROVIDER_ID } from '../server/src/db/provider.table.ts'
import { personOfClock } from './callRecords.ts'
import type { Portal } from './portal.ts'

export interface Recorded {
  accesses: (typeof accesses.$inferSelect)[]
  changes: (typeof history.$inferSelect)[]
}

/** Runs an action; answers the new lines of access journal and history. */
export async function recordedBy<Answer>(portal: Portal, act: () => Promise<Answer>): Promise<{ answer: Answer; recorded: Recorded }> {
  const { db, journal } = portal
  await journal.flush()
  const [seen] = await db.select({ seq: max(accesses.seq) }).from(accesses)
  const [written] = await db.select({ seq: max(history.seq) }).from(history)
  const answer = await act()
  await journal.flush()
  const recorded = {
    accesses: await db
      .select()
      .from(accesses)
      .where(gt(accesses.seq, seen?.seq ?? 0)),
    changes: await db
      .select()
      .from(history)
      .where(gt(history.seq, written?.seq ?? 0)),
  }
  return { answer, recorded }
}

/** The record that a success shows: none for a list, the application for a stage, the company of an import, the only one of the settings. */
export function recordOf({ path, journal }: Call, reply: unknown, id: string): string | null {
  if (path.startsWith('/imports/') || path === '/imports') return (reply as { company_id?: string }).company_id ?? null
  if (path.startsWith('/deadlines/{id}')) return personOfClock.get(id) ?? null
  if (journal === 'settings' && path.startsWith('/settings')) return PROVIDER_ID
  const {
    user,
    application_id,
    id: shown,
  } = (Array.isArray(reply) ? {} : (reply ?? {})) as Record<string, unknown> & { user?: { id: string } }
  return ((user?.id ?? application_id ?? shown) as string | undefined) ?? (path.includes('{id}') ? id : null)
}
