import { eq } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { decrypt, encrypt, newKey } from './encryption.ts'

const NAME = INSTALLATION.journalKey

/** The key of the journal's seals, made for the first seal. It is stored encrypted, so that a new master key does not break the chain. */
export async function getJournalKey(db: Db, masterKey: Buffer): Promise<Buffer> {
  const made = encrypt(newKey(), masterKey, NAME).toString('base64')
  await db.insert(installation).values({ key: NAME, value: made }).onConflictDoNothing()
  const key = await findJournalKey(db, masterKey)
  if (!key) throw new Error('the key of the journal was not made')
  return key
}

/** Undefined before the first seal; throws if the master key is wrong. */
export async function findJournalKey(db: Db, masterKey: Buffer): Promise<Buffer | undefined> {
  const [row] = await db.select().from(installation).where(eq(installation.key, NAME))
  if (!row) return undefined
  try {
    return decrypt(Buffer.from(row.value, 'base64'), masterKey, NAME)
  } catch {
    throw new Error('The key of the journal’s seals cannot be decrypted with this master key.')
  }
}

/** Encrypts it with another master key; answers the number of keys. */
export async function moveJournalKey(tx: Db, from: Buffer, to: Buffer): Promise<number> {
  const key = await findJournalKey(tx, from)
  if (!key) return 0
  const value = encrypt(key, to, NAME).toString('base64')
  await tx.update(installation).set({ value }).where(eq(installation.key, NAME))
  return 1
}
