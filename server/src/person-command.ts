import { connectBeside, reasonOf, withDatabase } from './connect.ts'
import { openFileStore } from './files/fileStore.ts'
import { loadMasterKey } from './keys/masterKey.ts'
import { openVault } from './keys/vault.ts'
import { erase, type Given, planErasure } from './privacy/erase.ts'
import { exportPerson } from './privacy/export.ts'
import { inWords } from './privacy/plan.ts'
import { bareNumber } from './privacy/words.ts'
import { readSettings } from './settings.ts'

const USAGE = `npm run person -- export PASSPORT FOLDER    writes all that is kept about a passport number into a new folder: JSON, files, a page to read
npm run person -- erase PASSPORT            lists what an erasure would delete, make nameless and keep, and why; changes nothing
npm run person -- erase PASSPORT --yes      does it

DATA_DIR, DATABASE_URL and the master key are those of the portal, which may be running or not.`

async function run([command, passport, third, ...more]: string[]): Promise<string> {
  if (command === '--help' || command === 'help') return USAGE
  const exports = command === 'export' && third !== undefined && !third.startsWith('-')
  const erases = command === 'erase' && (third === undefined || third === '--yes')
  if (!passport || !bareNumber(passport) || !(exports || erases) || more.length > 0) throw new Error(USAGE)
  const settings = readSettings(process.env)
  return withDatabase(await connectBeside(settings, () => {}), async ({ db }) => {
    const { key } = await loadMasterKey(settings, db)
    const files = openFileStore(settings.files_dir, key, settings.max_file_mb)
    const given: Given = { db, settings, files, vault: openVault(key) }
    const done = exports ? await write(given, passport, third) : await remove(given, passport, third === '--yes')
    return done ?? `Nothing is kept about the passport number ${passport.trim()}.`
  })
}

async function write(given: Given, passport: string, folder: string): Promise<string | undefined> {
  const documents = await exportPerson(given, passport, folder, new Date())
  return documents === undefined
    ? undefined
    : `${folder} holds person.json, index.html and ${documents} documents, no longer sealed: keep the folder safe, and delete it when it is handed over.`
}

async function remove(given: Given, passport: string, yes: boolean): Promise<string | undefined> {
  const plan = yes ? await erase(given, passport, new Date()) : await planErasure(given, passport)
  if (!plan) return undefined
  return `${yes ? 'Done.' : 'Nothing has been changed yet: add --yes to do this.'}\n${inWords(plan)}`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
