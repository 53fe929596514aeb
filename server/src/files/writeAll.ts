import type { FileHandle } from 'node:fs/promises'
import { free } from '../keys/free.ts'

/** Written at once. */
const BATCH_BYTES = 256 * 1024

/** Writes chunks that nobody else uses, several at a time. */
export async function writeAll(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < BATCH_BYTES) continue
    await writeBatch(file, waiting)
    waiting = []
    size = 0
  }
  await writeBatch(file, waiting)
}

async function writeBatch(file: FileHandle, batch: Buffer[]): Promise<void> {
  for (let left = batch; left.length > 0; ) left = behind(left, (await file.writev(left)).bytesWritten)
  batch.forEach(free)
}

/** The system may write less than it was given. */
function behind(buffers: Buffer[], written: number): Buffer[] {
  let left = written
  return buffers.flatMap((each) => {
    const gone = Math.min(left, each.length)
    left -= gone
    return gone === each.length ? [] : [each.subarray(gone)]
  })
}
