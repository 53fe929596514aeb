import { decrypt, encrypt } from './encryption.ts'

/** Encrypts the small secrets that the database keeps. The context must be given again to decrypt them. */
export interface Vault {
  encrypt(plain: Buffer, context: string): Buffer
  decrypt(encrypted: Buffer, context: string): Buffer
}

export const openVault = (masterKey: Buffer): Vault => ({
  encrypt: (plain, context) => encrypt(plain, masterKey, context),
  decrypt: (encrypted, context) => decrypt(encrypted, masterKey, context),
})
