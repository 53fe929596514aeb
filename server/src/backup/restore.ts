import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { recountAll } from '../dashboard/recount.ts'
import { INSTALLATION } from '../db/installation.table.ts'
import { applyInside, createStepTable, SCHEMA_LOCK } from '../db/migrate.ts'
import { installationOf } from '../documents/openFiles.ts'
import { openFileStore } from '../files/fileStore.ts'
import type { ObjectStore } from '../files/objects.ts'
import { openObjects } from '../files/openObjects.ts'
import { countAllMiskept } from '../persons/proof.ts'
import { rekeepAll } from '../persons/rekeep.ts'
import type { Settings } from '../settings.ts'
import { findBroken } from '../transactions/invariants.ts'
import { idsOf } from './dump.ts'
import { findKeyFor } from './key.ts'
import { load } from './load.ts'
import type { Manifest } from './manifest.ts'
import { refuseFilled, stepsOf, suspendRules } from './schema.ts'
import { withClient } from './source.ts'
import { refuseOccupied, withTarget } from './target.ts'
import { checkBackup } from './trailer.ts'

const SAMPLE_SIZE = 100

type Place = Pick<Settings, 'data_dir' | 'database_url' | 'files' | 'files_dir' | 'master_key' | 'max_file_mb'>

export interface Restored {
  manifest: Manifest
  /** How many documents were decrypted and compared with their hashes. */
  opened: number
  forward: number
}

interface How {
  ask: () => Promise<string | undefined>
  signal: AbortSignal
  /** Opens every document, not some. */
  all?: boolean
}

/** File, version, key and target are checked first; a later failure leaves database and store empty. */
export async function restore(path: string, place: Place, { ask, signal, all = false }: How): Promise<Restored> {
  const backup = await checkBackup(path, signal)
  const { manifest } = backup
  const steps = stepsOf(manifest.migrations)
  const store = await openObjects(place)
  try {
    const filled = manifest.documents_in === 'file' ? store : undefined
    await refuseOccupied(place, filled)
    const key = manifest.master_key_mark === null ? undefined : await findKeyFor(manifest.master_key_mark, place, ask)
    // A copy of a portal is another installation; one whose documents stayed where they are is the same.
    const installation = filled && randomUUID()
    if (filled && installation) await filled.claim(installation)
    let opened = 0
    await withTarget(place, filled, (database) =>
      withClient(database, async (client) => {
        await client.query('begin')
        await fill(client, { path, backup, steps, store, place, signal, installation })
        if (key) opened = await openSome(client, { place, store, key, number: all ? manifest.documents : sampleOf(manifest) })
        signal.throwIfAborted()
        await client.query('commit')
      }),
    )
    return { manifest, opened, forward: steps.later.length }
  } finally {
    store.close()
  }
}

interface Given {
  path: string
  backup: Awaited<ReturnType<typeof checkBackup>>
  steps: ReturnType<typeof stepsOf>
  store: ObjectStore
  place: Place
  signal: AbortSignal
  installation: string | undefined
}

async function fill(client: pg.Client, { path, backup, steps, store, place, signal, installation }: Given): Promise<void> {
  // A portal that starts meanwhile waits.
  await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
  await refuseFilled(client)
  await createStepTable(client)
  await applyInside(client, steps.made_by)
  const resume = await suspendRules(client)
  const listed = await load(client, { path, backup, store, unfinished: join(place.files_dir, 'tmp'), signal })
  await resume()
  await applyInside(client, steps.later)
  await proveLedger(client)
  await proveKept(client)
  if (installation) await setInstallation(client, installation)
  else await proveListed(client, store, backup.manifest, listed)
}

async function setInstallation(client: pg.Client, id: string): Promise<void> {
  const statement = 'insert into installation values ($1, $2) on conflict (key) do update set value = excluded.value'
  await client.query(statement, [INSTALLATION.id, id])
}

/** The store must be that of the backup, with every document that it lists. */
async function proveListed(client: pg.Client, store: ObjectStore, { documents }: Manifest, listed: string[]): Promise<void> {
  await store.claim(await installationOf(drizzle(client)))
  const found = await idsOf(store)
  const missing = listed.filter((id) => !found.has(id))
  if (missing.length > 0)
    throw new Error(
      `${missing.length} of ${documents} documents of the backup are not in the store, the first one ${missing[0]}. Nothing was restored.`,
    )
  if (listed.length !== documents) throw new Error(`The backup lists ${listed.length} of ${documents} documents.`)
}

/** What is not in the file may have changed since: of that one in a hundred is opened, else some to try the key. */
const sampleOf = ({ documents, documents_in }: Manifest): number =>
  documents_in === 'file' ? SAMPLE_SIZE : Math.max(SAMPLE_SIZE, Math.ceil(documents / 100))

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

interface Sample {
  place: Place
  store: ObjectStore
  key: Buffer
  number: number
}

async function openSome(client: pg.Client, { place, store, key, number }: Sample): Promise<number> {
  const files = openFileStore(place.files_dir, key, place.max_file_mb, store)
  const { rows } = await client.query<{ id: string; sha256: string; wrapped_key: Buffer }>(
    'select id, sha256, wrapped_key from documents order by random() limit $1',
    [number],
  )
  for (const { id, sha256, wrapped_key } of rows) {
    const bytes = await files.read(id, wrapped_key).catch(() => undefined)
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`The document ${id} of the backup cannot be opened with the master key.`)
  }
  return rows.length
}
