import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Pack, pack } from 'tar-stream'
import { syncDirectory } from '../disk/syncDirectory.ts'
import { type Entry, MANIFEST, type Manifest } from './manifest.ts'
import { trailerOf } from './trailer.ts'

export interface Archive {
  add(name: string, bytes: Buffer): Promise<void>
  addStream(name: string, chunks: AsyncIterable<Buffer>, size: number): Promise<void>
}

type Fill = (archive: Archive) => Promise<Omit<Manifest, 'entries'>>
type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>

/** Writes a tar of entries and manifest, then the trailer. The file gets its name when it is synced; a failure leaves nothing. */
export async function writeBackup(path: string, signal: AbortSignal, fill: Fill): Promise<{ size: number }> {
  if (existsSync(path)) throw new Error(`${path} is already there. Name a new file.`)
  const partial = `${path}.partial`
  const file = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${partial} is there: another backup is writing it, or one was interrupted. Delete it if no backup is running.`)
  })
  try {
    await writeTo(file, signal, fill)
    await file.sync()
    const { size } = await file.stat()
    await file.close()
    await rename(partial, path)
    await syncDirectory(dirname(path))
    return { size }
  } catch (error) {
    await file.close()
    await rm(partial, { force: true })
    throw error
  }
}

async function writeTo(file: FileHandle, signal: AbortSignal, fill: Fill): Promise<void> {
  const tar = pack()
  const whole = createHash('sha256')
  const writing = writeChunks(file, tar, (chunk) => {
    signal.throwIfAborted()
    whole.update(chunk)
  })
  const filling = fillTar(tar, fill)
  filling.catch((error) => tar.destroy(error))
  const [written, filled] = await Promise.allSettled([writing, filling])
  // If the tar cannot be written, `fill` fails too; the tar's error is the cause.
  if (written.status === 'rejected') throw written.reason
  if (filled.status === 'rejected') throw filled.reason
  await file.appendFile(trailerOf({ sha256: whole.digest('hex'), manifest_size: filled.value }))
}

async function writeChunks(file: FileHandle, tar: Pack, onChunk: (chunk: Buffer) => void): Promise<void> {
  for await (const chunk of tar as AsyncIterable<Buffer>) {
    onChunk(chunk)
    await file.appendFile(chunk)
  }
}

async function fillTar(tar: Pack, fill: Fill): Promise<number> {
  const entries: Entry[] = []
  const add = async (name: string, size: number, chunks: Chunks) => {
    entries.push({ name, size, sha256: await addEntry(tar, name, size, chunks) })
  }
  const manifest = await fill({
    add: (name, bytes) => add(name, bytes.length, [bytes]),
    addStream: (name, chunks, size) => add(name, size, chunks),
  })
  const bytes = Buffer.from(JSON.stringify({ ...manifest, entries }))
  await addEntry(tar, MANIFEST, bytes.length, [bytes])
  tar.finalize()
  return bytes.length
}

async function addEntry(tar: Pack, name: string, size: number, chunks: Chunks): Promise<string> {
  const hash = createHash('sha256')
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => undefined)
  const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? ended.reject(error) : ended.resolve()))
  entry.on('error', ended.reject)
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (!entry.write(chunk)) await Promise.race([new Promise<void>((drained) => entry.once('drain', () => drained())), ended.promise])
  }
  entry.end(null)
  await ended.promise
  return hash.digest('hex')
}
