import { type Connection, connectBeside, withDatabase } from '../connect.ts'
import { openFileStore } from '../files/fileStore.ts'
import { loadMasterKey } from '../keys/masterKey.ts'
import { openVault } from '../keys/vault.ts'
import { readSettings, type Settings } from '../settings.ts'

/** Commands by usage text: lower-case words are literal, others are values, `[…]` is optional. An Error is a sentence for the operator. */
export type Forms = Record<string, { effect: string; run(...filledIn: string[]): Promise<string> }>

/** Works whether the portal runs or not. */
export async function besidePortal<Result>(act: (db: Connection['db'], settings: Settings) => Promise<Result>): Promise<Result> {
  const settings = readSettings(process.env)
  return withDatabase(await connectBeside(settings, () => {}), ({ db }) => act(db, settings))
}

export async function openStores(db: Connection['db'], settings: Settings) {
  const { key } = await loadMasterKey(settings, db)
  return { files: openFileStore(settings.files_dir, key, settings.max_file_mb), vault: openVault(key) }
}
