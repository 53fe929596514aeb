import { and, desc, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { seals } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'
import type { BrokenSeal, Proofs } from '../db/proofs.ts'
import { openRounds } from '../db/rounds.ts'
import type { Settings } from '../settings.ts'
import { BEGINNING, type Reached, verifySeals } from './chain.ts'
import { letAccessesLeave } from './leaving.ts'

/** For one run: a chain of years takes longer than an hour. */
const MAX_LINES_PER_RUN = 50_000
/** Seals checked in the first run, from the end; one is made a minute. */
const FIRST_RUN_SEALS = 1_000

interface Watched {
  db: Db
  masterKey: Buffer
  proofs: Proofs
  settings: Pick<Settings, 'retention_accesses_months'>
  now: () => Date
}

/**
 * Each run checks the newest seals and a part of the older ones (T62). A failure alarms until a later check passes. Where all is whole, it
 * lets accesses leave whose term has ended.
 */
export function watchJournal(
  { log }: { log: FastifyBaseLogger },
  { db, masterKey, proofs, settings, now }: Watched,
  maxLines = MAX_LINES_PER_RUN,
): () => Promise<void> {
  let newest: Reached | undefined
  let older = BEGINNING
  const rounds = openRounds(['older'])
  const { retention_accesses_months: months } = settings
  const letLeave = async () =>
    months === undefined ? undefined : (await letAccessesLeave(db, masterKey, { months, moment: now() })).broken
  return async () => {
    newest ??= await findPlaceBefore(db, FIRST_RUN_SEALS)
    const cutOff = await findCutOff(db, newest)
    const next = cutOff ? undefined : await verifySeals(db, masterKey, newest, maxLines)
    const again = await verifySeals(db, masterKey, older, maxLines)
    newest = next?.reached ?? newest
    older = again.ended ? BEGINNING : again.reached
    if (again.ended) rounds.end('older')
    const broken = cutOff ?? next?.broken ?? again.broken ?? (await letLeave())
    if (broken) log.error({ ...broken }, 'history or access journal was altered')
    await proofs.keep('journal', { broken }, rounds.wholly_ms)
  }
}

async function findPlaceBefore(db: Db, newest: number): Promise<Reached> {
  const [place = BEGINNING] = await db.select().from(seals).orderBy(desc(seals.number)).offset(newest).limit(1)
  return place
}

/** The seal that was valid in the last run and is now gone or different. */
async function findCutOff(db: Db, { number, hash, sealed_at }: Reached): Promise<BrokenSeal | undefined> {
  const isThere = !sealed_at || (await db.$count(seals, and(eq(seals.number, number), eq(seals.hash, hash)))) > 0
  return isThere ? undefined : { number, after: null, until: sealed_at, missing: true }
}
