import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

interface DataLock {
  release(): void
}

/** Keeps a second portal off the data directory. SQLite takes a kernel lock on an empty file, which SIGKILL releases too. */
export function lockDataDir(dataDir: string): DataLock {
  const lock = tryLock(dataDir)
  if (lock) return lock
  throw new Error(`Another portal is already running on ${dataDir}. Stop it first, or give this one its own DATA_DIR.`)
}

export function isLocked(dataDir: string): boolean {
  const lock = tryLock(dataDir)
  lock?.release()
  return !lock
}

function tryLock(dataDir: string): DataLock | undefined {
  const path = join(dataDir, 'portal.lock')
  // Private: who can read the file could lock it. Never opened again, because closing it would release the lock.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined
    throw error
  }
  return { release: () => database.isOpen && database.close() }
}
