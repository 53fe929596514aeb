import { DateOnly, documentUrl, HOUR_MS, Id, MINUTE_MS, type SessionTimes, Timestamp, User } from 'contract'
import { and, desc, eq, gt, inArray, lte, ne, type Placeholder, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { built } from '../db/built.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { rulesVersion } from '../db/rules.table.ts'
import { oneTimeTokens, sessions } from '../db/sessions.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { asJson } from '../db/written.ts'
import { type Guess, hashOf, newToken, readCookie, sessionHash, type Viewer } from '../http/session.ts'
import type { Settings } from '../settings.ts'
import { hasEnded, readsUntil } from '../visibility/employees.ts'
import type { LastViewers } from './lastViewers.ts'
import { hasTwoStep } from './twoStep.queries.ts'

type Sessions = Pick<Context, 'db' | 'settings' | 'now'> & { viewers: LastViewers }

const DEVICE_LENGTH = 300
/** How often the last use is written at most: seldom, but well within the idle time. */
const touchAfterMs = ({ session_idle_minutes }: Settings): number => Math.min(MINUTE_MS, (session_idle_minutes * MINUTE_MS) / 10)

/** The columns of a User; company_ids is empty for a user without companies. */
export const userColumns = {
  id: users.id,
  full_name: users.full_name,
  email: users.email,
  // Whole column names, because drizzle-orm 0.45.4 omits the table in queries of one table and documents have an id too.
  picture: sql<string | null>`(select ${sql.raw(`'${documentUrl('')}'`)} || p.id from ${documents} p where p.user_id = ${users}.id)`,
  role: users.role,
  approved: users.approved,
  company_id: users.company_id,
  active_company_id: users.active_company_id,
  company_ids: sql<
    string[]
  >`array(select ${userCompanies.company_id} from ${userCompanies} where ${userCompanies.user_id} = ${users.id} order by 1)`,
}

const ALIVE_SINCE = { seen_after: sql.placeholder('seen_after'), created_after: sql.placeholder('created_after') }

/** In one text, because each column of a reply costs more than its content. */
const Alive = User.extend({
  employee_id: Id.nullable(),
  email_verified: z.boolean(),
  must_set_up_two_step: z.boolean(),
  reads_until: DateOnly.nullable(),
  rules_version: z.number(),
  version: z.number(),
  last_seen_at: Timestamp,
})

const rules_version = sql`coalesce((select ${rulesVersion.version} from ${rulesVersion}), 0)`

const alive = asJson(Alive, {
  ...userColumns,
  company_ids: sql`array_to_json(${userColumns.company_ids})`,
  employee_id: users.employee_id,
  email_verified: sql`${users.email_verified_at} is not null`,
  must_set_up_two_step: sql`${users.role} = 'admin' and not ${hasTwoStep}`,
  reads_until: readsUntil,
  rules_version,
  version: users.version,
  last_seen_at: sessions.last_seen_at,
})

const ofSession = <Select extends PgSelect>(select: Select) =>
  select
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.token_hash, sql.placeholder('token_hash')), users.approved, isAlive(ALIVE_SINCE)))

const findAlive = built((db) => ofSession(db.select({ json: alive }).from(sessions).$dynamic()))

/** Says whether a session is as it was, in half the time. */
const findState = built((db) => {
  const seen = sql`(extract(epoch from ${sessions.last_seen_at}) * 1000)::bigint`
  return ofSession(
    db
      .select({ state: sql<string>`concat(${users.version}, ' ', ${rules_version}, ' ', ${seen})` })
      .from(sessions)
      .$dynamic(),
  )
})

interface Options {
  background?: boolean | undefined
  guess?: Guess | undefined
}

interface Found {
  viewer: Viewer
  /** In milliseconds. */
  last_seen: number
}

/** Reads the user anew on each request, so that logout, deletion and changes hold at once (A8). Sessions end by idle time and age (A9). */
export async function findViewer(
  { db, settings, now, viewers }: Sessions,
  request: FastifyRequest,
  { background = request.headers['x-background'] === 'true', guess }: Options = {},
): Promise<Viewer | undefined> {
  const token_hash = sessionHash(request, settings)
  if (!token_hash) return undefined
  const moment = now()
  const values = { token_hash, ...limitsOf(settings, moment) }
  const found = (guess && (await findGuessed(db, guess, values))) ?? (await findAnew({ db, settings, viewers }, values))
  if (!found || hasEnded(found.viewer, moment)) return viewers.forget(token_hash)
  // Also if it lies in the future because the clock was set back (T54).
  const due = Math.abs(moment.getTime() - found.last_seen) >= touchAfterMs(settings)
  if (due && !background) await touch(db, token_hash, moment.toISOString())
  return found.viewer
}

/** The viewer of the guess, if the session has the same still. */
async function findGuessed(db: Db, { version, viewer }: Guess, values: Record<string, unknown>): Promise<Found | undefined> {
  const [found] = await findState(db, values)
  const [same, rules, last_seen] = found?.state.split(' ').map(Number) ?? []
  return same === version && rules === viewer.rules_version ? { viewer, last_seen: last_seen as number } : undefined
}

