import type { Readable } from 'node:stream'
import type { MediaType } from 'contract'
import type { Range } from '../http/range.ts'
import type { PlaceMark } from './objects.ts'

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

export type Wanted = Pick<StoredFile, 'id' | 'size' | 'wrapped_key'>

export interface FileStore {
  /** Checks, cleans, encrypts and syncs a file; size and hash are of the cleaned bytes. Refuses 422 and 413 (D3), leaving nothing. */
  write(source: Readable | Buffer, person?: string): Promise<StoredFile>
  read(id: string, wrapped_key: Buffer): Promise<Buffer>
  /** Bytes in constant memory, each verified before it is given. A fault found before the first byte is thrown here. */
  stream(file: Wanted, range?: Range): Promise<Readable>
  /** How much memory a stream of the file holds. */
  streamMemory(file: Wanted): number
  remove(id: string): Promise<void>
  /** Pages of ids in their order, which is that of writing, behind one of them. */
  list(after?: string): AsyncIterable<string[]>
  /** Removes unfinished files of a killed server. */
  removeUnfinished(moment: Date): Promise<void>
  /** Throws unless files can be stored and read now. */
  check(): Promise<void>
  /** What says whose the places of the files are. */
  marks: PlaceMark[]
  close(): Promise<void>
}
