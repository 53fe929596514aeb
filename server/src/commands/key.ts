import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { connect, withDatabase } from '../connect.ts'
import { syncDirectory } from '../disk/syncDirectory.ts'
import { isEmpty } from '../files/objects.ts'
import { openObjects } from '../files/openObjects.ts'
import { newKey } from '../keys/encryption.ts'
import { loadMasterKey } from '../keys/masterKey.ts'
import { readSettings } from '../settings.ts'
import { type Form, value } from './command.ts'
import { rotateMasterKey } from './rotateKey.ts'

export const forms: Form[] = [
  {
    words: ['key', 'rotate', value('NEW_KEY_FILE')],
    effect: 'makes a new master key in a new file and encrypts everything under it; the portal must be stopped',
    async run(file) {
      const path = resolve(file)
      const settings = readSettings(process.env)
      return withDatabase(await connect(settings, () => {}), async ({ db }) => {
        const files = await openObjects(settings)
        const { key } = await loadMasterKey(settings, db, async () => !(await isEmpty(files)))
        const count = await rotateMasterKey(db, key, () => makeKeyFile(path))
        return `${count} secrets were encrypted under the new key. Start the portal with MASTER_KEY_FILE=${path}.
Keep the old key as long as you keep backups from before this: only the old key opens them.`
      })
    },
  },
]

/** Written before anything is encrypted with the key; never replaces a file. */
async function makeKeyFile(path: string): Promise<Buffer> {
  const key = newKey()
  await writeFile(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await syncDirectory(dirname(path))
  return key
}
