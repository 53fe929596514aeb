import { createHash } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { recountAll } from '../dashboard/recount.ts'
import { applyInside, createStepTable, SCHEMA_LOCK } from '../db/migrate.ts'
import { openFileStore } from '../files/fileStore.ts'
import { countAllMiskept } from '../persons/proof.ts'
import { rekeepAll } from '../persons/rekeep.ts'
import type { Settings } from '../settings.ts'
import { findBroken } from '../transactions/invariants.ts'
import { findKeyFor } from './key.ts'
import { load } from './load.ts'
import type { Manifest } from './manifest.ts'
import { refuseFilled, stepsOf, suspendRules } from './schema.ts'
import { withClient } from './source.ts'
import { refuseOccupied, withTarget } from './target.ts'
import { checkBackup } from './trailer.ts'

const SAMPLE_SIZE = 100

type Place = Pick<Settings, 'data_dir' | 'database_url' | 'files_dir' | 'master_key' | 'max_file_mb'>

export interface Restored {
  manifest: Manifest
  /** How many documents were decrypted to check the key. */
  opened: number
  forward: number
}

/** Runs in one transaction. File, version, key and target are checked first; a later failure leaves database and folder empty. */
export async function restore(
  path: string,
  place: Place,
  { ask, signal }: { ask: () => Promise<string | undefined>; signal: AbortSignal },
): Promise<Restored> {
  const backup = await checkBackup(path, signal)
  const { manifest } = backup
  const steps = stepsOf(manifest.migrations)
  refuseOccupied(place)
  const key = manifest.master_key_mark === null ? undefined : await findKeyFor(manifest.master_key_mark, place, ask)
  let opened = 0
  await withTarget(place, (database) =>
    withClient(database, async (client) => {
      await client.query('begin')
      // A portal that starts meanwhile waits.
      await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
      await refuseFilled(client)
      await createStepTable(client)
      await applyInside(client, steps.made_by)
      const resume = await suspendRules(client)
      await load(client, { path, backup, filesDir: place.files_dir, signal })
      await resume()
      await applyInside(client, steps.later)
      await proveLedger(client)
      await proveKept(client)
      if (key) opened = await openSome(client, place, key)
      signal.throwIfAborted()
      await client.query('commit')
    }),
  )
  return { manifest, opened, forward: steps.later.length }
}

async function proveLedger(client: pg.Client): Promise<void> {
  const broken = await findBroken(drizzle(client))
  if (broken.length > 0) throw new Error(`The money in the backup does not add up: ${broken.join('; ')}`)
}

/** What is kept beside the rows may have been wrong in the backup: then it is counted anew. */
async function proveKept(client: pg.Client): Promise<void> {
  const db = drizzle(client)
  const findBroken = async () => [
    ...(await findAllMiscounted(db, new Date())).map((which) => `numbers ${which}`),
    ...((await countAllMiskept(db, new Date())) > 0 ? ['rows of applications and people'] : []),
  ]
  if ((await findBroken()).length === 0) return
  await recountAll(db, (act) => act(db))
  await rekeepAll(db, (act) => act(db))
  const broken = await findBroken()
  if (broken.length > 0) throw new Error(`What is kept beside the rows of the backup stays wrong: ${broken.slice(0, 10).join('; ')}`)
}

async function openSome(client: pg.Client, { files_dir, max_file_mb }: Place, key: Buffer): Promise<number> {
  const files = openFileStore(files_dir, key, max_file_mb)
  const { rows } = await client.query<{ id: string; sha256: string; wrapped_key: Buffer }>(
    'select id, sha256, wrapped_key from documents order by random() limit $1',
    [SAMPLE_SIZE],
  )
  for (const { id, sha256, wrapped_key } of rows) {
    const bytes = await files.read(id, wrapped_key).catch(() => undefined)
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`The document ${id} of the backup cannot be opened with the master key.`)
  }
  return rows.length
}
