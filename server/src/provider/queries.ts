import type { BankDetails } from 'contract'
import { and, eq, isNotNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { providerSettings } from '../db/provider.table.ts'
import type { ProviderRow } from './provider.ts'

const isTheRow = eq(providerSettings.only, true)

/** Locks it, so that changes come one after the other. */
export async function lockProvider(tx: Db): Promise<ProviderRow> {
  await tx.insert(providerSettings).values({}).onConflictDoNothing()
  const [row] = await tx.select().from(providerSettings).where(isTheRow).for('update')
  if (!row) throw new Error('the row of the provider is gone')
  return row
}

export async function lockDue(tx: Db, moment: Date): Promise<ProviderRow | undefined> {
  const [row] = await tx.select().from(providerSettings).where(lte(providerSettings.waiting_until, moment.toISOString())).for('update')
  return row
}

export async function saveProvider(tx: Db, values: Partial<ProviderRow>): Promise<void> {
  await tx.update(providerSettings).set(values).where(isTheRow)
}

export const NOTHING_WAITS = { waiting_id: null, waiting_bank: null, waiting_by: null, waiting_since: null, waiting_until: null }

export const bringIntoForce = (tx: Db, bank: BankDetails, bank_changed_at: string) =>
  saveProvider(tx, { ...NOTHING_WAITS, bank, bank_changed_at })

export async function findWithAsker(db: Db): Promise<{ row: ProviderRow; asked_by: string | null } | undefined> {
  const [found] = await db
    .select({ row: providerSettings, asked_by: users.full_name })
    .from(providerSettings)
    .leftJoin(users, eq(users.id, providerSettings.waiting_by))
    .where(isTheRow)
  return found
}

/** Whether another administrator can sign in, and so confirm what this one asks for. A literal, so that the partial index fits. */
export async function hasOtherAdmin(tx: Db, id: string): Promise<boolean> {
  const canSignIn = and(eq(users.approved, true), or(isNotNull(users.password_hash), isNotNull(users.oidc_subject)))
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.role} = 'admin'`, canSignIn, ne(users.id, id)))
    .limit(1)
  return other !== undefined
}
