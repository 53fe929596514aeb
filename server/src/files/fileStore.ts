import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { v7, validate } from 'uuid'
import { Refusal, refuse } from '../http/errors.ts'
import { decrypt, encrypt } from '../keys/encryption.ts'
import { newFileKey, openFile, sealFile } from '../keys/segments.ts'
import { chunksOf } from './chunks.ts'
import { openFolder } from './folder.ts'
import { openInspector } from './inspector/inspector.ts'
import { type Answer, boundsOf, type Kept, type Place } from './inspector/job.ts'
import { UnfitFile } from './inspector/unfitFile.ts'
import { readSealed, StoreFault } from './objects.ts'
import type { FileStore } from './store.ts'
import { streamFile, streamMemory } from './stream.ts'
import { writeAll } from './writeAll.ts'

/** Encrypted files (D7): unfinished ones on the local disk, in the folder tmp of `dir`, finished ones in the object store. */
export function openFileStore(
  dir: string,
  masterKey: Buffer,
  maxFileMb: number,
  objects = openFolder(dir),
  inspector = openInspector(unfinishedIn(dir), boundsOf(maxFileMb)),
): FileStore {
  const unfinished = unfinishedIn(dir)
  for (const path of [dir, unfinished]) makeDirectory(path)
  const begin = (id = v7()): Place => ({ path: join(unfinished, id), key: newFileKey(), id })
  return {
    async write(source, person = v7()) {
      const [received, anew] = [begin(), begin()]
      const file = await open(received.path, 'wx', 0o600).catch(refuseFault)
      try {
        const isPdf = await receive(source, file, received, maxFileMb)
        // A PDF is kept as it is, so it goes to the disk meanwhile; a picture may be written anew.
        const [answer] = await Promise.all([inspector.inspect({ from: received, to: anew }, person), isPdf && sync(file)])
        const { changed, ...kept } = keptOf(answer, isPdf)
        if (!changed && !isPdf) await sync(file)
        const { path, key, id } = changed ? anew : received
        await objects.keep(id, path).catch(refuseFault)
        return { id, ...kept, wrapped_key: encrypt(key, masterKey, id) }
      } finally {
        await file.close().catch(() => undefined)
        for (const { path } of [received, anew]) await rm(path, { force: true }).catch(() => undefined)
      }
    },
    async read(id, wrapped_key) {
      const sealed = await readSealed(objects, id).catch(refuseReading)
      return openFile(sealed, decrypt(wrapped_key, masterKey, id), id)
    },
    async stream({ id, size, wrapped_key }, range = { from: 0, to: size }) {
      const key = decrypt(wrapped_key, masterKey, id)
      return streamFile(objects, { key, id, size }, range).catch(refuseReading)
    },
    streamMemory: ({ size, wrapped_key }) => streamMemory({ size, key: wrapped_key }),
    remove: (id) => objects.remove(id),
    list: (after) => objects.list(after),
    async removeUnfinished(moment) {
      for (const id of (await readdir(unfinished)).filter((name) => validate(name) && isBefore(name, moment)))
        await rm(join(unfinished, id), { force: true })
      await objects.removeUnfinished(moment)
    },
    check: () => objects.check(),
    marks: objects.marks,
    async close() {
      objects.close()
      await inspector.close()
    },
  }
}

const unfinishedIn = (dir: string): string => join(dir, 'tmp')

const sync = (file: FileHandle): Promise<void> => file.sync().catch(refuseFault)

/** Whether a file was begun before that moment, which a UUID v7 contains. */
export const isBefore = (id: string, moment: Date): boolean => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) < moment.getTime()

function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const parent = openSync(dirname(path), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Encrypts a file in constant memory. Answers whether it begins like a PDF. */
async function receive(source: Readable | Buffer, file: FileHandle, { key, id }: Place, maxFileMb: number): Promise<boolean> {
  let first: Buffer | undefined
  const chunks = async function* () {
    for await (const chunk of chunksOf(source, maxFileMb)) {
      first = first === undefined || first.length < 4 ? Buffer.concat([first ?? Buffer.alloc(0), chunk.subarray(0, 4)]) : first
      yield chunk
    }
  }
  await writeAll(file, sealFile(chunks(), key, id)).catch(refuseFault)
  return first?.toString('latin1', 0, 4) === '%PDF'
}

/** What is kept of a file that was looked into; refuses another. */
function keptOf(answer: Answer, isPdf: boolean): Kept {
  if ('fault' in answer) refuseFault(Object.assign(new Error('a file could not be looked into'), answer.fault))
  if ('unchecked' in answer) throw new UnfitFile(isPdf ? 'unreadable' : 'damaged')
  if ('unfit' in answer) throw new UnfitFile(answer.unfit)
  return answer.kept
}

/** A failing disk or store may come back (T51); a missing file is our own error. */
function refuseReading(error: unknown): never {
  if (!isFault(error)) throw error
  complain(error)
  refuse(503, 'Files cannot be read at the moment. Please try again later.', { headers: { 'retry-after': '60' } })
}

const COMPLAINT_MS = 60_000
let complained = Number.NEGATIVE_INFINITY

/** Refusals are not logged; what a store said is, once a minute. */
function complain(error: Error): void {
  if (!(error instanceof StoreFault) || performance.now() - complained < COMPLAINT_MS) return
  complained = performance.now()
  console.error(`Documents are refused: ${error.message}`)
}

const isFault = (error: unknown): error is StoreFault | (Error & { code: unknown }) =>
  error instanceof StoreFault || (error instanceof Error && 'syscall' in error && 'code' in error)

/** Says in words what the disk or the store refused, with Retry-After (T51). */
export function refuseFault(error: unknown): never {
  if (error instanceof Refusal || !isFault(error)) throw error
  complain(error)
  const full = error instanceof StoreFault ? error.full : error.code === 'ENOSPC' || error.code === 'EDQUOT'
  refuse(
    full ? 507 : 503,
    full
      ? 'There is no room for more files at the moment. Please try again later.'
      : 'Files cannot be stored at the moment. Please try again later.',
    { headers: { 'retry-after': '60' } },
  )
}
