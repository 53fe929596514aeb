import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildApp } from '../server/src/app.ts'
import { openChanges } from '../server/src/db/changes.ts'
import { type Db, openDb, openPool } from '../server/src/db/open.ts'
import { openProofs, type Proofs } from '../server/src/db/proofs.ts'
import { installationOf } from '../server/src/documents/installation.ts'
import { openFileStore } from '../server/src/files/fileStore.ts'
import { openObjects } from '../server/src/files/openObjects.ts'
import { type Journal, openJournal } from '../server/src/journal/journal.ts'
import { openVault, type Vault } from '../server/src/keys/vault.ts'
import { Counters } from '../server/src/metrics/counters.ts'
import { readSettings, type Settings } from '../server/src/settings.ts'
import { freshDatabase } from './database.ts'
import { sharedInspector } from './inspector.ts'

/** Tests begin at this moment, 10:00 in Dubai; `portal.clock` moves it. */
export const START = new Date('2026-11-20T06:00:00.000Z')

export interface Portal {
  app: Awaited<ReturnType<typeof buildApp>>
  db: Db
  pool: ReturnType<typeof openPool>
  settings: Settings
  files: ReturnType<typeof openFileStore>
  vault: Vault
  clock: { moment: Date }
  counters: Counters
  proofs: Proofs
  journal: Journal
  database_url: string
  master_key: Buffer
}

/** The real app on a database and a file store of this test file's own. */
export function startPortal(environment: NodeJS.ProcessEnv | (() => NodeJS.ProcessEnv) = {}): Portal {
  const portal = { clock: { moment: START }, counters: new Counters() } as Portal
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const database = await freshDatabase()
    const data = await mkdtemp(join(tmpdir(), 'portal-'))
    let closing = false
    const pool = openPool({ connectionString: database.url }, (error) => {
      // Otherwise lines without a person are dropped beyond their limit.
      if (error !== undefined && !closing) throw error
    })
    const more = typeof environment === 'function' ? environment() : environment
    portal.settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: data, ...more })
    portal.pool = pool
    portal.db = openDb(pool)
    portal.database_url = database.url
    portal.proofs = openProofs(portal.db)
    portal.master_key = randomBytes(32)
    const objects = await openObjects(portal.settings, 'server')
    if (objects.marks.length > 0) await objects.claim(await installationOf(portal.db))
    const { files_dir, max_file_mb } = portal.settings
    portal.files = openFileStore(files_dir, portal.master_key, max_file_mb, objects, sharedInspector(max_file_mb))
    portal.vault = openVault(portal.master_key)
    const changes = openChanges({ connectionString: database.url })
    portal.journal = openJournal(portal.db, ({ error }) => {
      // Otherwise lines without a person are dropped beyond their limit.
      if (error !== undefined && !closing) throw error
    })
    const { db, files, vault, settings, journal, counters, proofs } = portal
    portal.app = await buildApp({ db, files, vault, settings, changes, journal, counters, proofs, now: () => portal.clock.moment })
    stops.push(
      async () => {
        closing = true
      },
      () => portal.app.close(),
      () => portal.journal.end(),
      () => portal.files.close(),
      () => changes.close(),
      () => pool.end(),
      () => database.drop(),
      () => rm(data, { recursive: true, maxRetries: 5 }),
    )
  })
  beforeEach(() => {
    portal.clock.moment = START
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return portal
}
