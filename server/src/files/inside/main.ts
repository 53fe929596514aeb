import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { decrypt, encryptChunks } from '../../keys/encryption.ts'
import type { Answer, Bounds, Job, Kept } from '../inspector/job.ts'
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
  // Memory of one file would count for the next one.
  if (process.memoryUsage.rss() > bounds.memory / 2) setImmediate(() => globalThis.gc?.())
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
  const bytes = decrypt(await readFile(from.path), from.key, from.id)
  const { type, chunks, attachments } = await inspect(bytes)
  const hash = createHash('sha256')
  let size = 0
  const counted = function* () {
    for (const chunk of chunks) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  const file = await open(to.path, 'wx', 0o600)
  try {
    await file.writeFile(encryptChunks(counted(), to.key, to.id))
    await file.sync()
  } finally {
    await file.close()
  }
  return { type, size, sha256: hash.digest('hex'), attachments }
}
