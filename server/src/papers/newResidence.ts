import { and, eq, isNull } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'

interface Completed {
  application_id: string
  person_id: string
  expiry_date: string | null
}

const heldResidence = (person_id: string) => and(eq(papers.person_id, person_id), eq(papers.kind, 'residence'), eq(papers.state, 'held'))

/**
 * Before the employee record has the date of a completed case: the residence of before stays as renewed, and a new one takes its place (E1). Where the
 * case has one already, or the register none yet, the trigger of the record writes what is to be written.
 */
export async function beginResidence(tx: Db, { application_id, person_id, expiry_date }: Completed, at: string): Promise<void> {
  if (!expiry_date || (await isInRegister(tx, application_id))) return
  const [held] = await tx.select().from(papers).where(heldResidence(person_id))
  if (!held || held.expires_on === null || held.expires_on === expiry_date) return
  await tx.update(papers).set({ state: 'renewed', updated_at: at }).where(eq(papers.id, held.id))
  // The number follows with those of the record.
  const { company_id, number } = held
  const row = { id: v7(), company_id, person_id, kind: 'residence' as const, number, expires_on: expiry_date, application_id }
  await tx.insert(papers).values({ ...row, state: 'held', renews_id: held.id, created_at: at, updated_at: at })
}

/** Once the record has the date: the residence names its case. */
export async function nameCase(tx: Db, { application_id, person_id, expiry_date }: Completed): Promise<void> {
  if (!expiry_date || (await isInRegister(tx, application_id))) return
  await tx
    .update(papers)
    .set({ application_id })
    .where(and(heldResidence(person_id), eq(papers.expires_on, expiry_date), isNull(papers.application_id)))
}

async function isInRegister(tx: Db, application_id: string): Promise<boolean> {
  const [found] = await tx.select({ id: papers.id }).from(papers).where(eq(papers.application_id, application_id))
  return found !== undefined
}
