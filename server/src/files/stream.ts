import { type FileHandle, open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Range } from '../http/range.ts'
import { decrypt } from '../keys/encryption.ts'
import { HEADER_BYTES, hasSegments, openerOf, SEALED_SEGMENT_BYTES, SEGMENT_BYTES, sealedLength, segmentsOf } from '../keys/segments.ts'

/** Read at once. */
const BATCH = 4

interface SealedFile {
  path: string
  key: Buffer
  id: string
  size: number
}

/** What a stream of a file holds at a time: one batch sealed, one open. A file without segments is opened as a whole. */
export const streamMemory = ({ size, key }: Pick<SealedFile, 'size' | 'key'>): number =>
  hasSegments(key) ? Math.min(size, 2 * BATCH * SEGMENT_BYTES) : size

/** Gives no byte that is not verified. Fails here if the length, the key or the first bytes differ, later if others do. */
export async function streamFile(file: SealedFile, { from, to }: Range): Promise<Readable> {
  if (!hasSegments(file.key)) {
    const whole = decrypt(await readFile(file.path), file.key, file.id)
    return Readable.from(cut(whole.subarray(from, to)), { objectMode: false })
  }
  const handle = await open(file.path, 'r')
  try {
    const next = await batchesOf(handle, file, { from, to })
    let ready = await next()
    return new Readable({
      // One chunk each time, or it is called again meanwhile.
      async read() {
        try {
          if (ready.length === 0) ready = await next()
          this.push(ready.shift() ?? null)
        } catch (error) {
          this.destroy(error as Error)
        }
      },
      destroy: (error, done) => void handle.close().then(() => done(error), done),
    })
  } catch (error) {
    await handle.close()
    throw error
  }
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) yield bytes.subarray(at, at + SEGMENT_BYTES)
}

/** Opens the next segments of a range each time; none at its end. */
async function batchesOf(handle: FileHandle, { key, id, size }: SealedFile, { from, to }: Range): Promise<() => Promise<Buffer[]>> {
  const length = sealedLength(size, key)
  const found = (await handle.stat()).size
  if (found !== length) throw new Error(`the file ${id} has ${found} bytes instead of ${length}`)
  const sealed = Buffer.allocUnsafe(Math.min(BATCH * SEALED_SEGMENT_BYTES, length))
  const openSegment = openerOf(await fill(handle, sealed.subarray(0, HEADER_BYTES), 0), key, id)
  const [count, end] = [segmentsOf(size), Math.ceil(to / SEGMENT_BYTES)]
  let number = Math.floor(from / SEGMENT_BYTES)
  return async () => {
    const position = HEADER_BYTES + number * SEALED_SEGMENT_BYTES
    const stop = Math.min(length, HEADER_BYTES + Math.min(number + BATCH, end) * SEALED_SEGMENT_BYTES)
    const bytes = await fill(handle, sealed.subarray(0, Math.max(0, stop - position)), position)
    const batch: Buffer[] = []
    for (let at = 0; at < bytes.length; at += SEALED_SEGMENT_BYTES, number++) {
      const plain = openSegment(bytes.subarray(at, at + SEALED_SEGMENT_BYTES), number, number === count - 1)
      const start = number * SEGMENT_BYTES
      batch.push(plain.subarray(Math.max(0, from - start), to - start))
    }
    return batch
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
