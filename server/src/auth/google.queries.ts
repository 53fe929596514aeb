import { MINUTE_MS, type User } from 'contract'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { knownDevices, oneTimeTokens, signIns } from '../db/sessions.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { hashOf, newToken } from '../http/session.ts'
import { readsUntil } from '../visibility/employees.ts'
import type { Identity, SignInSecrets } from './google.ts'
import { lockApproved } from './queries.ts'
import { endSessions } from './sessions.ts'

/** For the person at the provider. */
export const SIGN_IN_MINUTES = 10
/** For the browser to take the session over (A5). */
const EXCHANGE_TTL_MS = MINUTE_MS

const before = (moment: Date, ms: number): string => new Date(moment.getTime() - ms).toISOString()

/** Binds state and session_id to one browser: the database keeps the hash of token and browser together. */
const boundTo = (token: string, browser: string): string => hashOf(`${token}.${browser}`)

export async function insertSignIn(db: Db, { state, ...secrets }: SignInSecrets, browser: string, redirect: string, moment: Date) {
  await db.insert(signIns).values({ state_hash: boundTo(state, browser), ...secrets, redirect, created_at: moment.toISOString() })
}

/** Answers the sign-in that this browser began with that state, once and before it expires. */
export async function takeSignIn(db: Db, state: string, browser: string, moment: Date) {
  const [taken] = await db
    .delete(signIns)
    .where(and(eq(signIns.state_hash, boundTo(state, browser)), gt(signIns.created_at, before(moment, SIGN_IN_MINUTES * MINUTE_MS))))
    .returning()
  return taken && { ...taken, state }
}

const accountColumns = {
  id: users.id,
  approved: users.approved,
  reads_until: readsUntil,
  email_verified_at: users.email_verified_at,
  oidc_issuer: users.oidc_issuer,
  oidc_subject: users.oidc_subject,
  has_password: sql<boolean>`${users.password_hash} is not null`,
}
type SignInAccount = Awaited<ReturnType<typeof lockAccount>>

/** Locks the linked account of an identity, else the account of its verified e-mail. */
export async function lockAccount(tx: Db, { issuer, subject, email }: Identity) {
  const [linked] = await tx
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.oidc_issuer, issuer), eq(users.oidc_subject, subject)))
    .for('update')
  if (linked || email === undefined) return linked
  const [named] = await tx.select(accountColumns).from(users).where(sql`lower(${users.email}) = lower(${email})`).for('update')
  return named
}

/** Links an account (A5). If its e-mail was never confirmed, a stranger may have registered it: password, sessions and devices end. */
export async function linkAccount(
  tx: Db,
  account: NonNullable<SignInAccount>,
  { issuer, subject }: Identity,
  moment: Date,
): Promise<boolean> {
  const link = { oidc_issuer: issuer, oidc_subject: subject }
  if (account.email_verified_at !== null) {
    await tx.update(users).set(link).where(eq(users.id, account.id))
    return false
  }
  await tx
    .update(users)
    .set({ ...link, password_hash: null, email_verified_at: moment.toISOString() })
    .where(eq(users.id, account.id))
  await endSessions(tx, account.id)
  await tx.delete(knownDevices).where(eq(knownDevices.user_id, account.id))
  return account.has_password
}

export async function insertExchange(db: Db, user_id: string, browser: string, moment: Date): Promise<string> {
  const session_id = newToken()
  await db.insert(oneTimeTokens).values({
    token_hash: boundTo(session_id, browser),
    user_id,
    purpose: 'session',
    created_at: moment.toISOString(),
    expires_at: new Date(moment.getTime() + EXCHANGE_TTL_MS).toISOString(),
  })
  return session_id
}

/** Uses the token up and locks its approved user; undefined the second time. */
export async function takeExchange(tx: Db, session_id: string, browser: string, moment: Date): Promise<User | undefined> {
  const [taken] = await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.token_hash, boundTo(session_id, browser)),
        eq(oneTimeTokens.purpose, 'session'),
        gt(oneTimeTokens.expires_at, moment.toISOString()),
      ),
    )
    .returning({ user_id: oneTimeTokens.user_id })
  if (!taken) return undefined
  return lockApproved(tx, taken.user_id)
}

/** Removes abandoned sign-ins; sweepTokens removes sessions that were not taken over. */
export const sweepSignIns = (db: Db, moment: Date): Promise<number> =>
  deleteInSlices(db, signIns, signIns.created_at, lt(signIns.created_at, before(moment, SIGN_IN_MINUTES * MINUTE_MS)))
