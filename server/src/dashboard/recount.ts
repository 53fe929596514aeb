import { sql } from 'drizzle-orm'
import { SLOTS } from '../db/counts.table.ts'
import type { Db } from '../db/open.ts'
import { listCounted } from './countsProof.ts'

type Act = (tx: Db) => Promise<unknown>
/** How each piece of work is committed. */
type Commit = (act: Act) => Promise<unknown>

export const oneByOne =
  (db: Db): Commit =>
  (act) =>
    db.transaction(act)

/** Counts every company anew, then the totals; answers how many companies. Committed one by one, each makes writers wait shortly. */
export async function recountAll(db: Db, commit: Commit): Promise<number> {
  const companies = await listCounted(db)
  for (const id of companies) {
    await commit((tx) => tx.execute(sql`select recount_company(${id}::uuid)`))
    await commit((tx) => tx.execute(sql`select recount_stage_days(${id}::uuid)`))
  }
  for (let slot = 0; slot < SLOTS; slot++) await commit((tx) => tx.execute(sql`select recount_totals(${slot}::smallint)`))
  return companies.length
}
