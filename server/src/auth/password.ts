import { hash, verify } from '@node-rs/argon2'
import type { Role } from 'contract'

/** For administrators, whom a command creates (A10). */
export const MIN_ADMIN_PASSWORD = 12

/** What a new password lacks beyond the contract's rules. */
export const shortfallOf = (password: string, role: Role): string | undefined =>
  role === 'admin' && password.length < MIN_ADMIN_PASSWORD
    ? `Password of an administrator must be at least ${MIN_ADMIN_PASSWORD} characters`
    : undefined

/** argon2id with a salt for each password (T9). */
export const hashPassword = (password: string): Promise<string> => hash(password)

let dummy: Promise<string> | undefined

/** Takes the same time without a hash, so that unknown e-mails cannot be told from known ones (A3, T3). */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  dummy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await dummy), password)
  return matches && Boolean(stored)
}
