import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { newPassword } from '../src/auth/operator.ts'
import { reasonOf } from '../src/connect.ts'
import { openChanges } from '../src/db/changes.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDb, openPool } from '../src/db/open.ts'
import { openFileStore } from '../src/files/fileStore.ts'
import { loadMasterKey } from '../src/keys/masterKey.ts'
import { openVault } from '../src/keys/vault.ts'
import { startEmbedded } from '../src/postgres/embedded.ts'
import { lockDataDir } from '../src/postgres/lock.ts'
import { stopOrphan } from '../src/postgres/orphan.ts'
import { readSettings, type Settings } from '../src/settings.ts'
import { type Account, fill, WHOLE_YEAR } from './fill.ts'

/** What a demo's data directory remembers of itself; it has no accounts while it is being filled. */
const Demo = z.object({ password: z.string(), accounts: z.array(z.object({ who: z.string(), email: z.string() })) })
type Demo = z.infer<typeof Demo>
const NOTE = 'demo.json'
/** What a portal keeps in its data directory. */
const CONTENTS = ['postgres', 'postgres.new', 'postgres.log', 'files', 'keys']

/** Replaces the note as a whole, readable for this user only: it holds the password. */
function writeNote(dataDir: string, demo: Demo): void {
  const path = join(dataDir, NOTE)
  writeFileSync(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

/** Empties the directory for a new fill: only of a demo that was interrupted, never of anything else. */
async function clear(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  if (!existsSync(join(dataDir, NOTE)) && CONTENTS.some((name) => existsSync(join(dataDir, name))))
    throw new Error(`${dataDir} holds a portal that is no demo; it was left as it is. Set DATA_DIR to another folder.`)
  const lock = lockDataDir(dataDir)
  try {
    await stopOrphan(join(dataDir, 'postgres'))
    for (const name of CONTENTS) rmSync(join(dataDir, name), { recursive: true, force: true })
  } finally {
    lock.release()
  }
}

/** Signals end it at once: a fill that was interrupted is begun again. */
async function fillDatabase(settings: Settings, password: string): Promise<Account[]> {
  const database = await startEmbedded(settings.data_dir)
  // The clean end of the database writes everything out; until then a crash only means another fill.
  const pool = openPool({ connectionString: database.url, options: '-c synchronous_commit=off' }, () => {})
  try {
    await migrate(pool)
    const db = openDb(pool)
    const { key } = await loadMasterKey(settings, db)
    const files = openFileStore(settings.files_dir, key, settings.max_file_mb)
    const changes = openChanges({ connectionString: database.url })
    const filling = fill({ db, files, vault: openVault(key), settings, changes }, WHOLE_YEAR, { until: new Date(), password })
    return await filling.finally(() => changes.close())
  } finally {
    await pool.end().finally(database.stop)
  }
}

/** The demo of this data directory, which is filled if it is not yet. */
async function prepare(settings: Settings): Promise<Demo> {
  const { data_dir, database_url } = settings
  if (database_url) throw new Error('The demo has a database of its own. Start it without DATABASE_URL.')
  const path = join(data_dir, NOTE)
  const known = existsSync(path) ? Demo.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
  if (known?.accounts.length) return known
  await clear(data_dir)
  console.log(`Filling the demo in ${data_dir}. This takes a minute, once …`)
  const begun = Date.now()
  const password = newPassword()
  writeNote(data_dir, { password, accounts: [] })
  const filled = { password, accounts: await fillDatabase(settings, password) }
  writeNote(data_dir, filled)
  console.log(`Filled in ${Math.round((Date.now() - begun) / 1000)} s.`)
  return filled
}

function tell({ password, accounts }: Demo): void {
  const width = Math.max(...accounts.map(({ who }) => who.length))
  const lines = [...accounts, { who: 'Password of all', email: password }].map(({ who, email }) => `  ${who.padEnd(width)}  ${email}`)
  console.log(['', '  Sign in at /admin-login or /customer-login.', ...lines, ''].join('\n'))
}

process.env.DATA_DIR ||= './data/demo'
// Its documents are made up, and lie with it.
for (const name of ['FILES_URL', 'FILES_ALSO']) delete process.env[name]
// A made-up account, so that the billing screen shows one.
process.env.BANK_NAME ||= 'Emirates Demonstration Bank'
process.env.BANK_ACCOUNT_NAME ||= 'Visa Portal Demonstration LLC'
process.env.BANK_ACCOUNT_NUMBER ||= '1234567890123456'
process.env.BANK_IBAN ||= 'AE070331234567890123456'

try {
  const demo = await prepare(readSettings(process.env))
  await import('../src/main.ts')
  tell(demo)
} catch (error) {
  console.error(reasonOf(error))
  process.exit(1)
}
