import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Sealed bytes are nonce | ciphertext | tag. The context (the file's id) is authenticated with them: a sealed file or key that was
// moved to another id does not open.
const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** How much longer sealed bytes are. */
export const SEALING_ADDS = NONCE + TAG

export const newKey = (): Buffer => randomBytes(32)

/** Seals bytes as they come, with constant memory. */
export async function* sealPieces(pieces: AsyncIterable<Buffer> | Iterable<Buffer>, key: Buffer, context: string): AsyncGenerator<Buffer> {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
  yield nonce
  for await (const piece of pieces) yield cipher.update(piece)
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
}

export function seal(plain: Buffer, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The bytes that were sealed; throws when one of them, the key or the context is another. */
export function unseal(sealed: Buffer, key: Buffer, context: string): Buffer {
  if (sealed.length < NONCE + TAG) throw new Error('sealed bytes are cut off')
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG))
  const plain = decipher.update(sealed.subarray(NONCE, -TAG))
  decipher.final()
  return plain
}
