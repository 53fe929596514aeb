import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { ERASED } from 'contract'
import { and, asc, desc, eq, gt, lte, type SQLWrapper, sql } from 'drizzle-orm'
import { erasures, history } from '../db/history.table.ts'
import { accesses, seals } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'
import type { BrokenSeal } from '../db/proofs.ts'
import { once } from '../db/written.ts'
import { newKey } from '../keys/encryption.ts'
import { findJournalKey, getJournalKey } from '../keys/journalKey.ts'
import { findWritten, type UpTo } from './written.ts'

const CHAIN_LOCK = 7_036_004
/** Of each table. */
const MAX_ROWS_PER_SEAL = 1_000

type Seal = typeof seals.$inferSelect
type Place = Pick<Seal, 'number' | 'history_to' | 'accesses_to' | 'hash'>

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

type HistoryRow = typeof history.$inferSelect

interface Rows {
  history: HistoryRow[]
  /** Each as its line. */
  accesses: { line: string }[]
}

const rowsBetween = async (db: Db, last: Place, { history_to, accesses_to }: UpTo): Promise<Rows> => ({
  history: await historyBetween(db, last, history_to),
  accesses: await accessesBetween(db, last, accesses_to),
})

// The first seal covers all rows so far, whatever their number.
const historyBetween = (db: Db, last: Place, history_to: number): Promise<HistoryRow[]> =>
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

/** Personal values of a row, and what an erasure makes of them. */
const personal = ({ actor_name, subject, changes }: HistoryRow) => [
  { value: actor_name, erased: actor_name && ERASED },
  { value: subject, erased: subject && ERASED },
  { value: changes, erased: changes.map(erasedChange) },
]

/** Like `erased_changes` in 0007_erasures_quotas.sql: the field stays; of a status the values too. */
const erasedChange = ({ field, from, to }: HistoryRow['changes'][number]) =>
  field === 'status' ? { field, from, to } : { field, from: from && ERASED, to: to && ERASED }

/** A key of bytes would be made anew for each digest, which takes ten times as long. */
function digestsOf(key: KeyObject, row: HistoryRow): string[] {
  const digest = (value: unknown, place: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([row.id, place, value]))
      .digest('base64url')
  return personal(row).map(({ value }, place) => digest(value, place))
}

/** Over the previous seal, the place and the rows between, each a line of JSON with columns in this order. */
function hashSeal(key: KeyObject, last: Place, next: Omit<Seal, 'hash'>, rows: Rows): string {
  const hash = createHmac('sha256', key)
  const addLine = (line: string) => hash.update(`${line}\n`)
  const add = (values: unknown[]) => addLine(JSON.stringify(values))
  add([last.hash, next.number, next.sealed_at, next.history_to, next.accesses_to, next.digests])
  for (const row of rows.history) {
    const { seq, id, happened_at, actor_id, record_type, record_id, action } = row
    add([seq, id, happened_at, actor_id, record_type, record_id, action, ...personal(row).map(({ erased }) => erased)])
  }
  for (const { line } of rows.accesses) addLine(line)
  return hash.digest('hex')
}

/** How many rows were erased since; undefined if a row differs from what was sealed. */
function countErased(key: KeyObject, rows: HistoryRow[], seal: Seal): number | undefined {
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
  /** Valid seals since the beginning of this check. */
  held: number
  /** The last valid seal. */
  reached: Reached
  /** History rows erased after they were sealed. Without a known erasure, any such row breaks the chain. */
  erased: number
  /** The first invalid seal. */
  broken: BrokenSeal | undefined
  ended: boolean
}

/** Checks the seals after `from` until about `most` rows were read. */
export async function verifySeals(db: Db, masterKey: Buffer, from: Reached, maxLines: number): Promise<Proof> {
  // Without a key there is no seal, or none that is valid.
  const key = createSecretKey((await findJournalKey(db, masterKey)) ?? newKey())
  const [erasure] = await db.select({ id: erasures.id }).from(erasures).limit(1)
  const proof: Proof = { held: 0, reached: from, erased: 0, broken: undefined, ended: false }
  for (let lines = 0; lines < maxLines; ) {
    const last = proof.reached
    const [seal] = await db.select().from(seals).where(gt(seals.number, last.number)).orderBy(asc(seals.number)).limit(1)
    if (!seal) return { ...proof, ended: true }
    const missing = seal.number !== last.number + 1
    const rows = await rowsBetween(db, last, seal)
    const holds = !missing && seal.hash === hashSeal(key, last, seal, rows)
    const erased = holds ? countErased(key, rows.history, seal) : undefined
    if (erased === undefined || (erased > 0 && !erasure)) {
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
  /** The hash of the last valid seal. */
  head: string
  unsealed: number
  /** Whether `wanted` is a hash of the chain. */
  found: boolean
}

/** Checks the whole chain. Only a hash kept elsewhere, `wanted`, shows that the newest seals were cut off. */
export async function verifyChain(db: Db, masterKey: Buffer, wanted = ''): Promise<WholeProof> {
  const { held, erased, broken, reached } = await verifySeals(db, masterKey, BEGINNING, Number.POSITIVE_INFINITY)
  const found = !broken && (await db.$count(seals, and(eq(seals.hash, wanted), lte(seals.number, reached.number)))) > 0
  return { held, erased, broken, head: reached.hash, unsealed: broken ? 0 : await countUnsealed(db, reached), found }
}

async function countUnsealed(db: Db, last: Place): Promise<number> {
  return (await db.$count(history, gt(history.seq, last.history_to))) + (await db.$count(accesses, gt(accesses.seq, last.accesses_to)))
}
