import type { Changes } from './db/changes.ts'
import type { Db } from './db/open.ts'
import type { FileStore } from './files/store.ts'
import type { Budget } from './http/budget.ts'
import type { Reads } from './http/reads.ts'
import type { Journal } from './journal/journal.ts'
import type { Vault } from './keys/vault.ts'
import type { Settings } from './settings.ts'

/** What every noun gets from `buildApp`. */
export interface Context {
  db: Db
  files: FileStore
  vault: Vault
  settings: Settings
  now: () => Date
  changes: Changes
  journal: Journal
  documentMemory: Budget
  reads: Reads
}
