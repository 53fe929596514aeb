import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { CIPHER, decrypt, NONCE, newKey, TAG } from './encryption.ts'
import { free } from './free.ts'

// A sealed file is version | prefix | segments, the STREAM construction: each segment is 64 KB encrypted under the nonce
// prefix | number | last, and its tag. A segment cut off, repeated, in another place or of another file cannot be opened, so bytes may leave
// segment by segment. A file's key begins with the version, because the first byte of an older file may be any.

export const SEGMENT_BYTES = 64 * 1024
const VERSION = 1
const PREFIX = NONCE - 4 - 1
const FILE_KEY = 1 + 32
export const HEADER_BYTES = 1 + PREFIX
export const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG

export const newFileKey = (): Buffer => Buffer.concat([Buffer.of(VERSION), newKey()])

/** Whether the file of this key, wrapped or not, has segments; an older one is encrypted as a whole. */
export const hasSegments = (key: Buffer): boolean => key.length === FILE_KEY || key.length === FILE_KEY + NONCE + TAG

export const segmentsOf = (size: number): number => Math.max(1, Math.ceil(size / SEGMENT_BYTES))

/** The length of a sealed file of that size. */
export const sealedLength = (size: number, key: Buffer): number =>
  hasSegments(key) ? HEADER_BYTES + size + segmentsOf(size) * TAG : size + NONCE + TAG

/** Opens the segments of one file; throws if a byte, the key, the context or the segment's place differs. */
export type Opener = (sealed: Buffer, number: number, last: boolean) => Buffer

export function openerOf(header: Buffer, key: Buffer, context: string): Opener {
  const cipherKey = cipherKeyOf(header, key)
  const nonceOf = noncesOf(header)
  const authenticated = authenticatedOf(context)
  return (sealed, number, last) => {
    if (sealed.length < TAG) throw new Error('encrypted bytes are cut off')
    const decipher = createDecipheriv(CIPHER, cipherKey, nonceOf(number, last), { authTagLength: TAG })
    decipher.setAAD(authenticated).setAuthTag(sealed.subarray(-TAG))
    const plain = decipher.update(sealed.subarray(0, -TAG))
    decipher.final()
    return plain
  }
}

/** Opens a whole file, also an older one. */
export const openFile = (sealed: Buffer, key: Buffer, context: string): Buffer =>
  hasSegments(key) ? openSegments((from, to) => sealed.subarray(from, to), sealed.length, key, context) : decrypt(sealed, key, context)

/** Opens a whole file, of which it asks for one part after the other. */
export function openSegments(sealed: (from: number, to: number) => Buffer, length: number, key: Buffer, context: string): Buffer {
  const open = openerOf(sealed(0, HEADER_BYTES), key, context)
  const count = Math.max(1, Math.ceil((length - HEADER_BYTES) / SEALED_SEGMENT_BYTES))
  const plain = Buffer.allocUnsafe(Math.max(0, length - HEADER_BYTES - count * TAG))
  for (let number = 0; number < count; number++) {
    const at = HEADER_BYTES + number * SEALED_SEGMENT_BYTES
    const segment = open(sealed(at, Math.min(at + SEALED_SEGMENT_BYTES, length)), number, number === count - 1)
    segment.copy(plain, number * SEGMENT_BYTES)
    free(segment)
  }
  return plain
}

/** In constant memory. Hands the chunks over: it does not use them again. */
export async function* sealFile(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, key: Buffer, context: string): AsyncGenerator<Buffer> {
  const header = Buffer.concat([Buffer.of(VERSION), randomBytes(PREFIX)])
  const seal = sealerOf(header, key, context)
  yield header
  const plain = Buffer.allocUnsafe(SEGMENT_BYTES)
  let filled = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      // Not before there is more: the last segment is marked.
      if (filled === plain.length) {
        yield* seal(plain, false)
        filled = 0
      }
      const copied = chunk.copy(plain, filled, at)
      filled += copied
      at += copied
    }
  }
  yield* seal(plain.subarray(0, filled), true)
}

/** Seals the next segment of a file. */
function sealerOf(header: Buffer, key: Buffer, context: string): (plain: Buffer, last: boolean) => Buffer[] {
  const cipherKey = cipherKeyOf(header, key)
  const nonceOf = noncesOf(header)
  const authenticated = authenticatedOf(context)
  let number = 0
  return (plain, last) => {
    const cipher = createCipheriv(CIPHER, cipherKey, nonceOf(number++, last), { authTagLength: TAG }).setAAD(authenticated)
    const sealed = [cipher.update(plain), cipher.final()]
    return [...sealed, cipher.getAuthTag()].filter(({ length }) => length > 0)
  }
}

/** Every number of a file has one nonce; the same buffer is used again. */
function noncesOf(header: Buffer): (number: number, last: boolean) => Buffer {
  const nonce = Buffer.concat([header.subarray(1), Buffer.alloc(NONCE - PREFIX)])
  return (number, last) => {
    nonce.writeUInt32BE(number, PREFIX)
    nonce.writeUInt8(last ? 1 : 0, NONCE - 1)
    return nonce
  }
}

const authenticatedOf = (context: string): Buffer => Buffer.concat([Buffer.of(VERSION), Buffer.from(context)])

/** Made once for a file, because making it takes as long as sealing half a segment. */
function cipherKeyOf(header: Buffer, key: Buffer): KeyObject {
  if (header.length < HEADER_BYTES || header[0] !== VERSION || key.length !== FILE_KEY || key[0] !== VERSION)
    throw new Error('the file is sealed in an unknown way')
  return createSecretKey(key.subarray(1))
}
