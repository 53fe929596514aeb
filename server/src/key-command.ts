import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { rotateMasterKey } from './commands/rotateKey.ts'
import { connect, reasonOf, withDatabase } from './connect.ts'
import { syncDirectory } from './disk/syncDirectory.ts'
import { newKey } from './keys/encryption.ts'
import { loadMasterKey } from './keys/masterKey.ts'
import { readSettings } from './settings.ts'

const USAGE = `npm run key -- rotate NEW_KEY_FILE    makes a new master key in a new file and seals everything under it

DATA_DIR, DATABASE_URL and the present master key are those of the portal, which must be stopped.`

async function run([command, file, ...more]: string[]): Promise<string> {
  if (command === '--help' || command === 'help') return USAGE
  if (command !== 'rotate' || !file || more.length > 0) throw new Error(USAGE)
  const path = resolve(file)
  const settings = readSettings(process.env)
  return withDatabase(await connect(settings, () => {}), async ({ db }) => {
    const { key } = await loadMasterKey(settings, db)
    const count = await rotateMasterKey(db, key, () => makeKeyFile(path))
    return `${count} seals were renewed. Start the portal with MASTER_KEY_FILE=${path}.
Keep the old key as long as backups from before this: they open to it alone.`
  })
}

/** There before anything needs it, and never over another. */
async function makeKeyFile(path: string): Promise<Buffer> {
  const key = newKey()
  await writeFile(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await syncDirectory(dirname(path))
  return key
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
