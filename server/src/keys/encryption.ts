import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Encrypted bytes are nonce | ciphertext | tag. The context (the file's id) is authenticated too, so a file or key moved to another id
// cannot be decrypted.
const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
export const ENCRYPTION_OVERHEAD = NONCE + TAG

export const newKey = (): Buffer => randomBytes(32)

/** In constant memory. */
export async function* encryptChunks(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  key: Buffer,
  context: string,
): AsyncGenerator<Buffer> {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
  yield nonce
  for await (const chunk of chunks) yield cipher.update(chunk)
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
}

export function encrypt(plain: Buffer, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws if a byte, the key or the context differs. */
export function decrypt(encrypted: Buffer, key: Buffer, context: string): Buffer {
  if (encrypted.length < NONCE + TAG) throw new Error('encrypted bytes are cut off')
  const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(-TAG))
  const plain = decipher.update(encrypted.subarray(NONCE, -TAG))
  decipher.final()
  return plain
}
