import { writeFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { yieldEpochs } from '../documents/epoch.ts'
import { installationOf } from '../documents/installation.ts'
import type { ObjectStore } from '../files/objects.ts'
import { foreignPlace } from '../files/place.ts'
import { idsOf } from './dump.ts'

/** More are written to a file. */
const MAX_NAMED = 20
const HINT = 'Bring them back, or restore with --missing to go on without them.'
const NOWHERE =
  'None of the documents of the backup is in the store, and nothing there says that it is the place of this installation. Nothing was restored. Check FILES_URL, and that the folder of the documents is mounted.'

interface Listed {
  path: string
  store: ObjectStore
  documents: number
  listed: string[]
  /** Whether documents may be missing; they are noted. */
  accepts: boolean
}

/** The store must be that of the backup, with every document that it lists. It is read only: who sweeps it stays as it was. Answers what is missing. */
export async function keepPlace(client: pg.Client, { path, store, documents, listed, accepts }: Listed): Promise<string[]> {
  const own = await installationOf(drizzle(client))
  let isOwn = false
  for (const mark of store.marks) {
    const owner = await mark.read()
    if (owner && owner.installation !== own) throw foreignPlace(mark.place)
    isOwn ||= owner !== undefined
  }
  if (listed.length !== documents) throw new Error(`The backup lists ${listed.length} of ${documents} documents.`)
  const found = await idsOf(store)
  const missing = listed.filter((id) => !found.has(id))
  if (missing.length > 0 && !accepts)
    throw new Error(`${missing.length} of ${documents} documents of the backup are not in the store${await named(path, missing)}`)
  // An empty prefix or a folder that is not mounted has none of them either.
  if (missing.length > 0 && missing.length === documents && !isOwn) throw new Error(NOWHERE)
  await client.query('update documents set missing_at = now() where id = any($1::uuid[])', [missing])
  for (const { key, value } of yieldEpochs(store.marks)) await setValue(client, key, value)
  return missing
}

export const setValue = (client: pg.Client, key: string, value: string): Promise<unknown> =>
  client.query('insert into installation values ($1, $2) on conflict (key) do update set value = excluded.value', [key, value])

/** A person reads some; a program that brings older versions back takes the file. */
async function named(path: string, missing: string[]): Promise<string> {
  if (missing.length <= MAX_NAMED) return `. Nothing was restored. ${HINT} They are:\n${missing.join('\n')}`
  const file = `${path}.missing`
  const written = await writeFile(file, missing.map((id) => `${id}\n`).join(''), { mode: 0o600 }).then(
    () => `${file} names them all`,
    (error: Error) => `a list of them could not be written (${error.message})`,
  )
  return `, the first one ${missing[0]}. Nothing was restored; ${written}. ${HINT}`
}
