import { createSecretKey } from 'node:crypto'
import { decrypt, encrypt } from './encryption.ts'

/** Encrypts small secrets for the database. Decryption needs the same context. */
export interface Vault {
  encrypt(plain: Buffer, context: string): Buffer
  decrypt(encrypted: Buffer, context: string): Buffer
}

export function openVault(masterKey: Buffer): Vault {
  // Made once: a cipher that is given bytes makes a key of them each time, which takes longer than to encrypt a few words.
  const key = createSecretKey(masterKey)
  return {
    encrypt: (plain, context) => encrypt(plain, key, context),
    decrypt: (encrypted, context) => decrypt(encrypted, key, context),
  }
}
