import { decrypt, encrypt } from './encryption.ts'

/** Encrypts small secrets for the database. Decryption needs the same context. */
export interface Vault {
  encrypt(plain: Buffer, context: string): Buffer
  decrypt(encrypted: Buffer, context: string): Buffer
}

export const openVault = (masterKey: Buffer): Vault => ({
  encrypt: (plain, context) => encrypt(plain, masterKey, context),
  decrypt: (encrypted, context) => decrypt(encrypted, masterKey, context),
})
