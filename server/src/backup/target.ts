import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'uuid'
import { makeDataDir } from '../connect.ts'
import { type EmbeddedDatabase, startEmbedded } from '../postgres/embedded.ts'
import type { Settings } from '../settings.ts'

export type Place = Pick<Settings, 'data_dir' | 'database_url' | 'files_dir'>

/** What a restore may create in DATA_DIR; not the key. */
const MADE = ['postgres', 'postgres.new', 'postgres.log', 'portal.lock', 'files']

/** Throws if there are documents or an embedded database. Only looks. */
export function refuseOccupied({ data_dir, database_url, files_dir }: Place): void {
  const occupied = (what: string) => new Error(`${what} is not empty. Nothing was touched. Name another DATA_DIR, or move it away.`)
  if (existsSync(files_dir) && readdirSync(files_dir).some((name) => validate(name))) throw occupied(files_dir)
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
    mkdirSync(files_dir, { recursive: true, mode: 0o700 })
    await fill(database_url ? { url: database_url, stop: async () => {} } : await startEmbedded(data_dir))
  } catch (error) {
    for (const name of MADE.filter((made) => !before?.includes(made))) rmSync(join(data_dir, name), { recursive: true, force: true })
    for (const name of existsSync(files_dir) ? readdirSync(files_dir) : [])
      if (!documents.includes(name)) rmSync(join(files_dir, name), { recursive: true, force: true })
    if (!before && existsSync(data_dir) && readdirSync(data_dir).length === 0) rmdirSync(data_dir)
    throw error
  }
}
