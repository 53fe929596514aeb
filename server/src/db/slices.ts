import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

const SLICE = 1_000

/** Deletes the rows of which that is true, along the index that begins with `by`, without holding many locks; answers how many. */
export async function deleteInSlices(db: Db, table: PgTable, by: PgColumn, isTrue: SQL | undefined): Promise<number> {
  for (let deleted = 0; ; ) {
    const slice = sql`select ctid from ${table} where ${isTrue} order by ${by} limit ${SLICE} for update skip locked`
    const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${slice}))`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < SLICE) return deleted
  }
}
