import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from '../connect.ts'
import { isEmpty, MARK, type ObjectStore } from '../files/objects.ts'
import { nameOf } from '../files/place.ts'
import { type EmbeddedDatabase, startEmbedded } from '../postgres/embedded.ts'
import type { Settings } from '../settings.ts'

type Place = Pick<Settings, 'data_dir' | 'database_url' | 'files' | 'files_dir'>

/** What a restore may create in DATA_DIR; not the key. */
const MADE = ['postgres', 'postgres.new', 'postgres.log', 'portal.lock', 'files']

/** Throws if there are documents or an embedded database. Only looks. */
export async function refuseOccupied({ data_dir, database_url, files, files_dir }: Place, store: ObjectStore | undefined): Promise<void> {
  const occupied = (what: string, another = 'DATA_DIR') =>
    new Error(`${what} is not empty. Nothing was touched. Name another ${another}, or move it away.`)
  if (store && !(await isEmpty(store)))
    throw files.here === 'folder' ? occupied(files_dir) : occupied(nameOf(files.here), 'prefix in FILES_URL')
  const postgres = join(data_dir, 'postgres')
  if (!database_url && existsSync(postgres)) throw occupied(postgres)
}

/** An empty database and store; a failure leaves both as they were. Without a store, documents are left alone. */
export async function withTarget(
  place: Place,
  store: ObjectStore | undefined,
  fill: (database: EmbeddedDatabase) => Promise<void>,
): Promise<void> {
  const { data_dir, database_url, files_dir } = place
  const before = existsSync(data_dir) ? readdirSync(data_dir) : undefined
  const documents = existsSync(files_dir) ? readdirSync(files_dir) : []
  try {
    makeDataDir(data_dir)
    mkdirSync(join(files_dir, 'tmp'), { recursive: true, mode: 0o700 })
    await fill(database_url ? { url: database_url, stop: async () => {} } : await startEmbedded(data_dir))
  } catch (error) {
    if (store && place.files.here !== 'folder') await emptyStore(store)
    for (const name of MADE.filter((made) => !before?.includes(made))) rmSync(join(data_dir, name), { recursive: true, force: true })
    for (const name of existsSync(files_dir) ? readdirSync(files_dir) : [])
      if (!documents.includes(name)) rmSync(join(files_dir, name), { recursive: true, force: true })
    if (!before && existsSync(data_dir) && readdirSync(data_dir).length === 0) rmdirSync(data_dir)
    throw error
  }
}

/** Where it was empty before. */
async function emptyStore(store: ObjectStore): Promise<void> {
  for await (const page of store.list()) for (const id of page) await store.remove(id)
  await store.remove(MARK)
}
