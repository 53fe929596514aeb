import { CONFIRMATION_HOURS, HOUR_MS, INVITATION_HOURS, MINUTE_MS, RESET_MINUTES } from 'contract'
import { and, count, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { oneTimeTokens } from '../db/sessions.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { hashOf, newToken } from '../http/session.ts'

const LINKS = {
  reset: { life_ms: RESET_MINUTES * MINUTE_MS, path: '/set-password' },
  invitation: { life_ms: INVITATION_HOURS * HOUR_MS, path: '/set-password' },
  confirm: { life_ms: CONFIRMATION_HOURS * HOUR_MS, path: '/confirm-email' },
}
type Purpose = keyof typeof LINKS
export const LINK_PURPOSES = Object.keys(LINKS) as Purpose[]
export const TO_A_PASSWORD: Purpose[] = ['invitation', 'reset']

interface NewLink {
  user_id: string
  purpose: Purpose
  public_url: string
  moment: Date
  /** Handed over by an administrator, not mailed: using it does not prove the mailbox. */
  copied?: boolean
}

/** Answers the address of a one-time link. The token is in the fragment, which no server log sees. */
export async function insertLink(tx: Db, { user_id, purpose, public_url, moment, copied = false }: NewLink): Promise<string> {
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    token_hash: hashOf(token),
    user_id,
    purpose,
    created_at: moment.toISOString(),
    expires_at: new Date(moment.getTime() + LINKS[purpose].life_ms).toISOString(),
    copied,
  })
  return `${public_url}${LINKS[purpose].path}#token=${token}`
}

const working = (token: string, purposes: Purpose[], moment: Date) =>
  and(
    eq(oneTimeTokens.token_hash, hashOf(token)),
    inArray(oneTimeTokens.purpose, purposes),
    gt(oneTimeTokens.expires_at, moment.toISOString()),
  )

/** Undefined when the link is unknown, used or expired. */
export async function findTokenOwner(db: Db, token: string, purposes: Purpose[], moment: Date) {
  const [found] = await db
    .select({ id: users.id, role: users.role, purpose: oneTimeTokens.purpose, copied: oneTimeTokens.copied })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.user_id))
    .where(working(token, purposes, moment))
  return found
}

/** Uses the link up; only one of two requests at once gets true. */
export async function takeToken(tx: Db, token: string, purposes: Purpose[], moment: Date): Promise<boolean> {
  const taken = await tx
    .delete(oneTimeTokens)
    .where(working(token, purposes, moment))
    .returning({ user_id: oneTimeTokens.user_id })
  return taken.length > 0
}

export async function revokeTokens(tx: Db, userId: string, purposes: readonly Purpose[] = TO_A_PASSWORD): Promise<void> {
  await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.user_id, userId), inArray(oneTimeTokens.purpose, purposes)))
}

/** The links of an invitation that were handed over; the mailed one stays. */
export async function revokeCopies(tx: Db, userId: string): Promise<void> {
  await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.user_id, userId), oneTimeTokens.copied))
}

export async function countResets(db: Db, userId: string, moment: Date): Promise<number> {
  const [found] = await db
    .select({ rows: count() })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.user_id, userId), eq(oneTimeTokens.purpose, 'reset'), gt(oneTimeTokens.expires_at, moment.toISOString())))
  return found?.rows ?? 0
}

export const sweepTokens = (db: Db, moment: Date): Promise<number> =>
  deleteInSlices(db, oneTimeTokens, oneTimeTokens.expires_at, lte(oneTimeTokens.expires_at, moment.toISOString()))
