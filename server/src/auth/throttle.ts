import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../db/open.ts'
import { users } from '../db/schema.ts'
import { knownDevices, loginFailures } from '../db/sessions.table.ts'
import { refuse } from '../http/errors.ts'
import { hashOf } from '../http/session.ts'
import { networkOf } from './network.ts'

const MINUTE_MS = 60_000
const WINDOW_MS = 5 * MINUTE_MS
const MOST_PER_ACCOUNT = 10
const MOST_PER_ADDRESS = 100
const DAY_MS = 24 * 60 * MINUTE_MS
/** Wrong codes of a second step: at ten in five minutes one of a million would be guessed within months. */
const MOST_CODES_A_DAY = 30
/** A try whose outcome never came, because the server was killed, takes a place no longer than this. */
const UNDECIDED_MS = 30_000
const PATIENCE_MS = 10_000

export interface LoginTry {
  email: string
  address: string
  /** The token of the device's cookie, known or not. */
  device: string | undefined
  /** The user whose code it is, where it is one. */
  code_of?: string | undefined
}

export interface AdmittedTry {
  /** The password was wrong: counts from now on. */
  failed(): Promise<void>
  /** The password was right: counts for nothing. */
  passed(): Promise<void>
}

interface Limit {
  subject: string
  most: number
  /** How long a failure counts; absent: WINDOW_MS. */
  window_ms?: number
}

/**
 * Lets a login be tried, or refuses 429 (A10). A place is taken before the password is looked at, so that tries made at once cannot
 * pass the limit together; while undecided ones hold the last places, a try waits for their outcome.
 */
export async function admitTry(db: Db, attempt: LoginTry, now: () => Date): Promise<AdmittedTry> {
  const limits = await limitsFor(db, attempt)
  const impatient = performance.now() + PATIENCE_MS
  for (;;) {
    const place = await takePlace(db, limits, now())
    if ('ids' in place) return decideLater(db, place.ids)
    const wait = place.full_until && place.full_until - now().getTime()
    if (wait !== undefined || performance.now() > impatient) refuseFor(wait ?? MINUTE_MS)
    await sleep(20 + Math.random() * 20)
  }
}

/** Counts a request for a mail, unless as many came for the same e-mail or from the same address of late: then it answers false (T3). */
export async function countRequest(
  db: Db,
  { email, address }: Pick<LoginTry, 'email' | 'address'>,
  most: { email: number; address: number },
  moment: Date,
): Promise<boolean> {
  const limits = [
    { subject: hashOf(`forgot-email:${email.toLowerCase()}`), most: most.email },
    { subject: hashOf(`forgot-address:${networkOf(address)}`), most: most.address },
  ]
  const place = await takePlace(db, limits, moment)
  if (!('ids' in place)) return false
  await decideLater(db, place.ids).failed()
  return true
}

/** A device known for this user is counted apart, so that others cannot lock its owner out (T10). */
async function limitsFor(db: Db, { email, address, device, code_of }: LoginTry): Promise<Limit[]> {
  const typed = email.toLowerCase()
  const token_hash = hashOf(device ?? '')
  const [known] = await db
    .select({ token_hash: knownDevices.token_hash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.user_id))
    .where(and(eq(knownDevices.token_hash, token_hash), sql`lower(${users.email}) = lower(${email})`))
  const codes = (whose: string): Limit[] =>
    code_of ? [{ subject: OF_A_DAY + hashOf(`codes:${code_of}${whose}`), most: MOST_CODES_A_DAY, window_ms: DAY_MS }] : []
  if (known) return [{ subject: hashOf(`device:${token_hash}:${typed}`), most: MOST_PER_ACCOUNT }, ...codes(token_hash)]
  return [
    { subject: hashOf(`email:${typed}`), most: MOST_PER_ACCOUNT },
    { subject: hashOf(`address:${networkOf(address)}`), most: MOST_PER_ADDRESS },
    ...codes(''),
  ]
}

/** How a subject begins whose failures count for a day. */
const OF_A_DAY = 'day:'
const undecided = (subject: string): string => `?${subject}`

/** Takes one place of each limit; or tells until when decided failures hold them all, undefined if undecided tries do. */
async function takePlace(db: Db, limits: Limit[], moment: Date): Promise<{ ids: string[] } | { full_until: number | undefined }> {
  return db.transaction(async (tx) => {
    for (const subject of limits.map((limit) => limit.subject).sort()) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`)
    }
    const failures = await tx
      .select({ subject: loginFailures.subject, failed_at: loginFailures.failed_at })
      .from(loginFailures)
      .where(
        and(
          inArray(
            loginFailures.subject,
            limits.flatMap(({ subject }) => [subject, undecided(subject)]),
          ),
          counting(moment, Math.max(...limits.map(({ window_ms = WINDOW_MS }) => window_ms))),
        ),
      )
    const timesOf = (wanted: string) => failures.filter((each) => each.subject === wanted).map((each) => Date.parse(each.failed_at))
    const judged = limits.map(({ subject, most, window_ms = WINDOW_MS }) => {
      const counts = (at: number) => Math.abs(moment.getTime() - at) < window_ms
      const decided = timesOf(subject)
        .filter(counts)
        .sort((a, b) => b - a)
      const open = timesOf(undecided(subject)).filter((at) => at > moment.getTime() - UNDECIDED_MS)
      const last = decided[most - 1]
      return { freed_at: last === undefined ? undefined : last + window_ms, busy: decided.length + open.length >= most }
    })
    const freed = judged.flatMap(({ freed_at }) => freed_at ?? [])
    if (freed.length > 0) return { full_until: Math.max(...freed) }
    if (judged.some(({ busy }) => busy)) return { full_until: undefined }
    const rows = limits.map(({ subject }) => ({ id: v7(), subject: undecided(subject), failed_at: moment.toISOString() }))
    await tx.insert(loginFailures).values(rows)
    return { ids: rows.map(({ id }) => id) }
  })
}

function decideLater(db: Db, ids: string[]): AdmittedTry {
  const mine = inArray(loginFailures.id, ids)
  return {
    async failed() {
      await db
        .update(loginFailures)
        .set({ subject: sql`substr(${loginFailures.subject}, 2)` })
        .where(mine)
    },
    async passed() {
      await db.delete(loginFailures).where(mine)
    },
  }
}

function refuseFor(ms: number): never {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  refuse(429, `Too many failed attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) },
  })
}

/** Those of the window; ones ahead of it are from before the clock was set back, and would lock an account until it is there again (T54). */
function counting(moment: Date, window_ms: number): SQL | undefined {
  const at = (ms: number) => new Date(moment.getTime() + ms).toISOString()
  return and(gt(loginFailures.failed_at, at(-window_ms)), lt(loginFailures.failed_at, at(window_ms)))
}

/** Removes what no longer counts. */
export async function sweepFailures(db: Db, moment: Date): Promise<void> {
  const isOfADay = sql`ltrim(${loginFailures.subject}, '?') like ${`${OF_A_DAY}%`}`
  await db
    .delete(loginFailures)
    .where(sql`not (case when ${isOfADay} then ${counting(moment, DAY_MS)} else ${counting(moment, WINDOW_MS)} end)`)
}
