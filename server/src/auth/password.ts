import { hash, verify } from '@node-rs/argon2'

/** argon2id with a salt of its own; salt and parameters stand in the answer (T9). */
export const hashPassword = (password: string): Promise<string> => hash(password)

let dummy: Promise<string> | undefined

/** Takes the same time whether there is a hash or not, so that an unknown e-mail cannot be told from a known one (A3, T3). */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  dummy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await dummy), password)
  return matches && Boolean(stored)
}
