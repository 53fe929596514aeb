import { type Connection, connectBeside, withDatabase } from '../connect.ts'
import { openFileStore } from '../files/fileStore.ts'
import { loadMasterKey } from '../keys/masterKey.ts'
import { openVault } from '../keys/vault.ts'
import { readSettings, type Settings } from '../settings.ts'

/**
 * The forms of a command: how each is written and what it does. Words in lower case are written as they stand, the others are filled in;
 * `[one in brackets]` may be left out. `run` gets what was filled in and answers what to print; an Error is a sentence for the operator.
 */
export type Forms = Record<string, { effect: string; run(...filledIn: string[]): Promise<string> }>

/** Works on the database of the portal, which may be running or not. */
export async function besidePortal<Result>(act: (db: Connection['db'], settings: Settings) => Promise<Result>): Promise<Result> {
  const settings = readSettings(process.env)
  return withDatabase(await connectBeside(settings, () => {}), ({ db }) => act(db, settings))
}

/** The portal's documents and small secrets, opened with its master key. */
export async function openStores(db: Connection['db'], settings: Settings) {
  const { key } = await loadMasterKey(settings, db)
  return { files: openFileStore(settings.files_dir, key, settings.max_file_mb), vault: openVault(key) }
}
