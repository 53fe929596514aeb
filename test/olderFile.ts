import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encrypt, newKey } from '../server/src/keys/encryption.ts'

/** Encrypts a document's file as a whole, as the portal did before segments. Answers the wrapped key for its row. */
export async function encryptAsBefore(place: { files_dir: string; master_key: Buffer }, id: string, bytes: Buffer): Promise<Buffer> {
  const key = newKey()
  await writeFile(join(place.files_dir, id), encrypt(bytes, key, id))
  return encrypt(key, place.master_key, id)
}
