import { HOUR_MS } from 'contract'
import { sql } from 'drizzle-orm'
import { changes } from '../db/changes.table.ts'
import type { Db } from '../db/open.ts'

/** Places are good for an hour. The other hour is for transactions, because a row counts from its writing and is heard at the commit. */
const KEPT_SECONDS = (2 * HOUR_MS) / 1_000
const SLICE = 1_000

/** Removes the oldest changes in slices, by the clock of the database, which wrote them. */
export async function sweepChanges(db: Db): Promise<void> {
  const first = sql`select ctid, ${changes.written_at} from ${changes} order by ${changes.tx} limit ${SLICE}`
  const old = sql`select ctid from (${first}) as oldest where written_at < now() - make_interval(secs => ${KEPT_SECONDS})`
  for (let removed = 1; removed > 0; ) {
    const { rowCount } = await db.execute(sql`delete from ${changes} where ctid = any(array(${old}))`)
    removed = rowCount ?? 0
  }
}
