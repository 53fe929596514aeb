import { MailKind } from 'contract'
import { and, asc, eq, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { isUrgent, mails } from '../db/mails.table.ts'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { deleteInSlices } from '../db/slices.ts'

export type WaitingMail = NonNullable<Awaited<ReturnType<typeof lockDue>>>

/** A kind of a newer version waits for a server that knows it. */
const waits = and(isNull(mails.ended_at), inArray(mails.kind, MailKind.options))

/** Urgent mails first. Locks the row, so that another server takes the next one. */
export const lockDue = async (tx: Db, moment: string) =>
  (await lockOldest(tx, moment, isUrgent(mails.kind))) ?? (await lockOldest(tx, moment))

async function lockOldest(tx: Db, moment: string, which?: SQL) {
  const [found] = await tx
    .select()
    .from(mails)
    .where(and(waits, lte(mails.due_at, moment), which))
    .orderBy(asc(mails.due_at), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return found
}

/** When the first of the waiting mails is due. */
export async function findNextDue(db: Db): Promise<string | undefined> {
  const [first] = await db.select({ due_at: mails.due_at }).from(mails).where(waits).orderBy(asc(mails.due_at)).limit(1)
  return first?.due_at
}

export async function findRecipient(db: Db, { user_id, company_id }: Pick<WaitingMail, 'user_id' | 'company_id'>) {
  const membership = sql`select 1 from ${userCompanies}
    where ${userCompanies.user_id} = ${users.id} and ${userCompanies.company_id} = ${company_id}`
  const [found] = await db
    .select({
      email: users.email,
      full_name: users.full_name,
      language: users.language,
      muted_mails: users.muted_mails,
      approved: users.approved,
      belongs: company_id === null ? sql<boolean>`true` : sql<boolean>`exists (${membership})`,
    })
    .from(users)
    .where(eq(users.id, user_id))
  return found
}

export async function endMail(tx: Db, id: string, ending: NonNullable<WaitingMail['ending']>, ended_at: string): Promise<void> {
  await tx.update(mails).set({ ending, ended_at, facts: null }).where(eq(mails.id, id))
}

export async function postpone(tx: Db, id: string, due_at: string): Promise<void> {
  await tx
    .update(mails)
    .set({ due_at, tries: sql`${mails.tries} + 1` })
    .where(eq(mails.id, id))
}

export const removeEndedBefore = (db: Db, moment: string): Promise<number> =>
  deleteInSlices(db, mails, mails.ended_at, lt(mails.ended_at, moment))
