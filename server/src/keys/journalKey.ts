import { eq } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { installation } from '../db/schema.ts'
import { newKey, seal, unseal } from './encryption.ts'

const NAME = 'journal_key'

/** The key of the seals, itself sealed under the master key: so the chain goes on under another master key. Made for the first seal. */
export async function getSealKey(db: Db, masterKey: Buffer): Promise<Buffer> {
  const made = seal(newKey(), masterKey, NAME).toString('base64')
  await db.insert(installation).values({ key: NAME, value: made }).onConflictDoNothing()
  return (await findSealKey(db, masterKey)) as Buffer
}

/** Undefined before the first seal; throws where the master key is another one. */
export async function findSealKey(db: Db, masterKey: Buffer): Promise<Buffer | undefined> {
  const [row] = await db.select().from(installation).where(eq(installation.key, NAME))
  if (!row) return undefined
  try {
    return unseal(Buffer.from(row.value, 'base64'), masterKey, NAME)
  } catch {
    throw new Error('The key of the seals does not open under this master key.')
  }
}

/** Seals it under another master key; answers how many keys that were. */
export async function moveSealKey(tx: Db, from: Buffer, to: Buffer): Promise<number> {
  const key = await findSealKey(tx, from)
  if (!key) return 0
  const value = seal(key, to, NAME).toString('base64')
  await tx.update(installation).set({ value }).where(eq(installation.key, NAME))
  return 1
}
