import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { recountAll } from '../dashboard/recount.ts'
import { INSTALLATION } from '../db/installation.table.ts'
import { applyInside, createStepTable, SCHEMA_LOCK } from '../db/migrate.ts'
import { type Proven, proofOf } from '../documents/proof.ts'
import type { ObjectStore } from '../files/objects.ts'
import { openObjects } from '../files/openObjects.ts'
import { countAllMiskept } from '../persons/proof.ts'
import { rekeepAll } from '../persons/rekeep.ts'
import type { Settings } from '../settings.ts'
import { findBroken } from '../transactions/invariants.ts'
import { findKeyFor } from './key.ts'
import { keepPlace, setValue } from './listed.ts'
import { load } from './load.ts'
import type { Manifest } from './manifest.ts'
import { refuseFilled, stepsOf, suspendRules } from './schema.ts'
import { withClient } from './source.ts'
import { givingUp, refuseOccupied, withTarget } from './target.ts'
import { checkBackup } from './trailer.ts'

const SAMPLE_SIZE = 100

type Place = Pick<Settings, 'data_dir' | 'database_url' | 'files' | 'files_dir' | 'master_key' | 'max_file_mb'>

export interface Restored {
  manifest: Manifest
  /** How many documents were decrypted and compared with their hashes. */
  opened: number
  forward: number
  /** The listed documents that were noted as missing. */
  missing: string[]
}

interface How {
  ask: () => Promise<string | undefined>
  signal: AbortSignal
  /** Opens every document, not some. */
  all?: boolean
  /** Goes on where listed documents are not in the store, and notes them. */
  missing?: boolean
}

/** File, version, key and target are checked first; a later failure leaves database and store empty. */
export async function restore(path: string, place: Place, { ask, signal, all = false, missing: accepts = false }: How): Promise<Restored> {
  const backup = await checkBackup(path, signal)
  const { manifest } = backup
  if (accepts && manifest.documents_in === 'file')
    throw new Error('The backup holds its documents itself, so none can be missing. Nothing was touched. Leave --missing away.')
  const steps = stepsOf(manifest.migrations)
  const store = await openObjects(place)
  try {
    const filled = manifest.documents_in === 'file' ? store : undefined
    await refuseOccupied(place, filled)
    const key = manifest.master_key_mark === null ? undefined : await findKeyFor(manifest.master_key_mark, place, ask)
    // A copy of a portal is another installation; one whose documents stayed where they are is the same.
    const installation = filled && randomUUID()
    let opened = 0
    let missing: string[] = []
    const into = async () => {
      if (filled && installation) await filled.claim(installation)
      await withTarget(place, (database) =>
        withClient(database, async (client) => {
          await client.query('begin')
          missing = await fill(client, { path, backup, steps, store, place, signal, installation, accepts })
          if (key) opened = await openSome(client, { store, key, number: all ? manifest.documents : sampleOf(manifest) })
          signal.throwIfAborted()
          await client.query('commit')
        }),
      )
    }
    await (filled && installation ? givingUp(filled, installation, into) : into())
    return { manifest, opened, forward: steps.later.length, missing }
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
  accepts: boolean
}

/** Answers the documents that are missing. */
async function fill(client: pg.Client, { path, backup, steps, store, place, signal, installation, accepts }: Given): Promise<string[]> {
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
  if (!installation) return keepPlace(client, { path, store, documents: backup.manifest.documents, listed, accepts })
  await setValue(client, INSTALLATION.id, installation)
  return []
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
  store: ObjectStore
  key: Buffer
  number: number
}

async function openSome(client: pg.Client, { store, key, number }: Sample): Promise<number> {
  const { rows } = await client.query<Proven>(
    'select id, size, sha256, wrapped_key from documents where missing_at is null order by random() limit $1',
    [number],
  )
  for (const row of rows) {
    const proof = await proofOf(store, row, key)
    if (proof === 'missing') throw new Error(`The document ${row.id} of the backup is not in the store.`)
    if (proof === 'damaged') throw new Error(`The document ${row.id} of the backup cannot be opened with the master key.`)
  }
  return rows.length
}
