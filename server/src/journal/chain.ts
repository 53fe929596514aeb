import { createHmac } from 'node:crypto'
import { ERASED } from 'contract'
import { and, asc, desc, eq, gt, lte, max, sql } from 'drizzle-orm'
import { erasures, history } from '../db/history.table.ts'
import { accesses, seals } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'
import { newKey } from '../keys/encryption.ts'
import { findJournalKey, getJournalKey } from '../keys/journalKey.ts'
import type { BrokenSeal } from '../metrics/proofs.ts'

const CHAIN_LOCK = 7_036_004
/** Of each table in one seal. */
const MAX_ROWS_PER_SEAL = 1_000

type Seal = typeof seals.$inferSelect
type Place = Pick<Seal, 'number' | 'history_to' | 'accesses_to' | 'hash'>

/** Up to where the chain was proven. */
export type Reached = Place & { sealed_at?: string }
export const BEGINNING: Reached = { number: 0, history_to: 0, accesses_to: 0, hash: '' }

/**
 * Seals what was written since the last seal (T62): its hash is keyed, so that who changes a row in the database cannot seal anew.
 * Servers that do it at once do it one after the other, and what one has sealed the other leaves. Answers the number of new seals.
 */
export async function extendChain(db: Db, masterKey: Buffer, moment: Date): Promise<number> {
  const key = await getJournalKey(db, masterKey)
  const upTo = await written(db)
  for (let made = 0; ; made++) {
    if (!(await sealNext(db, key, upTo, moment))) return made
  }
}

type UpTo = Pick<Seal, 'history_to' | 'accesses_to'>

