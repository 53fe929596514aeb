import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { free } from '../../keys/free.ts'
import { openSegments, SEALED_SEGMENT_BYTES, sealFile } from '../../keys/segments.ts'
import type { Answer, Bounds, Job, Kept, Place } from '../inspector/job.ts'
import { writeAll } from '../writeAll.ts'
import { changedChunks } from './changed.ts'
import { inspect } from './inspect.ts'
import { Unfit } from './unfit.ts'

// The process that inspects files, one at a time. It may access the folder of unfinished files only, knows only the keys of the current
// file, and ends with the server or when a file exceeds its bounds.

const state = new Int32Array(new SharedArrayBuffer(4))
const bounds: Bounds = JSON.parse(process.argv[2] ?? '')
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: { state, ...bounds } }).unref()

process.on('message', async (job: Job) => {
  Atomics.add(state, 0, 1)
  const answer = await answerTo(job)
  Atomics.add(state, 0, 1)
  process.send?.(answer)
  // Memory of one file would count for the next one, which takes a third of the bound at most.
  if (process.memoryUsage.rss() > bounds.memory * 0.6) setImmediate(() => globalThis.gc?.())
})
process.on('disconnect', () => process.exit())

async function answerTo(job: Job): Promise<Answer> {
  try {
    return { kept: await inspectJob(job) }
  } catch (error) {
    if (error instanceof Unfit) return { unfit: error.reason }
    const { code, syscall } = error as { code?: string; syscall?: string }
    return code !== undefined && syscall !== undefined ? { fault: { code, syscall } } : { unchecked: true }
  }
}

async function inspectJob({ from, to }: Job): Promise<Kept> {
  const bytes = openReceived(from)
  try {
    const { type, chunks, attachments } = await inspect(bytes)
    const changed = changedChunks(bytes, chunks)
    if (changed) return { changed: true, type, attachments, ...(await writeAnew(changed, to)) }
    return { changed: false, type, attachments, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  } finally {
    free(bytes)
  }
}

const part = Buffer.allocUnsafeSlow(SEALED_SEGMENT_BYTES)

/** At once: nobody else waits in this process. Beside its plain bytes only a segment of the file is in memory. */
function openReceived({ path, key, id }: Place): Buffer {
  const file = openSync(path, 'r')
  try {
    const read = (from: number, to: number) => part.subarray(0, readSync(file, part, 0, to - from, from))
    return openSegments(read, fstatSync(file).size, key, id)
  } finally {
    closeSync(file)
  }
}

async function writeAnew(chunks: Iterable<Buffer>, { path, key, id }: Place): Promise<Pick<Kept, 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  let size = 0
  const counted = function* () {
    for (const chunk of chunks) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  const file = await open(path, 'wx', 0o600)
  try {
    await writeAll(file, sealFile(counted(), key, id))
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}
