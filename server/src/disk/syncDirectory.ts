import { open } from 'node:fs/promises'

/** Syncs a new or renamed entry of a directory (T50). */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
