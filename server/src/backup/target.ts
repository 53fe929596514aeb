import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from '../connect.ts'
import { isEmpty, MARK, type ObjectStore, wordsOf } from '../files/objects.ts'
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

/** An empty database and folder; a failure leaves both as they were. */
export async function withTarget(place: Place, fill: (database: EmbeddedDatabase) => Promise<void>): Promise<void> {
  const { data_dir, database_url, files_dir } = place
  const before = existsSync(data_dir) ? readdirSync(data_dir) : undefined
  const documents = existsSync(files_dir) ? readdirSync(files_dir) : []
  try {
    makeDataDir(data_dir)
    mkdirSync(join(files_dir, 'tmp'), { recursive: true, mode: 0o700 })
    await fill(database_url ? { url: database_url, stop: async () => {} } : await startEmbedded(data_dir))
  } catch (error) {
    for (const name of MADE.filter((made) => !before?.includes(made))) rmSync(join(data_dir, name), { recursive: true, force: true })
    for (const name of existsSync(files_dir) ? readdirSync(files_dir) : [])
      if (!documents.includes(name)) rmSync(join(files_dir, name), { recursive: true, force: true })
    if (!before && existsSync(data_dir) && readdirSync(data_dir).length === 0) rmdirSync(data_dir)
    throw error
  }
}

/** Of buckets that were empty before. What fails leaves them so, or says that it could not. */
export async function givingUp(store: ObjectStore, installation: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    const left = store.marks.length === 0 ? undefined : await emptyStore(store, installation).catch((fault: unknown) => fault)
    if (left === undefined) throw error
    const places = store.marks.map(({ place }) => place).join(' and ')
    throw new Error(
      `${error instanceof Error ? error.message : error}\nWhat had been stored could not be removed (${wordsOf(left)}). Empty ${places} yourself, with the object ${MARK}.`,
    )
  }
}

/** Of what this installation has marked; a prefix of another one is left alone. */
async function emptyStore(store: ObjectStore, installation: string): Promise<void> {
  const owners = await Promise.all(store.marks.map((mark) => mark.read()))
  if (owners.every((owner) => !owner || owner.installation === installation))
    for await (const page of store.list()) for (const id of page) await store.remove(id)
  for (const [index, mark] of store.marks.entries()) if (owners[index]?.installation === installation) await mark.remove()
}
