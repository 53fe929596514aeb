import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Encrypted bytes are nonce | ciphertext | tag. The context (the file's id) is authenticated with them: an encrypted file or key that
// was moved to another id cannot be decrypted.
const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** How much longer encrypted bytes are. */
export const ENCRYPTION_OVERHEAD = NONCE + TAG

export const newKey = (): Buffer => randomBytes(32)

/** Encrypts chunks as they come, in constant memory. */
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

/** The plain bytes; throws when a byte, the key or the context is another one. */
export function decrypt(encrypted: Buffer, key: Buffer, context: string): Buffer {
  if (encrypted.length < NONCE + TAG) throw new Error('encrypted bytes are cut off')
  const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(-TAG))
  const plain = decipher.update(encrypted.subarray(NONCE, -TAG))
  decipher.final()
  return plain
}
