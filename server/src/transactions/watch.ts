import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import { findBroken } from './invariants.ts'

let broken: string[] = []
let checked_at: Date | undefined

/** Proves the invariants of the money (T44); what fails is logged as an error and shown to admins until a later proof holds. */
export async function watchLedger({ log }: { log: FastifyBaseLogger }, db: Db): Promise<void> {
  broken = await findBroken(db)
  checked_at = new Date()
  if (broken.length > 0) log.error({ broken }, 'the money does not add up')
}

/** The invariants that the last proof found broken, and when it was made. */
export const ledgerState = (): { broken: readonly string[]; checked_at: Date | undefined } => ({ broken, checked_at })
