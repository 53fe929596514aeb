import { createSecretKey, type KeyObject } from 'node:crypto'
import { and, asc, desc, eq, gt, lte, type SQLWrapper, sql } from 'drizzle-orm'
import { erasures, history } from '../db/history.table.ts'
import { accesses, leftAccesses, seals } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'
import type { BrokenSeal } from '../db/proofs.ts'
import { once } from '../db/written.ts'
import { newKey } from '../keys/encryption.ts'
import { findJournalKey, getJournalKey } from '../keys/journalKey.ts'
import { countErased, digestsOf, hashLeft, hashSeal, type Left, type Place, type Rows, type Seal } from './seals.ts'
import { findWritten, type UpTo } from './written.ts'

const CHAIN_LOCK = 7_036_004
/** Of each table. */
const MAX_ROWS_PER_SEAL = 1_000

/** How far the chain was checked. */
export type Reached = Place & { sealed_at?: string }
export const BEGINNING: Reached = { number: 0, history_to: 0, accesses_to: 0, hash: '' }

/** Seals the new rows (T62). The hash is keyed, so that access to the database is not enough to seal again. Answers the number of seals. */
export async function extendChain(db: Db, masterKey: Buffer, moment: Date): Promise<number> {
  const key = createSecretKey(await getJournalKey(db, masterKey))
  const upTo = await findWritten(db)
  for (let made = 0; ; made++) {
    if (!(await sealNext(db, key, upTo, moment))) return made
  }
}

const sealNext = (db: Db, key: KeyObject, upTo: UpTo, moment: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
    const [last = BEGINNING] = await tx.select().from(seals).orderBy(desc(seals.number)).limit(1)
    const end = (table: keyof UpTo) => Math.max(last[table], Math.min(upTo[table], last[table] + MAX_ROWS_PER_SEAL))
    const ends = { history_to: end('history_to'), accesses_to: end('accesses_to') }
    if (ends.history_to === last.history_to && ends.accesses_to === last.accesses_to) return false
    const rows = await rowsBetween(tx, last, ends)
    const digests = rows.history.map((row) => digestsOf(key, row))
    const next = { number: last.number + 1, sealed_at: moment.toISOString(), ...ends, digests }
    await tx.insert(seals).values({ ...next, hash: hashSeal(key, last, next, rows) })
    return true
  })

const rowsBetween = async (db: Db, last: Place, { history_to, accesses_to }: UpTo): Promise<Rows> => ({
  history: await historyBetween(db, last, history_to),
  accesses: await accessesBetween(db, last, accesses_to),
})

// The first seal covers all rows so far, whatever their number.
const historyBetween = (db: Db, last: Place, history_to: number) =>
  db
    .select()
    .from(history)
    .where(and(last.number === 0 ? undefined : gt(history.seq, last.history_to), lte(history.seq, history_to)))
    .orderBy(asc(history.seq), asc(history.id))

