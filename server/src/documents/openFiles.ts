import { asc, desc, isNull } from 'drizzle-orm'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { openFileStore } from '../files/fileStore.ts'
import { isEmpty, MissingObject, type ObjectStore } from '../files/objects.ts'
import { type By, openObjects } from '../files/openObjects.ts'
import { nameOf } from '../files/place.ts'
import { loadMasterKey } from '../keys/masterKey.ts'
import type { Settings } from '../settings.ts'
import { installationOf } from './installation.ts'

/** At either end. */
const LOOKED_AT = 3

/** The files of this database, and its master key. Throws a sentence if the key or the place is not its own. */
export async function openFiles(settings: Settings, db: Db, by: By = 'command') {
  const objects = await openObjects(settings, by)
  try {
    await refuseAnotherPlace(settings, db, objects)
    await objects.claim(await installationOf(db))
    const { key, notice } = await loadMasterKey(settings, db, async () => !(await isEmpty(objects)))
    return { files: openFileStore(settings.files_dir, key, settings.max_file_mb, objects), key, notice }
  } catch (error) {
    objects.close()
    throw error
  }
}

/** An empty prefix or an unmounted folder has none of the documents. Where some were lost, those at the other end are there. */
async function refuseAnotherPlace({ files: { here, also } }: Settings, db: Db, objects: ObjectStore): Promise<void> {
  let id = ''
  for (const order of [asc, desc]) {
    const rows = await db
      .select({ id: documents.id })
      .from(documents)
      .where(isNull(documents.missing_at))
      .orderBy(order(documents.id))
      .limit(LOOKED_AT)
    for (const row of rows) if (!(await isMissing(objects, row.id))) return
    id = rows[0]?.id ?? id
  }
  if (id === '') return
  const places = [here, ...(also ? [also] : [])].map(nameOf).join(' or ')
  throw new Error(
    `The documents of the database, such as ${id}, are not in ${places}. Check FILES_URL, and that the folder of the documents is mounted; if they lie elsewhere, name that place in FILES_ALSO.`,
  )
}

/** A store that fails may have it. */
async function isMissing(objects: ObjectStore, id: string): Promise<boolean> {
  try {
    const found = await objects.open(id, { from: 0, to: 1 })
    await found.close()
    return false
  } catch (error) {
    return error instanceof MissingObject
  }
}
