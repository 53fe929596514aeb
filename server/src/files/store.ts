import type { Readable } from 'node:stream'
import type { MediaType } from 'contract'

/** A file that is durably stored and encrypted, before its row (T50). */
export interface StoredFile {
  id: string
  type: MediaType
  size: number
  sha256: string
  /** Whether a PDF has other files attached, which nobody looked into (D8). */
  attachments: boolean
  wrapped_key: Buffer
}

/** Where the encrypted bytes of documents live (D7). */
export interface FileStore {
  /**
   * Checks, encrypts and durably stores one file, a picture without what its camera wrote into it; size and hash are of what is kept.
   * Refuses 422 and 413 as D3 says, leaving nothing behind. Of one person one file is looked into at a time.
   */
  write(source: Readable | Buffer, person?: string): Promise<StoredFile>
  /** The verified bytes of a stored file. */
  read(id: string, wrapped_key: Buffer): Promise<Buffer>
  remove(id: string): Promise<void>
  /** Ids of the files last written before that moment. */
  listOlderThan(moment: Date): Promise<string[]>
  /** Removes what a server that was killed left half-written before that moment. */
  removeUnfinished(moment: Date): Promise<void>
  /** Ends what looks into files. */
  close(): Promise<void>
}
