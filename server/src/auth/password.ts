import { hash, verify } from '@node-rs/argon2'
import type { Role } from 'contract'

/** A10: of administrators, whose accounts a command creates. */
export const MIN_ADMIN_PASSWORD = 12

/** What is wrong with a new password beyond what the contract asks of everybody's; undefined when nothing is. */
export const shortfallOf = (password: string, role: Role): string | undefined =>
  role === 'admin' && password.length < MIN_ADMIN_PASSWORD
    ? `Password of an administrator must be at least ${MIN_ADMIN_PASSWORD} characters`
    : undefined

/** argon2id with a salt of its own; salt and parameters stand in the answer (T9). */
export const hashPassword = (password: string): Promise<string> => hash(password)

let dummy: Promise<string> | undefined

/** Takes the same time whether there is a hash or not, so that an unknown e-mail cannot be told from a known one (A3, T3). */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  dummy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await dummy), password)
  return matches && Boolean(stored)
}
