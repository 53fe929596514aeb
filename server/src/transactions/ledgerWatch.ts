import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Proofs } from '../metrics/proofs.ts'
import { findBroken } from './invariants.ts'

/** Checks the rules of the money (T44). A failure is logged and shown to administrators until a later check passes. */
export async function watchLedger({ log }: { log: FastifyBaseLogger }, db: Db, proofs: Proofs): Promise<void> {
  const broken = await findBroken(db)
  proofs.ledger = { broken, checked_at: new Date() }
  if (broken.length > 0) log.error({ broken }, 'the money does not add up')
}
