import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { v7, validate } from 'uuid'
import { syncDirectory } from '../disk/syncDirectory.ts'
import { Refusal, refuse } from '../http/errors.ts'
import { decrypt, encrypt, encryptChunks, newKey } from '../keys/encryption.ts'
import { chunksOf } from './chunks.ts'
import { openInspector } from './inspector/inspector.ts'
import { boundsOf } from './inspector/job.ts'
import { UnfitFile } from './inspector/unfitFile.ts'
import type { FileStore } from './store.ts'

interface Unfinished {
  path: string
  key: Buffer
  id: string
}

/** Encrypted files on the local disk: flat in `dir`, named by id; unfinished ones in its folder tmp (D7, T50). */
export function openFileStore(dir: string, masterKey: Buffer, maxFileMb: number): FileStore {
  const unfinished = join(dir, 'tmp')
  for (const path of [dir, unfinished]) makeDirectory(path)
  const inspector = openInspector(unfinished, boundsOf(maxFileMb))
  const begin = (id = v7()): Unfinished => ({ path: join(unfinished, id), key: newKey(), id })
  return {
    async write(source, person = v7()) {
      const [received, kept] = [begin(), begin()]
      try {
        const isPdf = await receive(source, received, maxFileMb)
        const answer = await inspector.inspect({ from: received, to: kept }, person)
        if ('fault' in answer) refuseFault(Object.assign(new Error('a file could not be looked into'), answer.fault))
        if ('unchecked' in answer) throw new UnfitFile(isPdf ? 'unreadable' : 'damaged')
        if ('unfit' in answer) throw new UnfitFile(answer.unfit)
        await publish(kept.path, dir, kept.id).catch(refuseFault)
        return { id: kept.id, ...answer.kept, wrapped_key: encrypt(kept.key, masterKey, kept.id) }
      } finally {
        for (const { path } of [received, kept]) await rm(path, { force: true }).catch(() => undefined)
      }
    },
    async read(id, wrapped_key) {
      const encrypted = await readFile(join(dir, id)).catch(refuseReading)
      return decrypt(encrypted, decrypt(wrapped_key, masterKey, id), id)
    },
    close: () => inspector.close(),
    remove: (id) => rm(join(dir, id), { force: true }),
    listOlderThan: (moment) => idsBefore(dir, moment),
    async removeUnfinished(moment) {
      for (const id of await idsBefore(unfinished, moment)) await rm(join(unfinished, id), { force: true })
    },
  }
}

/** Ids of files begun before that moment, which a UUID v7 contains. */
async function idsBefore(dir: string, moment: Date): Promise<string[]> {
  const begun = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return (await readdir(dir)).filter((name) => validate(name) && begun(name) < moment.getTime())
}

function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const parent = openSync(dirname(path), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Encrypts a file in constant memory. Answers whether it begins like a PDF. */
async function receive(source: Readable | Buffer, { path, key, id }: Unfinished, maxFileMb: number): Promise<boolean> {
  let first: Buffer | undefined
  const chunks = async function* () {
    for await (const chunk of chunksOf(source, maxFileMb)) {
      first ??= chunk
      yield chunk
    }
  }
  await writeFile(path, encryptChunks(chunks(), key, id), { flag: 'wx', mode: 0o600 }).catch(refuseFault)
  return first?.toString('latin1', 0, 4) === '%PDF'
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

/** A failing disk may come back (T51); a missing file is our own error. */
function refuseReading(error: unknown): never {
  if (!isFault(error) || error.code === 'ENOENT') throw error
  refuse(503, 'Files cannot be read at the moment. Please try again later.', { headers: { 'retry-after': '60' } })
}

const isFault = (error: unknown): error is Error & { code: unknown } => error instanceof Error && 'syscall' in error && 'code' in error

/** Says in words what the disk refused, with Retry-After (T51). */
export function refuseFault(error: unknown): never {
  if (error instanceof Refusal || !isFault(error)) throw error
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  refuse(
    full ? 507 : 503,
    full
      ? 'There is no room for more files at the moment. Please try again later.'
      : 'Files cannot be stored at the moment. Please try again later.',
    { headers: { 'retry-after': '60' } },
  )
}
