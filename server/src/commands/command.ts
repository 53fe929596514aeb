import { type Connection, connectBeside, withDatabase } from '../connect.ts'
import { openFiles } from '../documents/openFiles.ts'
import { openVault } from '../keys/vault.ts'
import { readSettings, type Settings } from '../settings.ts'

/** A literal, or a value that the operator fills in. */
type Word = string | { value: string; isOptional: boolean }

export const value = (name: string): Word => ({ value: name, isOptional: false })
export const optional = (name: string): Word => ({ value: name, isOptional: true })

export const FLAGS = ['rows', 'all', 'missing'] as const
type Flag = (typeof FLAGS)[number]

/** What can be written after `npm run portal --`. An Error of `run` is a sentence for the operator. */
export interface Form {
  words: readonly [command: string, ...rest: Word[]]
  /** Written with --yes. */
  yes?: boolean
  /** Written as `--rows`. */
  flag?: Flag
  /** May be written behind the words, as `--cases-to EMAIL`; then `run` gets the value behind theirs. */
  option?: { name: 'cases-to'; value: string }
  effect: string
  run(...values: string[]): Promise<string>
}

/** Works whether the portal runs or not. */
export async function besidePortal<Result>(act: (db: Connection['db'], settings: Settings) => Promise<Result>): Promise<Result> {
  const settings = readSettings(process.env)
  return withDatabase(await connectBeside(settings, () => {}), ({ db }) => act(db, settings))
}

/** A backup reads one state of all, and a restore writes all at once: each on one connection that keeps its state. */
export const withoutPooler = (settings: Settings): Settings => ({ ...settings, database_url: settings.database_direct_url })

export async function openStores(db: Connection['db'], settings: Settings) {
  const { files, key } = await openFiles(settings, db)
  return { files, vault: openVault(key), key }
}
