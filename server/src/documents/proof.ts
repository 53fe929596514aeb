import { createHash } from 'node:crypto'
import type { documents } from '../db/documents.table.ts'
import { MissingObject, type ObjectStore, StoreFault } from '../files/objects.ts'
import { streamFile } from '../files/stream.ts'
import { decrypt } from '../keys/encryption.ts'

export type Proven = Pick<typeof documents.$inferSelect, 'id' | 'size' | 'sha256' | 'wrapped_key'>

/** Opens a file in constant memory and compares its hash with that of its row. Throws what keeps it from being read. */
export async function proofOf(
  store: Pick<ObjectStore, 'open'>,
  { id, size, sha256, wrapped_key }: Proven,
  masterKey: Buffer,
): Promise<'whole' | 'missing' | 'damaged'> {
  try {
    const hash = createHash('sha256')
    const file = { id, size, key: decrypt(wrapped_key, masterKey, id) }
    for await (const chunk of await streamFile(store, file, { from: 0, to: size })) hash.update(chunk)
    return hash.digest('hex') === sha256 ? 'whole' : 'damaged'
  } catch (error) {
    if (error instanceof MissingObject) return 'missing'
    if (error instanceof StoreFault || (error instanceof Error && 'syscall' in error)) throw error
    return 'damaged'
  }
}
