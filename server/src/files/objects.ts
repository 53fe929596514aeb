import type { Range } from '../http/range.ts'

/** The bytes of one sealed file. */
export interface SealedBytes {
  length: number
  /** Fills the buffer with the bytes from that position on; cheapest in their order. Throws where there are fewer. */
  fill(buffer: Buffer, position: number): Promise<Buffer>
  close(): Promise<void>
}

/** Where sealed files lie: a folder or a bucket. */
export interface ObjectStore {
  /** Takes a finished, synced file of this machine over. It is durable once this answers. */
  keep(id: string, path: string): Promise<void>
  /** Throws MissingObject. `part` says what of it is going to be read, beside its header. */
  open(id: string, part?: Range): Promise<SealedBytes>
  /** One that is not there is no error. */
  remove(id: string): Promise<void>
  /** Pages of ids in their order, behind one of them. */
  list(after?: string): AsyncIterable<string[]>
  /** Gives up what a killed server began to store before that moment. */
  removeUnfinished(moment: Date): Promise<void>
  /** Throws unless the store can be used now. */
  check(): Promise<void>
  /** Throws a sentence if the store belongs to another installation; an empty one belongs to this one from now on. */
  claim(installation: string): Promise<void>
  /** What says whose each of its buckets is; none of a folder. */
  marks: PlaceMark[]
  close(): void
}

/** The mark of one prefix. */
export interface PlaceMark {
  /** As people read it. */
  place: string
  read(): Promise<Owner | undefined>
  write(owner: Owner): Promise<void>
  remove(): Promise<void>
}

export interface Owner {
  /** The id of the installation in the database. */
  installation: string
  /** What the last round of its sweeper wrote; empty before the first one. */
  epoch: string
}

/** The object that says whose a bucket's prefix is, by the id in the database. */
export const MARK = 'installation'

export class MissingObject extends Error {
  constructor(id: string) {
    super(`the file ${id} is not in the store`)
  }
}

/** The store does not do what it should at the moment. */
export class StoreFault extends Error {
  /** Whether it has no room. */
  readonly full: boolean
  constructor(cause: unknown, full = false) {
    super(`the object store does not do its work (${wordsOf(cause)})`, { cause })
    this.full = full
  }
}

/** The disk of this machine does not give a file that is to be stored. */
export class DiskFault extends Error {
  readonly syscall = 'read'
  readonly code: string
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'EIO'
  }
}

/** What a store answered or that it did not, for the operator. */
export function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  return cause.message && cause.message !== code ? `${code}: ${cause.message}` : code
}

const CHUNK_BYTES = 256 * 1024

export async function readSealed(store: Pick<ObjectStore, 'open'>, id: string): Promise<Buffer> {
  const sealed = await store.open(id)
  try {
    return await sealed.fill(Buffer.allocUnsafe(sealed.length), 0)
  } finally {
    await sealed.close()
  }
}

/** Each chunk is a buffer of its own. Closes the file. */
export async function* sealedChunks(sealed: SealedBytes): AsyncGenerator<Buffer, void> {
  try {
    for (let at = 0; at < sealed.length; at += CHUNK_BYTES)
      yield await sealed.fill(Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sealed.length - at)), at)
  } finally {
    await sealed.close()
  }
}

export async function isEmpty(store: Pick<ObjectStore, 'list'>): Promise<boolean> {
  for await (const page of store.list()) if (page.length > 0) return false
  return true
}
