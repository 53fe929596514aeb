import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { DAY_MS, KEY_OF_ANOTHER_REQUEST, pathOf } from 'contract'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../db/open.ts'
import { deleteInSlices } from '../db/slices.ts'
import { idempotencyKeys } from '../db/wallet.table.ts'
import { refuse } from './errors.ts'
import type { Viewer } from './session.ts'

interface Keys {
  db: Db
  now: () => Date
}

interface Request {
  request: FastifyRequest
  viewer: Viewer
  body: unknown
  /** The company of the new record, where the request does not name it. */
  company_id?: string | undefined
  /** Runs the effect in a transaction of its own making. */
  transaction?: (<Done>(act: (tx: Db) => Promise<Done>) => Promise<Done>) | undefined
}

/** `prepare` runs before the transaction, such as storing files; `effect` runs in it and answers the id of the new record. */
type Work<Prepared> =
  | { prepare: () => Promise<Prepared>; effect: (tx: Db, prepared: Prepared) => Promise<string> }
  | { prepare?: undefined; effect: (tx: Db) => Promise<string> }

/** Runs `work` once for each user, call and key, committed with the effect (W8). The same key with another body or company is 422. */
export async function withIdempotencyKey<Prepared>(keys: Keys, work: Request & Work<Prepared>): Promise<string> {
  const effect = async (tx: Db, act: (tx: Db) => Promise<string>, claim: Claim | undefined) => {
    if (claim && (await claiming(tx, claim)).length === 0) throw new KeyTaken()
    const record_id = await act(tx)
    if (claim) await tx.update(idempotencyKeys).set({ record_id }).where(sameClaim(claim))
    return record_id
  }
  const claim = await claimOf(work, keys.now())
  const kept = claim && (await findKept(keys.db, claim))
  const done = await once(keys.db, { claim, kept, prepare: () => prepared(work), effect, transaction: work.transaction })
  return 'kept' in done ? done.kept : done.made
}

async function prepared<Prepared>(work: Work<Prepared>): Promise<(tx: Db) => Promise<string>> {
  if (!work.prepare) return work.effect
  const ready = await work.prepare()
  return (tx) => work.effect(tx, ready)
}

/** Another request with the same key was first. */
export class KeyTaken extends Error {}

interface OwnWork<Prepared, Made> {
  claim: Claim | undefined
  /** What the key has made before. */
  kept: Kept | null | undefined
  prepare: () => Promise<Prepared>
  effect: (tx: Db, prepared: Prepared, claim: Claim | undefined) => Promise<Made>
  transaction?: Request['transaction']
}

/** For an effect that writes the claim itself, by the statement of its rows. It throws `KeyTaken` where that finds the key taken. */
export async function once<Prepared, Made>(
  db: Db,
  { claim, kept: before, prepare, effect, transaction = (act) => db.transaction(act) }: OwnWork<Prepared, Made>,
): Promise<{ made: Made } | { kept: string }> {
  const kept = claim && madeBefore(claim, before)
  if (kept) return { kept }
  const prepared = await prepare()
  try {
    return { made: await transaction((tx) => effect(tx, prepared, claim)) }
  } catch (error) {
    if (!(error instanceof KeyTaken) || !claim) throw error
    return { kept: madeBefore(claim, await findKept(db, claim)) ?? refuse(409, 'The same request is still under way') }
  }
}

/** Keeps the key of a request that changes several records; each has a claim of its own, so that a repeated request goes on where the first ended. */
export async function onceForAll(db: Db, claim: Claim | undefined, record_id: string): Promise<void> {
  if (claim)
    await once(db, {
      claim,
      kept: await findKept(db, claim),
      prepare: async () => undefined,
      effect: (tx) => claiming(tx, claim, record_id),
    })
}

/** One of them. */
export async function onceForOne(db: Db, all: Claim | undefined, record_id: string, act: (tx: Db) => Promise<void>): Promise<void> {
  const claim = all && { ...all, key: `${all.key} ${record_id}` }
  const effect = async (tx: Db) => {
    if (claim && (await claiming(tx, claim, record_id)).length === 0) throw new KeyTaken()
    await act(tx)
  }
  await once(db, { claim, kept: claim && (await findKept(db, claim)), prepare: async () => undefined, effect })
}

/** A second insert of the same key waits for the transaction of the first, and answers no row. */
export const claiming = (tx: Db, claim: Claim, record_id?: string) =>
  tx
    .insert(idempotencyKeys)
    .values({ ...claim, record_id })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })

export interface Claim {
  user_id: string
  call: string
  key: string
  body_hash: string
  created_at: string
}

export async function claimOf({ request, viewer, body, company_id }: Request, moment: Date): Promise<Claim | undefined> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) refuse(422, 'The Idempotency-Key must be 1 to 200 visible characters')
  const body_hash = await hashBody(body, company_id ?? '')
  return { user_id: viewer.id, call: callOf(request), key, body_hash, created_at: moment.toISOString() }
}

const PathParams = z.record(z.string(), z.string())

/** By route and parameters, because one path can be written in many ways. */
function callOf({ method, routeOptions, params }: FastifyRequest): string {
  const path = (routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}')
  return `${method} ${pathOf({ path }, PathParams.parse(params ?? {}))}`
}

const LONG_TEXT = 64 * 1024
const HASH_CHUNK = 1024 * 1024

/** Hashes documents in pieces and lets other requests run in between: in one piece it would block for half a second. */
async function hashBody(body: unknown, company_id: string): Promise<string> {
  const documents: string[] = []
  const setAside = (_: string, value: unknown) => {
    if (typeof value !== 'string' || value.length <= LONG_TEXT) return value
    documents.push(value)
    return `\u0000${value.length}`
  }
  const hash = createHash('sha256').update(JSON.stringify(body, setAside) + company_id)
  for (const document of documents) {
    for (let at = 0; at < document.length; at += HASH_CHUNK) {
      hash.update(document.slice(at, at + HASH_CHUNK))
      await setImmediate()
    }
  }
  return hash.digest('base64url')
}

const sameClaim = ({ user_id, call, key }: Pick<Claim, 'user_id' | 'call' | 'key'>) =>
  and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key))

interface Kept {
  body_hash: string
  record_id: string | null
}

/** For a statement that reads other things too. */
export const keptBy = (claim: Claim): SQL<Kept | null> =>
  sql`(select jsonb_build_object('body_hash', body_hash, 'record_id', record_id) from ${idempotencyKeys} where ${sameClaim(claim)})`

async function findKept(db: Db, claim: Claim): Promise<Kept | undefined> {
  const [kept] = await db.select().from(idempotencyKeys).where(sameClaim(claim))
  return kept
}

function madeBefore(claim: Claim, kept: Kept | null | undefined): string | undefined {
  if (kept && kept.body_hash !== claim.body_hash) refuse(422, KEY_OF_ANOTHER_REQUEST)
  return kept?.record_id ?? undefined
}

export function sweepIdempotencyKeys(db: Db, moment: Date): Promise<number> {
  const { created_at } = idempotencyKeys
  return deleteInSlices(db, idempotencyKeys, created_at, lt(created_at, new Date(moment.getTime() - DAY_MS).toISOString()))
}
