import { INVITATION_HOURS, RESET_MINUTES, type Role } from 'contract'
import { and, count, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { users } from '../db/schema.ts'
import { oneTimeLinks } from '../db/sessions.table.ts'
import { hashOf, newToken } from '../http/session.ts'

const MINUTE_MS = 60_000
/** How long a link to a new password works (A6, A7). */
const LIFE_MS = { reset: RESET_MINUTES * MINUTE_MS, invitation: INVITATION_HOURS * 60 * MINUTE_MS }
type Purpose = keyof typeof LIFE_MS
const PURPOSES: Purpose[] = ['invitation', 'reset']

/** Makes a link that sets a password once, and answers its address. The token stands in the fragment, which no server log sees. */
export async function insertLink(
  tx: Db,
  { user_id, purpose, public_url, moment }: { user_id: string; purpose: Purpose; public_url: string; moment: Date },
): Promise<string> {
  const token = newToken()
  await tx.insert(oneTimeLinks).values({
    token_hash: hashOf(token),
    user_id,
    purpose,
    created_at: moment.toISOString(),
    expires_at: new Date(moment.getTime() + LIFE_MS[purpose]).toISOString(),
  })
  return `${public_url}/set-password#token=${token}`
}

const working = (token: string, moment: Date) =>
  and(
    eq(oneTimeLinks.token_hash, hashOf(token)),
    inArray(oneTimeLinks.purpose, PURPOSES),
    gt(oneTimeLinks.expires_at, moment.toISOString()),
  )

/** Whose password a link sets; undefined when it is unknown, used or expired. */
export async function findLinkOwner(db: Db, token: string, moment: Date): Promise<{ id: string; role: Role } | undefined> {
  const [found] = await db
    .select({ id: users.id, role: users.role })
    .from(oneTimeLinks)
    .innerJoin(users, eq(users.id, oneTimeLinks.user_id))
    .where(working(token, moment))
  return found
}

/** Uses a link up: of two at once, one finds it. */
export async function takeLink(tx: Db, token: string, moment: Date): Promise<boolean> {
  const taken = await tx.delete(oneTimeLinks).where(working(token, moment)).returning({ user_id: oneTimeLinks.user_id })
  return taken.length > 0
}

/** Ends the user's links to a new password, all or those of one purpose. */
export async function endLinks(tx: Db, userId: string, purposes: readonly Purpose[] = PURPOSES): Promise<void> {
  await tx.delete(oneTimeLinks).where(and(eq(oneTimeLinks.user_id, userId), inArray(oneTimeLinks.purpose, purposes)))
}

/** How many links for a forgotten password still work. */
export async function countResets(db: Db, userId: string, moment: Date): Promise<number> {
  const [found] = await db
    .select({ rows: count() })
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.user_id, userId), eq(oneTimeLinks.purpose, 'reset'), gt(oneTimeLinks.expires_at, moment.toISOString())))
  return found?.rows ?? 0
}

/** Removes links that can no longer be used. */
export async function sweepLinks(db: Db, moment: Date): Promise<void> {
  await db.delete(oneTimeLinks).where(lte(oneTimeLinks.expires_at, moment.toISOString()))
}
