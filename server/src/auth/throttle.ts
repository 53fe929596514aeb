import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from 'contract'
import { and, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { knownDevices, loginFailures } from '../db/sessions.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { refuse } from '../http/errors.ts'
import { hashOf } from '../http/session.ts'
import { ipPrefixOf } from './ipPrefix.ts'

export const WINDOW_MS = 5 * MINUTE_MS
const MAX_PER_ACCOUNT = 10
const MAX_PER_ADDRESS = 100
/** Wrong codes of the second step. With ten in five minutes, one of a million would be guessed within months. */
const MAX_CODES_PER_DAY = 30
/** A try without an outcome, because the server was killed, counts no longer than this. */
const UNDECIDED_TTL_MS = 30_000
/** For a try that waits because undecided tries hold the last places. */
const WAIT_TIMEOUT_MS = 10_000

export interface LoginTry {
  email: string
  address: string
  /** The token of the device's cookie, known or not. */
  device: string | undefined
  code_of?: string | undefined
}

export interface AdmittedTry {
  failed(): Promise<void>
  passed(): Promise<void>
}

/** The limit of one subject, a SHA-256 that tells nothing of a person. */
export interface Limit {
  subject: string
  max: number
  /** Default: five minutes, or a day for a subject of `longSubject`. */
  window_ms?: number
}

/** Admits a try or refuses 429 (A10). It takes a place before the password check, so that parallel tries cannot pass the limit. */
export async function admitTry(db: Db, attempt: LoginTry, now: () => Date): Promise<AdmittedTry> {
  const limits = await limitsFor(db, attempt)
  const impatient = performance.now() + WAIT_TIMEOUT_MS
  for (;;) {
    const place = await takePlace(db, limits, now())
    if ('ids' in place) return decideLater(db, place.ids)
    const wait = place.full_until && place.full_until - now().getTime()
    if (wait !== undefined || performance.now() > impatient) refuseFor(wait ?? MINUTE_MS)
    await sleep(20 + Math.random() * 20)
  }
}

/** Counts one for each subject. If a limit is reached, counts nothing and answers the milliseconds to wait. */
export async function countOne(db: Db, limits: Limit[], moment: Date): Promise<number | undefined> {
  const place = await takePlace(db, limits, moment, (subject) => subject)
  return 'ids' in place ? undefined : (place.full_until ?? moment.getTime() + WINDOW_MS) - moment.getTime()
}

/** A known device of the user has its own count, so that others cannot lock the owner out (T10). */
async function limitsFor(db: Db, { email, address, device, code_of }: LoginTry): Promise<Limit[]> {
  const typed = email.toLowerCase()
  const token_hash = hashOf(device ?? '')
  const [known] = await db
    .select({ token_hash: knownDevices.token_hash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.user_id))
    .where(and(eq(knownDevices.token_hash, token_hash), sql`lower(${users.email}) = lower(${email})`))
  const codes = (whose: string): Limit[] =>
    code_of ? [{ subject: longSubject(`codes:${code_of}${whose}`), max: MAX_CODES_PER_DAY, window_ms: DAY_MS }] : []
  if (known) return [{ subject: hashOf(`device:${token_hash}:${typed}`), max: MAX_PER_ACCOUNT }, ...codes(token_hash)]
  return [
    { subject: hashOf(`email:${typed}`), max: MAX_PER_ACCOUNT },
    { subject: hashOf(`address:${ipPrefixOf(address)}`), max: MAX_PER_ADDRESS },
    ...codes(''),
  ]
}

const OF_A_DAY = 'day:'
/** For a window longer than five minutes, a day at most. */
export const longSubject = (what: string): string => OF_A_DAY + hashOf(what)
const undecided = (subject: string): string => `?${subject}`

/** Takes one place of each limit. Otherwise answers when a decided one ends, or undefined if undecided tries hold places. */
async function takePlace(
  db: Db,
  limits: Limit[],
  moment: Date,
  as = undecided,
): Promise<{ ids: string[] } | { full_until: number | undefined }> {
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
          withinWindow(moment, Math.max(...limits.map(({ window_ms = WINDOW_MS }) => window_ms))),
        ),
      )
    const timesOf = (wanted: string) => failures.filter((each) => each.subject === wanted).map((each) => Date.parse(each.failed_at))
    const judged = limits.map(({ subject, max, window_ms = WINDOW_MS }) => {
      const counts = (at: number) => Math.abs(moment.getTime() - at) < window_ms
      const decided = timesOf(subject)
        .filter(counts)
        .sort((a, b) => b - a)
      const open = timesOf(undecided(subject)).filter((at) => at > moment.getTime() - UNDECIDED_TTL_MS)
      const last = decided[max - 1]
      return { freed_at: last === undefined ? undefined : last + window_ms, busy: decided.length + open.length >= max }
    })
    const freed = judged.flatMap(({ freed_at }) => freed_at ?? [])
    if (freed.length > 0) return { full_until: Math.max(...freed) }
    if (judged.some(({ busy }) => busy)) return { full_until: undefined }
    const rows = limits.map(({ subject }) => ({ id: v7(), subject: as(subject), failed_at: moment.toISOString() }))
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
  refuse(429, `Too many failed attempts. Please try again in ${inMinutes(ms)}.`, retryAfter(ms))
}

export function inMinutes(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

export const retryAfter = (ms: number) => ({ headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) } })

/** Times in the future are from before the clock was set back; they would lock the account until then (T54). */
function withinWindow(moment: Date, window_ms: number): SQL | undefined {
  const at = (ms: number) => new Date(moment.getTime() + ms).toISOString()
  return and(gt(loginFailures.failed_at, at(-window_ms)), lt(loginFailures.failed_at, at(window_ms)))
}

export async function sweepFailures(db: Db, moment: Date): Promise<number> {
  const { subject, failed_at } = loginFailures
  const isShort = sql`ltrim(${subject}, '?') not like ${`${OF_A_DAY}%`}`
  const at = (ms: number) => new Date(moment.getTime() + ms).toISOString()
  const outside = [lte(failed_at, at(-DAY_MS)), gte(failed_at, at(DAY_MS))]
  const outsideShort = [and(lte(failed_at, at(-WINDOW_MS)), isShort), and(gte(failed_at, at(WINDOW_MS)), isShort)]
  let removed = 0
  for (const which of [...outside, ...outsideShort]) removed += await deleteInSlices(db, loginFailures, failed_at, which)
  return removed
}
