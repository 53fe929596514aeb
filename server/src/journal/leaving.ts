import type { KeyObject } from 'node:crypto'
import { addMonths, dubaiDate, startOf } from 'contract'
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import { accesses, leftAccesses, seals } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'
import type { BrokenSeal } from '../db/proofs.ts'
import { PROVIDER_ID } from '../db/provider.table.ts'
import { writeHistory } from '../history/queries.ts'
import { BEGINNING, brokenAfter, findKey, listSeals, lookAt, type Reached } from './chain.ts'
import { hashLeft, type Left, type Rows } from './seals.ts'

const LEAVING_LOCK = 7_036_024
/** In one transaction; a seal has at most 1,000 accesses. */
const SLICE_SEALS = 100
const SLICE_LINES = 1_000
/** An hour's share, seals counted too: the rest of a month leaves in the hours after. */
const MAX_LINES_PER_RUN = 50_000

interface Term {
  /** Whole months that stay, and the one that runs. */
  months: number
  moment: Date
}

interface Ended {
  lines: number
  /** A seal that is not valid: its accesses and later ones stay. */
  broken: BrokenSeal | undefined
}

/**
 * Lets accesses leave whose term has ended, the oldest seals first: each is proven, then what stays of it is sealed in the transaction in
 * which its accesses go. One server does it at a time, and goes on where another was killed.
 */
export async function letAccessesLeave(db: Db, masterKey: Buffer, term: Term, most = MAX_LINES_PER_RUN): Promise<Ended> {
  const key = await findKey(db, masterKey)
  const before = await findEnd(db, term)
  const ended: Ended = { lines: 0, broken: undefined }
  for (let done = 0; done < most && !ended.broken; ) {
    const slice = await db.transaction((tx) => leave(tx, key, before, term.moment))
    if (slice.seals === 0 && !slice.broken) break
    done += slice.seals + slice.lines
    ended.lines += slice.lines
    ended.broken = slice.broken
  }
  await tell(db, term.moment)
  return ended
}

/** What was written and sealed before it leaves. A server whose clock is ahead of the database's takes nothing more. */
async function findEnd(db: Db, { months, moment }: Term): Promise<string> {
  const { rows } = await db.execute<{ at: string }>(sql`select least(now(), ${moment.toISOString()}::timestamptz) as at`)
  return startOfTerm(months, new Date(rows[0]?.at ?? moment))
}

/** Accesses written before it leave. */
export function startOfTerm(months: number, moment: Date): string {
  const month = dubaiDate(moment).slice(0, 7)
  return new Date(startOf(`${addMonths(month, -months)}-01`)).toISOString()
}

interface Slice extends Ended {
  seals: number
}

const NOTHING: Slice = { seals: 0, lines: 0, broken: undefined }

async function leave(tx: Db, key: KeyObject, before: string, moment: Date): Promise<Slice> {
  if (!(await lock(tx))) return NOTHING
  const from = await findLastLeft(tx)
  const { left, reached, broken } = await prove(tx, key, from, { before, left_at: moment.toISOString() })
  const lines = left.reduce((sum, each) => sum + each.lines, 0)
  if (left.length > 0) {
    await tx.insert(leftAccesses).values(left)
    const after = from.number === 0 ? undefined : gt(accesses.seq, from.accesses_to)
    const { rowCount } = await tx.delete(accesses).where(and(after, lte(accesses.seq, reached.accesses_to)))
    if (rowCount !== lines) throw new Error('lines were slipped in among those that leave the journal')
  }
  return { seals: left.length, lines, broken }
}

async function lock(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${LEAVING_LOCK}) as locked`)
  return rows[0]?.locked ?? false
}

async function findLastLeft(tx: Db): Promise<Reached> {
  const [last] = await tx
    .select({ seal: seals })
    .from(leftAccesses)
    .innerJoin(seals, eq(seals.number, leftAccesses.number))
    .orderBy(desc(leftAccesses.number))
    .limit(1)
  return last?.seal ?? BEGINNING
}

/** The next seals that are valid and whose lines are all older. */
async function prove(tx: Db, key: KeyObject, from: Reached, { before, left_at }: { before: string; left_at: string }) {
  const left: Left[] = []
  let reached = from
  for (const found of await listSeals(tx, from, SLICE_SEALS)) {
    const { seal } = found
    if (seal.sealed_at >= before || left.reduce((sum, { lines }) => sum + lines, 0) >= SLICE_LINES) break
    const { rows, erased } = await lookAt(tx, key, reached, found)
    if (erased === undefined) return { left, reached, broken: brokenAfter(reached, seal) }
    if (isYounger(rows, before)) break
    const lines = rows.accesses.length
    left.push({ number: seal.number, left_at, lines, hash: hashLeft(key, reached, seal, { left_at, lines }, rows.history) })
    reached = seal
  }
  return { left, reached, broken: undefined }
}

/** Where the clock of the server that sealed was behind. */
const isYounger = ({ accesses }: Rows, before: string): boolean => accesses.some(({ line }) => JSON.parse(line)[2] >= before)

/** A line of the history for what left since the last one, also where that server was killed before it told. */
const tell = (db: Db, moment: Date): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await lock(tx))) return
    const [told] = await tx.select().from(installation).where(eq(installation.key, INSTALLATION.toldLeft))
    const since = gt(leftAccesses.number, Number(told?.value ?? 0))
    const [sum] = await tx
      .select({ lines: sql<number>`sum(${leftAccesses.lines})::float8`, to: sql<number>`max(${leftAccesses.number})` })
      .from(leftAccesses)
      .where(since)
    if (!sum?.to) return
    const [last] = await tx.select().from(seals).where(eq(seals.number, sum.to))
    const at = moment.toISOString()
    const changes = [
      { field: 'accesses_left', from: null, to: String(sum.lines) },
      { field: 'accesses_left_to_date', from: null, to: dubaiDate(new Date(last?.sealed_at ?? at)) },
    ]
    if (sum.lines > 0) await writeHistory(tx, { of: { settings: PROVIDER_ID }, by: null, at, action: 'changed', changes })
    const value = String(sum.to)
    await tx
      .insert(installation)
      .values({ key: INSTALLATION.toldLeft, value })
      .onConflictDoUpdate({ target: installation.key, set: { value } })
  })

/** How many accesses would leave. */
export async function countEnded(db: Db, term: Term): Promise<number> {
  const before = await findEnd(db, term)
  const from = await findLastLeft(db)
  const [last] = await db
    .select()
    .from(seals)
    .where(and(gt(seals.number, from.number), sql`${seals.sealed_at} < ${before}`))
    .orderBy(desc(seals.number))
    .limit(1)
  const after = from.number === 0 ? undefined : gt(accesses.seq, from.accesses_to)
  return last ? db.$count(accesses, and(after, lte(accesses.seq, last.accesses_to))) : 0
}
