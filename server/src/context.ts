import type { Changes } from './db/changes.ts'
import type { Db } from './db/open.ts'
import type { Proofs } from './db/proofs.ts'
import type { FileStore } from './files/store.ts'
import type { Gate } from './http/gate.ts'
import type { Vault } from './keys/vault.ts'
import type { Counters } from './metrics/counters.ts'
import type { ProviderNow } from './provider/provider.ts'
import type { RuleBook } from './rules/book.ts'
import type { Settings } from './settings.ts'

export interface Context extends Gate {
  db: Db
  files: FileStore
  vault: Vault
  settings: Settings
  now: () => Date
  changes: Changes
  counters: Counters
  proofs: Proofs
  rules: RuleBook
  /** What counts of the provider at this moment. */
  provider: () => Promise<ProviderNow>
}
