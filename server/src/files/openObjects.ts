import { bothStores } from './both.ts'
import { openFolder } from './folder.ts'
import type { ObjectStore } from './objects.ts'
import type { FilesPlace, FilesSettings } from './place.ts'

/** The library for buckets is loaded only where there is one. */
export async function openPlace(place: FilesPlace, { files, files_dir }: FilesSettings): Promise<ObjectStore> {
  if (place === 'folder') return openFolder(files_dir)
  if (!files.credentials) throw new Error('the bucket has no credentials')
  const { openBucket } = await import('./bucket/bucket.ts')
  return openBucket(place, files.credentials)
}

/** Where the settings say that files lie. */
export async function openObjects(settings: FilesSettings): Promise<ObjectStore> {
  const { here, also } = settings.files
  const store = await openPlace(here, settings)
  return also ? bothStores(store, await openPlace(also, settings)) : store
}
