import { sql } from 'drizzle-orm'
import type { Db } from '../server/src/db/open.ts'

/** Fills tables with many rows: without triggers, which would take minutes, and with indexes made at the end, which takes less than row by row. */
export async function fillMany(db: Db, tables: string[], fill: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`update pg_index set indisready = false, indisvalid = false where indrelid = any(${`{${tables}}`}::regclass[]) and indislive`,
    )
    await fill(tx)
    for (const table of tables) await tx.execute(sql`reindex table ${sql.identifier(table)}`)
  })
}
