import { sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { findMiskept, type KeptTable, TABLES } from './proof.ts'

/** How rows that are kept wrongly are written anew, from what is there once they are locked. */
const MENDED: Record<KeptTable, (db: Db, ids: string[]) => Promise<unknown>> = {
  applications: async (tx, ids) => {
    const these = sql`${applications.id} = any(${sql.param(ids)}::uuid[])`
    await tx.select({ id: applications.id }).from(applications).where(these).orderBy(applications.id).for('no key update')
    await tx.execute(sql`update visa_applications set expires_on = coalesce(expiry_date, visa_expiry_date),
      stage_status = (stage_place(recorded_stages(id))).status, refused = is_refused(recorded_stages(id)),
      stage_since = coalesce(stage_since_told(id), stage_since) where id = any(${sql.param(ids)}::uuid[])`)
    await tx.execute(sql`select write_documents(id) from unnest(${sql.param(ids)}::uuid[]) id order by id`)
  },
  persons: (tx, ids) => tx.execute(sql`select keep_person(id) from unnest(${sql.param(ids)}::uuid[]) id`),
  papers: (tx, ids) => tx.execute(sql`select keep_papers(id) from unnest(${sql.param(ids)}::uuid[]) id order by id`),
}

/** Computes anew what triggers keep of applications, people and papers; answers how many rows were wrong. */
export async function rekeepAll(db: Db, commit: (act: (tx: Db) => Promise<unknown>) => Promise<unknown>): Promise<number> {
  let wrong = 0
  for (const table of TABLES)
    for await (const ids of findMiskept(db, table)) {
      if (ids.length > 0) await commit((tx) => MENDED[table](tx, ids))
      wrong += ids.length
    }
  await commit((tx) => tx.execute(sql`select recount_expiring()`))
  return wrong
}
