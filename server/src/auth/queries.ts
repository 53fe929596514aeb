import type { Registration } from 'contract'
import { searchable, type User } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { readsUntil } from '../visibility/employees.ts'
import { revokeTokens } from './oneTimeTokens.ts'
import { endSessions, userColumns } from './sessions.ts'

export interface Account {
  id: string
  password_hash: string | null
  approved: boolean
  reads_until: string | null
}

/** Ignores case. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [found] = await db
    .select({ id: users.id, password_hash: users.password_hash, approved: users.approved, reads_until: readsUntil })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
  return found
}

/** Locks the user; undefined if deleted, un-approved or given another password meanwhile. */
export async function lockUnchanged(db: Db, { id, password_hash }: Account): Promise<User | undefined> {
  const [found] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), eq(users.approved, true), eq(users.password_hash, password_hash ?? '')))
    .for('share')
  return found
}

export async function lockApproved(tx: Db, id: string): Promise<User | undefined> {
  const [found] = await tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), eq(users.approved, true)))
    .for('share')
  return found
}

export async function lockAccount(tx: Db, id: string): Promise<{ id: string } | undefined> {
  const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
  return found
}

/** Sets a password by a link, which confirms the e-mail too if it was mailed. */
export async function setPassword(
  tx: Db,
  id: string,
  { password_hash, confirmed_at }: { password_hash: string; confirmed_at?: string },
): Promise<void> {
  await tx
    .update(users)
    .set({ password_hash, ...(confirmed_at && { email_verified_at: firstConfirmed(confirmed_at) }) })
    .where(eq(users.id, id))
}

export async function confirmEmail(tx: Db, id: string, at: string): Promise<void> {
  await tx
    .update(users)
    .set({ email_verified_at: firstConfirmed(at) })
    .where(eq(users.id, id))
}

const firstConfirmed = (at: string) => sql`coalesce(${users.email_verified_at}, ${at}::timestamptz)`

/** False if the password has changed meanwhile. */
export async function exchangePassword(tx: Db, { id, password_hash: old }: Account, password_hash: string): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ password_hash })
    .where(and(eq(users.id, id), eq(users.password_hash, old ?? '')))
    .returning({ id: users.id })
  return changed.length > 0
}

/** A company and its first administrator, who waits for approval (A2). Run it in a transaction. */
export async function insertRegistration(db: Db, given: z.output<typeof Registration>, password_hash: string, moment: Date) {
  const created_at = moment.toISOString()
  const [company] = await db
    .insert(companies)
    .values({
      id: v7(),
      name: given.company_name,
      trade_license: given.trade_license,
      contact_person: given.contact_person,
      email: given.company_email,
      phone: given.company_phone,
      category: given.company_category,
      search_text: searchable(given.company_name),
      created_at,
    })
    .returning()
  if (!company) throw new Error('a company was not inserted')
  const user = await insertUser(db, {
    full_name: given.user_full_name,
    email: given.user_email,
    password_hash,
    role: 'company_admin',
    approved: false,
    company_id: company.id,
    active_company_id: company.id,
    created_at,
  })
  await db.insert(userCompanies).values({ user_id: user.id, company_id: company.id })
  return { user: { ...user, company_ids: [company.id] }, company }
}

async function insertUser(db: Db, user: Omit<typeof users.$inferInsert, 'id'>): Promise<User> {
  const [made] = await db
    .insert(users)
    .values({ id: v7(), ...user })
    .returning(userColumns)
  if (!made) throw new Error('a user was not inserted')
  return made
}

/** An approved administrator. The operator gave the e-mail, so it counts as confirmed. */
export const insertAdmin = (db: Db, admin: { full_name: string; email: string; password_hash: string }, moment: Date): Promise<User> =>
  insertUser(db, { ...admin, role: 'admin', approved: true, email_verified_at: moment.toISOString(), created_at: moment.toISOString() })

/** An administrator whose account has not ended (A11). */
export async function findAdmin(db: Db, email: string) {
  const [found] = await db
    .select({ id: users.id, full_name: users.full_name })
    .from(users)
    .where(and(eq(users.role, 'admin'), users.approved, sql`lower(${users.email}) = lower(${email})`))
  return found
}

export async function isWithoutUsers(db: Db): Promise<boolean> {
  const [any] = await db.select({ id: users.id }).from(users).limit(1)
  return !any
}

export async function isWithoutAdmin(db: Db): Promise<boolean> {
  const [any] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  return !any
}

/** Also ends all sessions and links; false without such an account. */
export async function replacePassword(db: Db, email: string, password_hash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ password_hash })
      .where(sql`lower(${users.email}) = lower(${email})`)
      .returning({ id: users.id })
    if (!changed) return false
    await revokeTokens(tx, changed.id)
    await endSessions(tx, changed.id)
    return true
  })
}