/** The last row of each table. A number is given before its row is committed: the lock waits until no writer is in between. */
const written = (db: Db): Promise<UpTo> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '2s'`)
    await tx.execute(sql`lock table ${history}, ${accesses} in share mode`)
    const [ofHistory] = await tx.select({ last: max(history.seq) }).from(history)
    const [ofAccesses] = await tx.select({ last: max(accesses.seq) }).from(accesses)
    return { history_to: ofHistory?.last ?? 0, accesses_to: ofAccesses?.last ?? 0 }
  })

const sealNext = (db: Db, key: Buffer, upTo: UpTo, moment: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
    const [last = BEGINNING] = await tx.select().from(seals).orderBy(desc(seals.number)).limit(1)
    const end = (table: keyof UpTo) => Math.max(last[table], Math.min(upTo[table], last[table] + MAX_ROWS_PER_SEAL))
    const ends = { history_to: end('history_to'), accesses_to: end('accesses_to') }
    if (ends.history_to === last.history_to && ends.accesses_to === last.accesses_to) return false
    const digests = (await historyBetween(tx, last, ends.history_to)).map((row) => digestsOf(key, row))
    const next = { number: last.number + 1, sealed_at: moment.toISOString(), ...ends, digests }
    await tx.insert(seals).values({ ...next, hash: await hashSeal(tx, key, last, next) })
    return true
  })

type HistoryRow = typeof history.$inferSelect

// Whatever its number, no row is before the first seal.
const historyBetween = (db: Db, last: Place, history_to: number): Promise<HistoryRow[]> =>
  db
    .select()
    .from(history)
    .where(and(last.number === 0 ? undefined : gt(history.seq, last.history_to), lte(history.seq, history_to)))
    .orderBy(asc(history.seq), asc(history.id))

const accessesBetween = (db: Db, last: Place, accesses_to: number) =>
  db
    .select()
    .from(accesses)
    .where(and(last.number === 0 ? undefined : gt(accesses.seq, last.accesses_to), lte(accesses.seq, accesses_to)))
    .orderBy(asc(accesses.seq), asc(accesses.id))

/** What a row says of persons, and what is left of it once that is erased. */
const personal = ({ actor_name, subject, changes }: HistoryRow) => [
  { value: actor_name, erased: actor_name && ERASED },
  { value: subject, erased: subject && ERASED },
  { value: changes, erased: changes.map(erasedChange) },
]

/** As `erased_changes` of 0007_erasures_quotas.sql: of a change the field stays, of a status the values too. */
const erasedChange = ({ field, from, to }: HistoryRow['changes'][number]) =>
  field === 'status' ? { field, from, to } : { field, from: from && ERASED, to: to && ERASED }

function digestsOf(key: Buffer, row: HistoryRow): string[] {
  const digest = (value: unknown, place: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([row.id, place, value]))
      .digest('base64url')
  return personal(row).map(({ value }, place) => digest(value, place))
}

/** Over the seal before, the seal's own place and the rows in between, each as one line of JSON with its columns in this order. */
async function hashSeal(db: Db, key: Buffer, last: Place, next: Omit<Seal, 'hash'>): Promise<string> {
  const hash = createHmac('sha256', key)
  const add = (values: unknown[]) => hash.update(`${JSON.stringify(values)}\n`)
  add([last.hash, next.number, next.sealed_at, next.history_to, next.accesses_to, next.digests])
  for (const row of await historyBetween(db, last, next.history_to)) {
    const { seq, id, happened_at, actor_id, record_type, record_id, action } = row
    add([seq, id, happened_at, actor_id, record_type, record_id, action, ...personal(row).map(({ erased }) => erased)])
  }
  for (const row of await accessesBetween(db, last, next.accesses_to)) {
    const { seq, id, happened_at, actor_id, record_type, record_id, call, outcome, request_id, address } = row
    add([seq, id, happened_at, actor_id, record_type, record_id, call, outcome, request_id, address])
  }
  return hash.digest('hex')
}

/** How many rows were erased since; undefined where one says what it did not say when it was sealed. */
async function countErased(db: Db, key: Buffer, last: Place, seal: Seal): Promise<number | undefined> {
  const rows = await historyBetween(db, last, seal.history_to)
  let erased = 0
  for (const [index, row] of rows.entries()) {
    const now = digestsOf(key, row)
    const changed = personal(row).filter((_, place) => now[place] !== seal.digests[index]?.[place])
    if (changed.some((each) => JSON.stringify(each.value) !== JSON.stringify(each.erased))) return undefined
    if (changed.length > 0) erased++
  }
  return erased
}

interface Proof {
  /** How many seals hold, from where it began. */
  held: number
  /** The last one that holds. */
  reached: Reached
  /** Rows of the history whose values were erased after they were sealed; more than none is broken where no erasure is known. */
  erased: number
  /** The first one that does not hold. */
  broken: BrokenSeal | undefined
  /** Whether no further seal follows. */
  ended: boolean
}

/** Proves the seals after that place, until so many lines were looked at. */
export async function verifySeals(db: Db, masterKey: Buffer, from: Reached, most: number): Promise<Proof> {
  // Without one there is no seal either, or none that holds.
  const key = (await findJournalKey(db, masterKey)) ?? newKey()
  const mayErase = (await db.$count(erasures)) > 0
  const proof: Proof = { held: 0, reached: from, erased: 0, broken: undefined, ended: false }
  for (let lines = 0; lines < most; ) {
    const last = proof.reached
    const [seal] = await db.select().from(seals).where(gt(seals.number, last.number)).orderBy(asc(seals.number)).limit(1)
    if (!seal) return { ...proof, ended: true }
    const missing = seal.number !== last.number + 1
    const holds = !missing && seal.hash === (await hashSeal(db, key, last, seal))
    const erased = holds ? await countErased(db, key, last, seal) : undefined
    if (erased === undefined || (erased > 0 && !mayErase)) {
      return { ...proof, broken: { number: last.number + 1, after: last.sealed_at ?? null, until: seal.sealed_at, missing } }
    }
    lines += 1 + seal.history_to - last.history_to + seal.accesses_to - last.accesses_to
    proof.reached = seal
    proof.held++
    proof.erased += erased
  }
  return proof
}

interface WholeProof extends Pick<Proof, 'held' | 'erased' | 'broken'> {
  /** The hash of the last seal that holds. */
  head: string
  /** Rows that wait for the next seal. */
  unsealed: number
  /** Whether the hash that was asked for is one of the chain. */
  found: boolean
}

/** Proves the chain from its beginning. Only a hash that was kept elsewhere tells whether the newest seals were cut off: `wanted`. */
export async function verifyChain(db: Db, masterKey: Buffer, wanted = ''): Promise<WholeProof> {
  const { held, erased, broken, reached } = await verifySeals(db, masterKey, BEGINNING, Number.POSITIVE_INFINITY)
  const found = !broken && (await db.$count(seals, and(eq(seals.hash, wanted), lte(seals.number, reached.number)))) > 0
  return { held, erased, broken, head: reached.hash, unsealed: broken ? 0 : await countUnsealed(db, reached), found }
}

async function countUnsealed(db: Db, last: Place): Promise<number> {
  return (await db.$count(history, gt(history.seq, last.history_to))) + (await db.$count(accesses, gt(accesses.seq, last.accesses_to)))
}