async function findAnew(
  { db, settings, viewers }: Pick<Sessions, 'db' | 'settings' | 'viewers'>,
  values: Record<string, unknown> & { token_hash: string },
): Promise<Found | undefined> {
  const [found] = await findAlive(db, values)
  if (!found) return undefined
  const { version, last_seen_at, ...viewer } = JSON.parse(found.json) as z.infer<typeof Alive>
  viewer.must_set_up_two_step &&= settings.require_two_step === 'admins'
  viewers.keep(values.token_hash, { version, viewer })
  return { viewer, last_seen: Date.parse(last_seen_at) }
}

const touch = (db: Db, token_hash: string, at: string) =>
  db
    .update(sessions)
    .set({ last_seen_at: at, created_at: sql`least(${sessions.created_at}, ${at})` })
    .where(eq(sessions.token_hash, token_hash))

/** How long the session still lives, this request included. */
export async function findSessionTimes(
  { db, settings, now }: Omit<Sessions, 'viewers'>,
  request: FastifyRequest,
): Promise<SessionTimes | undefined> {
  const token = readCookie(request, 'session', settings)
  if (!token) return undefined
  const { created_at, last_seen_at } = sessions
  const [found] = await db
    .select({ created_at, last_seen_at })
    .from(sessions)
    .where(eq(sessions.token_hash, hashOf(token)))
  if (!found) return undefined
  const secondsUntil = (moment: number) => Math.max(0, Math.floor((moment - now().getTime()) / 1_000))
  const idle_minutes = settings.session_idle_minutes
  const seconds_left = secondsUntil(Date.parse(found.created_at) + settings.session_max_hours * HOUR_MS)
  const idle = secondsUntil(Date.parse(found.last_seen_at) + idle_minutes * MINUTE_MS)
  return { idle_minutes, idle_seconds_left: Math.min(idle, seconds_left), seconds_left }
}

/** Whether the session of this request began in the last minutes. */
export async function hasJustSignedIn(
  { db, settings, now }: Omit<Sessions, 'viewers'>,
  request: FastifyRequest,
  minutes: number,
): Promise<boolean> {
  const since = new Date(now().getTime() - minutes * MINUTE_MS).toISOString()
  const ofThis = eq(sessions.token_hash, sessionHash(request, settings) ?? '')
  const [found] = await db
    .select({ user_id: sessions.user_id })
    .from(sessions)
    .where(and(ofThis, gt(sessions.created_at, since)))
  return found !== undefined
}

type Limit = string | Placeholder
const isAlive = ({ seen_after, created_after }: { seen_after: Limit; created_after: Limit }) =>
  and(gt(sessions.last_seen_at, seen_after), gt(sessions.created_at, created_after)) ?? sql`true`

function limitsOf(settings: Settings, moment: Date) {
  const before = (ms: number) => new Date(moment.getTime() - ms).toISOString()
  return {
    seen_after: before(settings.session_idle_minutes * MINUTE_MS),
    created_after: before(settings.session_max_hours * HOUR_MS),
  }
}

export async function startSession(db: Db, userId: string, moment: Date, device?: string): Promise<string> {
  const token = newToken()
  const at = moment.toISOString()
  const row = { token_hash: hashOf(token), user_id: userId, created_at: at, last_seen_at: at }
  await db.insert(sessions).values({ ...row, device: device?.slice(0, DEVICE_LENGTH) ?? null })
  return token
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, hashOf(token)))
}

const PENDING_PURPOSES = ['second_step', 'session'] as const

/** Ends the user's sessions but the one of token `except`, and sign-ins that are not complete. */
export async function endSessions(db: Db, userId: string, except?: string): Promise<void> {
  const others = except === undefined ? undefined : ne(sessions.token_hash, hashOf(except))
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), others))
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.user_id, userId), inArray(oneTimeTokens.purpose, PENDING_PURPOSES)))
}

export async function endOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Live sessions, last used first; `current` marks the one of `token`. */
export const listOwnSessions = (db: Db, userId: string, token: string, settings: Settings, moment: Date) =>
  db
    .select({
      id: sessions.id,
      device: sessions.device,
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
      current: sql<boolean>`${sessions.token_hash} = ${hashOf(token)}`,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), isAlive(limitsOf(settings, moment))))
    .orderBy(desc(sessions.last_seen_at), desc(sessions.created_at))

export async function sweepSessions(db: Db, settings: Settings, moment: Date): Promise<number> {
  const { seen_after, created_after } = limitsOf(settings, moment)
  const unused = await deleteInSlices(db, sessions, sessions.last_seen_at, lte(sessions.last_seen_at, seen_after))
  return unused + (await deleteInSlices(db, sessions, sessions.created_at, lte(sessions.created_at, created_after)))
}