const text = (column: SQLWrapper) => sql`coalesce(to_json(${column})::text, 'null')`
const happened_at = sql`to_char(${accesses.happened_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const { seq, id, actor_id, record_type, record_id, call, outcome, request_id, address } = accesses
const OF_ACCESS = [id, happened_at, actor_id, record_type, record_id, call, outcome, request_id, address]
/** As JSON.stringify writes it. Most of the journal are accesses, and a value of JavaScript for each column would take longest of all. */
export const accessLine = once(sql<string>`concat('[', ${seq}, ',', ${sql.join(OF_ACCESS.map(text), sql`, ',', `)}, ']')`)

const accessesBetween = (db: Db, last: Place, accesses_to: number) =>
  db
    .select({ line: accessLine })
    .from(accesses)
    .where(and(last.number === 0 ? undefined : gt(accesses.seq, last.accesses_to), lte(accesses.seq, accesses_to)))
    .orderBy(asc(accesses.seq), asc(accesses.id))

interface Looked {
  rows: Rows
  /** How many rows of the history were erased since; undefined where the seal is not valid. */
  erased: number | undefined
}

/** The rows of a seal after `last`, and whether they are what was sealed. */
export async function lookAt(db: Db, key: KeyObject, last: Place, { seal, left, isNext }: Found): Promise<Looked> {
  const rows = await rowsBetween(db, last, seal)
  const holds = isNext && (left ? holdsLeft(key, last, seal, left, rows) : seal.hash === hashSeal(key, last, seal, rows))
  const erased = holds ? countErased(key, rows.history, seal) : undefined
  // Without a known erasure, any erased row breaks the chain.
  return { rows, erased: erased && !(await hasErasure(db)) ? undefined : erased }
}

const hasErasure = async (db: Db): Promise<boolean> => (await db.select({ id: erasures.id }).from(erasures).limit(1)).length > 0

const holdsLeft = (key: KeyObject, last: Place, seal: Seal, left: Left, rows: Rows): boolean =>
  rows.accesses.length === 0 && left.hash === hashLeft(key, last, seal, left, rows.history)

interface Found {
  seal: Seal
  /** Where its accesses have left. */
  left: Left | null
  /** No seal is missing before it, nor what tells that accesses before it left. */
  isNext: boolean
}

/** The seals behind `last`. */
export async function listSeals(db: Db, last: Place, most: number): Promise<Found[]> {
  const leftBefore = sql<boolean>`exists (select from ${leftAccesses} before where before.number = ${seals.number} - 1)`
  const found = await db
    .select({ seal: seals, left: leftAccesses, leftBefore })
    .from(seals)
    .leftJoin(leftAccesses, eq(leftAccesses.number, seals.number))
    .where(gt(seals.number, last.number))
    .orderBy(asc(seals.number))
    .limit(most)
  return found.map(({ leftBefore, ...each }, index) => {
    const { number } = each.seal
    return { ...each, isNext: number === last.number + 1 + index && (!each.left || number === 1 || leftBefore) }
  })
}

interface Proof {
  /** Valid seals since the beginning of this check. */
  held: number
  /** The last valid seal. */
  reached: Reached
  /** History rows erased after they were sealed. */
  erased: number
  /** Accesses that left after their term. */
  left: number
  /** The first invalid seal. */
  broken: BrokenSeal | undefined
  ended: boolean
}

/** Checks the seals after `from` until about `most` rows were read. */
export async function verifySeals(db: Db, masterKey: Buffer, from: Reached, maxLines: number): Promise<Proof> {
  const key = await findKey(db, masterKey)
  const proof: Proof = { held: 0, reached: from, erased: 0, left: 0, broken: undefined, ended: false }
  for (let lines = 0; lines < maxLines; ) {
    const last = proof.reached
    let next = await lookAtNext(db, key, last)
    // Its accesses may leave while they are read: the second look finds that they did.
    if (next && next.erased === undefined) next = await lookAtNext(db, key, last)
    if (!next) return { ...proof, ended: true }
    const { seal, left, erased } = next
    if (erased === undefined) return { ...proof, broken: brokenAfter(last, seal) }
    lines += 1 + seal.history_to - last.history_to + seal.accesses_to - last.accesses_to
    proof.reached = seal
    proof.held++
    proof.erased += erased
    proof.left += left?.lines ?? 0
  }
  return proof
}

async function lookAtNext(db: Db, key: KeyObject, last: Place) {
  const [found] = await listSeals(db, last, 1)
  return found && { ...found, ...(await lookAt(db, key, last, found)) }
}

/** Without a key there is no seal, or none that is valid. */
export const findKey = async (db: Db, masterKey: Buffer): Promise<KeyObject> =>
  createSecretKey((await findJournalKey(db, masterKey)) ?? newKey())

export const brokenAfter = (last: Reached, { number, sealed_at }: Seal): BrokenSeal => ({
  ...{ number: last.number + 1, after: last.sealed_at ?? null },
  ...{ until: sealed_at, missing: number !== last.number + 1 },
})

interface WholeProof extends Pick<Proof, 'held' | 'erased' | 'left' | 'broken'> {
  /** The hash of the last valid seal. */
  head: string
  unsealed: number
  /** Whether `wanted` is a hash of the chain. */
  found: boolean
}

/** Checks the whole chain. Only a hash kept elsewhere, `wanted`, shows that the newest seals were cut off. */
export async function verifyChain(db: Db, masterKey: Buffer, wanted = ''): Promise<WholeProof> {
  const { held, erased, left, broken, reached } = await verifySeals(db, masterKey, BEGINNING, Number.POSITIVE_INFINITY)
  const found = !broken && (await db.$count(seals, and(eq(seals.hash, wanted), lte(seals.number, reached.number)))) > 0
  return { held, erased, left, broken, head: reached.hash, unsealed: broken ? 0 : await countUnsealed(db, reached), found }
}

async function countUnsealed(db: Db, last: Place): Promise<number> {
  return (await db.$count(history, gt(history.seq, last.history_to))) + (await db.$count(accesses, gt(accesses.seq, last.accesses_to)))
}
