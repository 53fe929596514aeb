import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { openFileStore } from '../files/fileStore.ts'
import { isEmpty } from '../files/objects.ts'
import { openObjects } from '../files/openObjects.ts'
import { loadMasterKey } from '../keys/masterKey.ts'
import type { Settings } from '../settings.ts'

/** The files of this database, and its master key. Throws a sentence if the key or the place is not its own. */
export async function openFiles(settings: Settings, db: Db) {
  const objects = await openObjects(settings)
  try {
    await objects.claim(await installationOf(db))
    const { key, notice } = await loadMasterKey(settings, db, async () => !(await isEmpty(objects)))
    return { files: openFileStore(settings.files_dir, key, settings.max_file_mb, objects), key, notice }
  } catch (error) {
    objects.close()
    throw error
  }
}

/** The id of this installation, made when it is first asked for. */
export async function installationOf(db: Db): Promise<string> {
  await db.insert(installation).values({ key: INSTALLATION.id, value: randomUUID() }).onConflictDoNothing()
  const [row] = await db.select().from(installation).where(eq(installation.key, INSTALLATION.id))
  if (!row) throw new Error('the id of the installation was not made')
  return row.value
}
