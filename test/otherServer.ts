import { buildApp } from '../server/src/app.ts'
import { openDb, openPool } from '../server/src/db/open.ts'
import type { Portal } from './portal.ts'

/** One more server in this process, on the same database; nothing streams from it. */
export async function startOtherServer({ database_url, clock, files, vault, settings, journal, counters, proofs }: Portal) {
  const pool = openPool({ connectionString: database_url }, () => undefined)
  const db = openDb(pool)
  const changes = { wake: () => undefined, place: () => Promise.reject(new Error('none')) } as never
  const app = await buildApp({ db, files, vault, settings, changes, journal, counters, proofs, now: () => clock.moment })
  const end = async () => {
    await app.close()
    await pool.end()
  }
  return { app, db, clock, end }
}
