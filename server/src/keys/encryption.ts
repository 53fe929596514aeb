import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Encrypted bytes are nonce | ciphertext | tag. The context (the file's id) is authenticated too, so a key moved to another id cannot be
// decrypted.
export const CIPHER = 'aes-256-gcm'
export const NONCE = 12
export const TAG = 16

export const newKey = (): Buffer => randomBytes(32)

export function encrypt(plain: Buffer, key: CipherKey, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws if a byte, the key or the context differs. */
export function decrypt(encrypted: Buffer, key: CipherKey, context: string): Buffer {
  if (encrypted.length < NONCE + TAG) throw new Error('encrypted bytes are cut off')
  const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(-TAG))
  const plain = decipher.update(encrypted.subarray(NONCE, -TAG))
  decipher.final()
  return plain
}
