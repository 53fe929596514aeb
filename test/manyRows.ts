import { sql } from 'drizzle-orm'
import type { Db } from '../server/src/db/open.ts'

/** Fills tables without triggers, which would take minutes for many rows. */
export const fillPlain = (db: Db, fill: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await fill(tx)
  })

/** Fills tables with many rows, without triggers, and makes their indexes at the end, which takes less than row by row. */
export const fillMany = (db: Db, tables: string[], fill: (tx: Db) => Promise<void>): Promise<void> =>
  fillPlain(db, async (tx) => {
    await tx.execute(
      sql`update pg_index set indisready = false, indisvalid = false where indrelid = any(${`{${tables}}`}::regclass[]) and indislive`,
    )
    await fill(tx)
    for (const table of tables) await tx.execute(sql`reindex table ${sql.identifier(table)}`)
  })
