import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Proofs } from '../db/proofs.ts'
import { openRounds } from '../db/rounds.ts'
import { INVARIANT_NAMES, type Place, PROVEN_TABLES, type ProvenTable, proveSlice } from './invariants.ts'

/** The proof of the money goes round (T44): each run reads the newest slice of each table, and the next one of the round. */
export function watchLedger({ log }: { log: FastifyBaseLogger }, db: Db, proofs: Proofs, size?: number): () => Promise<void> {
  const places = new Map<ProvenTable, Place>()
  const rounds = openRounds(PROVEN_TABLES)
  return async () => {
    const broken = new Set<string>()
    for (const table of PROVEN_TABLES) {
      const found = await proveNext(db, table, places, size)
      for (const name of found) broken.add(name)
      if (found.length === 0 && !places.get(table)) rounds.end(table)
    }
    const names = INVARIANT_NAMES.filter((name) => broken.has(name))
    if (names.length > 0) log.error({ broken: names }, 'the money does not add up')
    await proofs.keep('ledger', { broken: names }, rounds.wholly_ms)
  }
}

/** The round stays at a slice that is broken, so that administrators see it until it is mended. */
async function proveNext(db: Db, table: ProvenTable, places: Map<ProvenTable, Place>, size?: number): Promise<string[]> {
  const newest = await proveSlice(db, table, undefined, size)
  const place = places.get(table)
  const older = place ? await proveSlice(db, table, place, size) : newest
  if (older.broken.length === 0) places.set(table, older.next)
  return [...newest.broken, ...older.broken]
}
