import { newPassword } from '../src/auth/operator.ts'
import { reasonOf } from '../src/connect.ts'
import { openChanges } from '../src/db/changes.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDb, openPool } from '../src/db/open.ts'
import { openFileStore } from '../src/files/fileStore.ts'
import { loadMasterKey } from '../src/keys/masterKey.ts'
import { openVault } from '../src/keys/vault.ts'
import { startEmbedded } from '../src/postgres/embedded.ts'
import { readSettings, type Settings } from '../src/settings.ts'
import { type Account, fill, WHOLE_YEAR } from './fill.ts'
import { clearPlace, type Note, readNote, writeNote } from './place.ts'

/** The note of this data directory's demo, which is filled if it is not yet. */
async function prepare(settings: Settings): Promise<Note> {
  if (settings.database_url) throw new Error('The demo has a database of its own. Start it without DATABASE_URL.')
  const ready = readNote(settings.data_dir)
  if (ready) return ready
  await clearPlace(settings.data_dir)
  console.log(`Filling the demo in ${settings.data_dir}. This takes a minute, once …`)
  const begun = Date.now()
  const password = newPassword()
  writeNote(settings.data_dir, { password, accounts: null })
  const note = { password, accounts: await fillDatabase(settings, password) }
  writeNote(settings.data_dir, note)
  console.log(`Filled in ${Math.round((Date.now() - begun) / 1000)} s.`)
  return note
}

/** Signals end it at once: a fill that was interrupted is begun anew. */
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
    return await fill({ db, files, vault: openVault(key), settings, changes }, WHOLE_YEAR, { until: new Date(), password })
  } finally {
    await pool.end().finally(database.stop)
  }
}

function tell({ password, accounts }: Note): void {
  const width = Math.max(...(accounts ?? []).map(({ who }) => who.length))
  const lines = (accounts ?? []).map(({ who, email }) => `  ${who.padEnd(width)}  ${email}`)
  console.log(
    ['', '  Sign in at /admin-login or /customer-login.', ...lines, `  ${'Password of all'.padEnd(width)}  ${password}`, ''].join('\n'),
  )
}

process.env.DATA_DIR ||= './data/demo'
// A made-up account, so that the billing screen shows one.
process.env.BANK_NAME ||= 'Emirates Demonstration Bank'
process.env.BANK_ACCOUNT_NAME ||= 'Visa Portal Demonstration LLC'
process.env.BANK_ACCOUNT_NUMBER ||= '1234567890123456'
process.env.BANK_IBAN ||= 'AE070331234567890123456'

try {
  const note = await prepare(readSettings(process.env))
  await import('../src/main.ts')
  tell(note)
} catch (error) {
  console.error(reasonOf(error))
  process.exit(1)
}
