import type { Readable } from 'node:stream'
import type { MediaType } from 'contract'

/** Synced and encrypted before its row is written (T50). */
export interface StoredFile {
  id: string
  type: MediaType
  size: number
  sha256: string
  /** Whether a PDF has other files attached, which nobody checked (D8). */
  attachments: boolean
  wrapped_key: Buffer
}

export interface FileStore {
  /** Checks, cleans, encrypts and syncs a file; size and hash are of the cleaned bytes. Refuses 422 and 413 (D3), leaving nothing. */
  write(source: Readable | Buffer, person?: string): Promise<StoredFile>
  read(id: string, wrapped_key: Buffer): Promise<Buffer>
  remove(id: string): Promise<void>
  /** By the time of writing. */
  listOlderThan(moment: Date): Promise<string[]>
  /** Removes unfinished files of a killed server. */
  removeUnfinished(moment: Date): Promise<void>
  close(): Promise<void>
}
