import { createSecretKey, hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from './encryption.ts'

/** Encrypts small secrets. Decryption needs the same context. */
export interface Sealing {
  encrypt(plain: Buffer, context: string): Buffer
  /** Throws where a byte or the context is another one. */
  decrypt(encrypted: Buffer, context: string): Buffer
}

/** Seals secrets of the database. */
export interface Vault extends Sealing {
  /** Seals what a browser carries for a while, such as cursors: with a key of its own, of which anybody may collect as many seals as they like. */
  carried: Sealing
}

function sealingWith(bytes: Buffer): Sealing {
  // Made once: a cipher that is given bytes makes a key of them each time, which takes longer than to encrypt a few words.
  const key = createSecretKey(bytes)
  return {
    encrypt: (plain, context) => encrypt(plain, key, context),
    decrypt: (encrypted, context) => decrypt(encrypted, key, context),
  }
}

export const openVault = (masterKey: Buffer): Vault => ({
  ...sealingWith(masterKey),
  carried: sealingWith(Buffer.from(hkdfSync('sha256', masterKey, '', 'visa-portal carried by browsers', 32))),
})
