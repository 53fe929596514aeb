import { constants } from 'node:fs'
import { access, type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from 'uuid'
import { syncDirectory } from '../disk/syncDirectory.ts'
import { MissingObject, type ObjectStore, type SealedBytes } from './objects.ts'

const PAGE = 1_000

/** Files on the local disk, flat and named by id (T50). It is DATA_DIR's own, so it has no mark of an installation. */
export function openFolder(dir: string): ObjectStore {
  return {
    keep: (id, path) => publish(path, dir, id),
    async open(id) {
      const handle = await open(join(dir, id), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingObject(id) : error
      })
      return bytesOf(handle)
    },
    remove: (id) => rm(join(dir, id), { force: true }),
    async *list(after = '') {
      const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const ids = names.filter((name) => validate(name) && name > after).sort()
      for (let at = 0; at < ids.length; at += PAGE) yield ids.slice(at, at + PAGE)
    },
    removeUnfinished: async () => {},
    check: () => access(dir, constants.W_OK),
    claim: async () => {},
    marks: [],
    close: () => {},
  }
}

/** Renames the file and syncs the directory (T50); a failure leaves nothing. */
async function publish(path: string, dir: string, id: string): Promise<void> {
  const final = join(dir, id)
  try {
    await rename(path, final)
    await syncDirectory(dir)
  } catch (error) {
    await rm(final, { force: true }).catch(() => undefined)
    throw error
  }
}

async function bytesOf(handle: FileHandle): Promise<SealedBytes> {
  try {
    const { size } = await handle.stat()
    return { length: size, fill: (buffer, position) => fill(handle, buffer, position), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  for (let read = 0; read < buffer.length; ) {
    const { bytesRead } = await handle.read(buffer, read, buffer.length - read, position + read)
    if (bytesRead === 0) throw new Error('encrypted bytes are cut off')
    read += bytesRead
  }
  return buffer
}
