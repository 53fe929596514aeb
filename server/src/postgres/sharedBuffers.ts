import { totalmem } from 'node:os'
import { MB } from 'contract'

const LEAST_MB = 128
/** More brings nothing that could be measured with a million applications. */
const MOST_MB = 1_024

/** The MB of pages that PostgreSQL keeps in memory: a quarter of what there is, as it advises. */
export function sharedBuffersMb(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)): number {
  return Math.min(Math.max(Math.floor(memory / 4 / MB), LEAST_MB), MOST_MB)
}
