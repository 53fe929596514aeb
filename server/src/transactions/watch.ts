import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import { findBroken } from './invariants.ts'

let broken: string[] = []

/** Proves the invariants of the money (T44); what fails is logged as an error and shown to admins until a later proof holds. */
export async function watchLedger({ log }: { log: FastifyBaseLogger }, db: Db): Promise<void> {
  broken = await findBroken(db)
  if (broken.length > 0) log.error({ broken }, 'the money does not add up')
}

/** The invariants that the last proof found broken. */
export const brokenInvariants = (): readonly string[] => broken
