import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import type { ObjectStore } from '../files/objects.ts'
import { type Proven, proofOf } from './proof.ts'

const PAGE = 1_000

export interface Lost {
  id: string
  /** The kind of its record; null where it is attached to none. */
  of: string | null
  record_id: string | null
  slot: string | null
}

interface Looking {
  db: Db
  store: ObjectStore
  key: Buffer
  signal: AbortSignal
}

/** Opens what a restore did not find. What is whole again is missing no longer. */
export async function lookForMissing({ db, store, key, signal }: Looking): Promise<{ found: number; lost: Lost[] }> {
  const lost: Lost[] = []
  let found = 0
  for (let rows = await listAfter(db); rows.length > 0; rows = await listAfter(db, rows.at(-1)?.id)) {
    for (const row of rows) {
      signal.throwIfAborted()
      if ((await proofOf(store, row, key)) !== 'whole') lost.push(row)
      else found += (await db.update(documents).set({ missing_at: null }).where(eq(documents.id, row.id))).rowCount ?? 0
    }
  }
  return { found, lost }
}

const OWNERS = ['application', 'stage', 'company', 'transaction', 'message', 'paper', 'user'] as const
const ids = sql.join(
  OWNERS.map((of) => sql`${documents[`${of}_id`]}`),
  sql`, `,
)
const kinds = sql.join(
  OWNERS.map((of) => sql`when ${documents[`${of}_id`]} is not null then ${of}`),
  sql` `,
)

const listAfter = (db: Db, last?: string): Promise<(Proven & Lost)[]> =>
  db
    .select({
      id: documents.id,
      size: documents.size,
      sha256: documents.sha256,
      wrapped_key: documents.wrapped_key,
      of: sql<string | null>`case ${kinds} end`,
      record_id: sql<string | null>`coalesce(${ids})`,
      slot: documents.slot,
    })
    .from(documents)
    .where(and(isNotNull(documents.missing_at), last === undefined ? undefined : gt(documents.id, last)))
    .orderBy(asc(documents.id))
    .limit(PAGE)
