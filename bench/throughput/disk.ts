import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { percentile } from '../traffic.ts'

const BLOCK = Buffer.alloc(8_192)
const TIMES = 100

/** Milliseconds, medians: what pg_test_fsync calls fdatasync of one block, and a statement that reads nothing. */
export async function diskOf(folder: string, pool: pg.Pool): Promise<{ sync: number; roundTrip: number }> {
  const file = join(folder, 'sync')
  const written = openSync(file, 'w')
  const syncs = Array.from({ length: TIMES }, () => {
    const from = performance.now()
    writeSync(written, BLOCK, 0, BLOCK.length, 0)
    fdatasyncSync(written)
    return performance.now() - from
  })
  closeSync(written)
  rmSync(file)
  const trips: number[] = []
  while (trips.length < TIMES) {
    const from = performance.now()
    await pool.query('select 1')
    trips.push(performance.now() - from)
  }
  return { sync: percentile(syncs, 0.5), roundTrip: percentile(trips, 0.5) }
}
