import { RECOVERY_CODES, SECOND_STEP_MINUTES } from 'contract'
import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { oneTimeTokens, recoveryCodes, twoSteps } from '../db/sessions.table.ts'
import { hashOf, newToken } from '../http/session.ts'
import { hashOfRecoveryCode, newRecoveryCode } from './recoveryCodes.ts'
import { digitsOf, timeStepOf } from './totp.ts'

const PENDING_TTL_MS = SECOND_STEP_MINUTES * 60_000

/** Binds an encrypted secret to its user. */
export const secretContext = (user_id: string): string => `two-step ${user_id}`

export async function findOn(db: Db, user_id: string): Promise<{ on_since: string; recovery_codes_left: number } | undefined> {
  const [found] = await db
    .select({ on_since: twoSteps.on_since, recovery_codes_left: count(recoveryCodes.code_hash) })
    .from(twoSteps)
    .leftJoin(recoveryCodes, eq(recoveryCodes.user_id, twoSteps.user_id))
    .where(and(eq(twoSteps.user_id, user_id), isNotNull(twoSteps.on_since)))
    .groupBy(twoSteps.user_id)
  return found && { ...found, on_since: found.on_since ?? '' }
}

/** Keeps a secret until a code confirms it, and replaces an unconfirmed one; false if two-step sign-in is already on. */
export async function keepSecret(db: Db, user_id: string, sealed_secret: Buffer, moment: Date): Promise<boolean> {
  const begun = { sealed_secret, begun_at: moment.toISOString() }
  const kept = await db
    .insert(twoSteps)
    .values({ user_id, ...begun })
    .onConflictDoUpdate({ target: twoSteps.user_id, set: begun, setWhere: isNull(twoSteps.on_since) })
    .returning({ user_id: twoSteps.user_id })
  return kept.length > 0
}

export async function findBegun(db: Db, user_id: string, moment: Date): Promise<Buffer | undefined> {
  const since = new Date(moment.getTime() - PENDING_TTL_MS).toISOString()
  const [found] = await db
    .select({ sealed_secret: twoSteps.sealed_secret })
    .from(twoSteps)
    .where(and(eq(twoSteps.user_id, user_id), isNull(twoSteps.on_since), gt(twoSteps.begun_at, since)))
  return found?.sealed_secret
}

export async function switchOn(tx: Db, user_id: string, last_step: number, on_since: string): Promise<void> {
  await tx.update(twoSteps).set({ on_since, last_step }).where(eq(twoSteps.user_id, user_id))
}

export async function switchOff(tx: Db, user_id: string): Promise<boolean> {
  const ended = await tx
    .delete(twoSteps)
    .where(and(eq(twoSteps.user_id, user_id), isNotNull(twoSteps.on_since)))
    .returning({ user_id: twoSteps.user_id })
  return ended.length > 0
}

/** Replaces all earlier codes. */
export async function replaceRecoveryCodes(tx: Db, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user_id))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ user_id, code_hash: hashOfRecoveryCode(user_id, code) })))
  return codes
}

/** Uses a code up. Of two at once, one is taken. App codes older than the last taken one are refused. */
export async function takeCode(
  tx: Db,
  user_id: string,
  typed: string,
  { decrypt, moment }: { decrypt: (encrypted: Buffer) => Buffer; moment: Date },
): Promise<'app' | 'recovery' | undefined> {
  const digits = digitsOf(typed)
  if (digits === undefined) return (await takeRecoveryCode(tx, user_id, typed)) ? 'recovery' : undefined
  const [found] = await tx
    .select({ sealed_secret: twoSteps.sealed_secret })
    .from(twoSteps)
    .where(and(eq(twoSteps.user_id, user_id), isNotNull(twoSteps.on_since)))
  const step = found && timeStepOf(decrypt(found.sealed_secret), digits, moment)
  if (step === undefined) return undefined
  const used = await tx
    .update(twoSteps)
    .set({ last_step: step })
    .where(and(eq(twoSteps.user_id, user_id), lt(twoSteps.last_step, step)))
    .returning({ user_id: twoSteps.user_id })
  return used.length > 0 ? 'app' : undefined
}

async function takeRecoveryCode(tx: Db, user_id: string, typed: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, user_id), eq(recoveryCodes.code_hash, hashOfRecoveryCode(user_id, typed))))
    .returning({ user_id: recoveryCodes.user_id })
  return used.length > 0
}

/** The token goes only into a cookie of the browser that began the sign-in. */
export async function insertPendingSignIn(tx: Db, user_id: string, moment: Date): Promise<string> {
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    token_hash: hashOf(token),
    user_id,
    purpose: 'second_step',
    created_at: moment.toISOString(),
    expires_at: new Date(moment.getTime() + PENDING_TTL_MS).toISOString(),
  })
  return token
}

const pending = (token: string, moment: Date) =>
  and(
    eq(oneTimeTokens.token_hash, hashOf(token)),
    eq(oneTimeTokens.purpose, 'second_step'),
    gt(oneTimeTokens.expires_at, moment.toISOString()),
  )

export async function findPendingSignIn(db: Db, token: string, moment: Date): Promise<{ id: string; email: string } | undefined> {
  const [found] = await db
    .select({ id: users.id, email: users.email })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.user_id))
    .where(pending(token, moment))
  return found
}

/** True for only one of two at once. */
export async function takePendingSignIn(tx: Db, token: string, moment: Date): Promise<boolean> {
  const taken = await tx.delete(oneTimeTokens).where(pending(token, moment)).returning({ user_id: oneTimeTokens.user_id })
  return taken.length > 0
}

/** For a query of users. */
export const hasTwoStep = sql<boolean>`exists(select from ${twoSteps} where ${twoSteps.user_id} = ${users}.id and ${twoSteps.on_since} is not null)`
