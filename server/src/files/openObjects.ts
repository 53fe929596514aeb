import { bothStores } from './both.ts'
import { openFolder } from './folder.ts'
import type { ObjectStore } from './objects.ts'
import type { FilesPlace, FilesSettings } from './place.ts'

/** Who uses it: a server's requests are answered soon, a command may wait. */
export type By = 'server' | 'command'

/** The library for buckets is loaded only where there is one. */
export async function openPlace(place: FilesPlace, { files, files_dir }: FilesSettings, by: By = 'command'): Promise<ObjectStore> {
  if (place === 'folder') return openFolder(files_dir)
  if (!files.credentials) throw new Error('the bucket has no credentials')
  const { openBucket, PATIENCE_OF } = await import('./bucket/bucket.ts')
  return openBucket(place, files.credentials, PATIENCE_OF[by])
}

/** Where the settings say that files lie. */
export async function openObjects(settings: FilesSettings, by: By = 'command'): Promise<ObjectStore> {
  const { here, also } = settings.files
  const store = await openPlace(here, settings, by)
  return also ? bothStores(store, await openPlace(also, settings, by)) : store
}
