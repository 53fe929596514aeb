import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { recountAll } from '../dashboard/recount.ts'
import { INSTALLATION } from '../db/installation.table.ts'
import { applyInside, createStepTable, SCHEMA_LOCK } from '../db/migrate.ts'
import { yieldEpochs } from '../documents/epoch.ts'
import { installationOf } from '../documents/installation.ts'
import { type Proven, proofOf } from '../documents/proof.ts'
import type { ObjectStore } from '../files/objects.ts'
import { openObjects } from '../files/openObjects.ts'
import { foreignPlace } from '../files/place.ts'
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
import { givingUp, refuseOccupied, withTarget } from './target.ts'
import { checkBackup } from './trailer.ts'

const SAMPLE_SIZE = 100
/** More are written to a file. */
const MAX_NAMED = 20

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
    let opened = 0
    const into = async () => {
      if (filled && installation) await filled.claim(installation)
      await withTarget(place, (database) =>
        withClient(database, async (client) => {
          await client.query('begin')
          await fill(client, { path, backup, steps, store, place, signal, installation })
          if (key) opened = await openSome(client, { store, key, number: all ? manifest.documents : sampleOf(manifest) })
          signal.throwIfAborted()
          await client.query('commit')
        }),
      )
    }
    await (filled && installation ? givingUp(filled, installation, into) : into())
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
  else await keepPlace(client, { path, store, documents: backup.manifest.documents, listed })
}

const SET = 'insert into installation values ($1, $2) on conflict (key) do update set value = excluded.value'

async function setInstallation(client: pg.Client, id: string): Promise<void> {
  await client.query(SET, [INSTALLATION.id, id])
}

interface Listed {
  path: string
  store: ObjectStore
  documents: number
  listed: string[]
}

/** The store must be that of the backup, with every document that it lists. It is read only: who sweeps it stays as it was. */
async function keepPlace(client: pg.Client, { path, store, documents, listed }: Listed): Promise<void> {
  const own = await installationOf(drizzle(client))
  for (const mark of store.marks) {
    const owner = await mark.read()
    if (owner && owner.installation !== own) throw foreignPlace(mark.place)
  }
  await proveListed(path, store, documents, listed)
  for (const { key, value } of yieldEpochs(store.marks)) await client.query(SET, [key, value])
}

async function proveListed(path: string, store: ObjectStore, documents: number, listed: string[]): Promise<void> {
  const found = await idsOf(store)
  const missing = listed.filter((id) => !found.has(id))
  if (missing.length > 0)
    throw new Error(`${missing.length} of ${documents} documents of the backup are not in the store${await named(path, missing)}`)
  if (listed.length !== documents) throw new Error(`The backup lists ${listed.length} of ${documents} documents.`)
}

/** A person reads some; a program that brings older versions back takes the file. */
async function named(path: string, missing: string[]): Promise<string> {
  if (missing.length <= MAX_NAMED) return `. Nothing was restored. They are:\n${missing.join('\n')}`
  const file = `${path}.missing`
  const written = await writeFile(file, missing.map((id) => `${id}\n`).join(''), { mode: 0o600 }).then(
    () => `${file} names them all`,
    (error: Error) => `a list of them could not be written (${error.message})`,
  )
  return `, the first one ${missing[0]}. Nothing was restored; ${written}.`
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
  const { rows } = await client.query<Proven>('select id, size, sha256, wrapped_key from documents order by random() limit $1', [number])
  for (const row of rows) {
    const proof = await proofOf(store, row, key)
    if (proof === 'missing') throw new Error(`The document ${row.id} of the backup is not in the store.`)
    if (proof === 'damaged') throw new Error(`The document ${row.id} of the backup cannot be opened with the master key.`)
  }
  return rows.length
}
