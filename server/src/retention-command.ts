import { connectBeside, reasonOf, withDatabase } from './connect.ts'
import { openFileStore } from './files/fileStore.ts'
import { loadMasterKey } from './keys/masterKey.ts'
import { openVault } from './keys/vault.ts'
import { retain } from './privacy/retention.ts'
import { readSettings } from './settings.ts'

const USAGE = `npm run retention             lists what its term has ended for; changes nothing
npm run retention -- --yes    deletes it

DATA_DIR, DATABASE_URL, the master key and RETENTION_DOCUMENTS_DAYS are those of the portal, which may be running or not.`
const ALWAYS_KEPT = 'Transactions, receipts and the ledger are always kept.'

async function run([option, ...more]: string[]): Promise<string> {
  if (option === '--help' || option === 'help') return USAGE
  const yes = option === '--yes'
  if ((option !== undefined && !yes) || more.length > 0) throw new Error(USAGE)
  const settings = readSettings(process.env)
  return withDatabase(await connectBeside(settings, () => {}), async ({ db }) => {
    const { key } = await loadMasterKey(settings, db)
    const files = openFileStore(settings.files_dir, key, settings.max_file_mb)
    const told = await retain({ db, settings, files, vault: openVault(key) }, new Date(), { yes })
    if (told.length === 0) return `There is nothing whose term has ended. ${ALWAYS_KEPT}`
    const title = yes ? 'Deleted:' : 'Nothing has been changed yet: add --yes to delete this.'
    return [title, ...told.map((line) => `  ${line}`), ALWAYS_KEPT].join('\n')
  })
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
