import { Readable } from 'node:stream'
import type { Range } from '../http/range.ts'
import { decrypt } from '../keys/encryption.ts'
import { free } from '../keys/free.ts'
import { HEADER_BYTES, hasSegments, openerOf, SEALED_SEGMENT_BYTES, SEGMENT_BYTES, sealedLength, segmentsOf } from '../keys/segments.ts'
import { type ObjectStore, readSealed, type SealedBytes } from './objects.ts'

/** Read at once. */
const BATCH = 4

interface SealedFile {
  key: Buffer
  id: string
  size: number
}

/** What a stream of a file holds at a time: one batch sealed, one open. A file without segments is opened as a whole. */
export const streamMemory = ({ size, key }: Pick<SealedFile, 'size' | 'key'>): number =>
  hasSegments(key) ? Math.min(size, 2 * BATCH * SEGMENT_BYTES) : size

/** Gives no byte that is not verified. Fails here if the length, the key or the first bytes differ, later if others do. */
export async function streamFile(store: Pick<ObjectStore, 'open'>, file: SealedFile, { from, to }: Range): Promise<Readable> {
  if (!hasSegments(file.key)) {
    const whole = decrypt(await readSealed(store, file.id), file.key, file.id)
    return Readable.from(cut(whole.subarray(from, to)), { objectMode: false })
  }
  const sealed = await store.open(file.id, sealedPart(file, { from, to }))
  try {
    const next = await batchesOf(sealed, file, { from, to })
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
      destroy: (error, done) => void sealed.close().then(() => done(error), done),
    })
  } catch (error) {
    await sealed.close()
    throw error
  }
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) yield bytes.subarray(at, at + SEGMENT_BYTES)
}

const placeOf = (segment: number): number => HEADER_BYTES + segment * SEALED_SEGMENT_BYTES

/** The segments that a part touches. */
function sealedPart({ key, size }: SealedFile, { from, to }: Range): Range {
  return {
    from: placeOf(Math.floor(from / SEGMENT_BYTES)),
    to: Math.min(sealedLength(size, key), placeOf(Math.max(1, Math.ceil(to / SEGMENT_BYTES)))),
  }
}

/** Opens the next segments of a range each time; none at its end. */
async function batchesOf(file: SealedBytes, { key, id, size }: SealedFile, { from, to }: Range): Promise<() => Promise<Buffer[]>> {
  const length = sealedLength(size, key)
  if (file.length !== length) throw new Error(`the file ${id} has ${file.length} bytes instead of ${length}`)
  const sealed = Buffer.allocUnsafe(Math.min(BATCH * SEALED_SEGMENT_BYTES, length))
  const openSegment = openerOf(await file.fill(sealed.subarray(0, HEADER_BYTES), 0), key, id)
  const [count, end] = [segmentsOf(size), Math.ceil(to / SEGMENT_BYTES)]
  let number = Math.floor(from / SEGMENT_BYTES)
  return async () => {
    if (number >= end) return []
    const position = placeOf(number)
    const stop = Math.min(length, placeOf(Math.min(number + BATCH, end)))
    const bytes = await file.fill(sealed.subarray(0, Math.max(0, stop - position)), position)
    const batch: Buffer[] = []
    for (let at = 0; at < bytes.length; at += SEALED_SEGMENT_BYTES, number++) {
      const plain = openSegment(bytes.subarray(at, at + SEALED_SEGMENT_BYTES), number, number === count - 1)
      const start = number * SEGMENT_BYTES
      batch.push(plain.subarray(Math.max(0, from - start), to - start))
    }
    if (number >= end) free(sealed)
    return batch
  }
}
