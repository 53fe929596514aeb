import { DAY_MS } from 'contract'
import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { knownDevices } from '../db/sessions.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { hashOf, newToken } from '../http/session.ts'

/** Browsers keep a cookie for 400 days at most. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60

/** Remembers a device (A10) and answers its cookie's token. A token that is new to the user is replaced, because it may be planted. */
export async function rememberDevice(
  db: Db,
  userId: string,
  presented: string | undefined,
  moment: Date,
): Promise<{ token: string; is_new: boolean }> {
  const created_at = moment.toISOString()
  const old = hashOf(presented ?? '')
  const renewed = await db
    .update(knownDevices)
    .set({ created_at })
    .where(and(eq(knownDevices.token_hash, old), eq(knownDevices.user_id, userId)))
    .returning({ user_id: knownDevices.user_id })
  if (presented && renewed.length > 0) return { token: presented, is_new: false }
  const others = await db.$count(knownDevices, eq(knownDevices.user_id, userId))
  const token = newToken()
  // Other users of the device stay known.
  await db
    .update(knownDevices)
    .set({ token_hash: hashOf(token) })
    .where(eq(knownDevices.token_hash, old))
  await db.insert(knownDevices).values({ token_hash: hashOf(token), user_id: userId, created_at })
  return { token, is_new: others > 0 }
}

export function sweepDevices(db: Db, moment: Date): Promise<number> {
  const { created_at } = knownDevices
  return deleteInSlices(db, knownDevices, created_at, lt(created_at, new Date(moment.getTime() - 400 * DAY_MS).toISOString()))
}
