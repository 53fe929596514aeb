import type { MediaType } from 'contract'

export type Reason = 'not_a_document' | 'damaged' | 'too_many_pixels' | 'active' | 'password' | 'unreadable'

/** An unfinished file and the key that encrypts it. */
export interface Place {
  path: string
  key: Buffer
  id: string
}

/** The file is encrypted at `from`; what is kept of it is encrypted anew at `to`, unless that is the whole file. */
export interface Job {
  from: Place
  to: Place
}

/** Size and hash are of the plain bytes. */
export interface Kept {
  /** Whether it was written anew, and synced to disk; else the file at `from` is kept as it is. */
  changed: boolean
  type: MediaType
  size: number
  sha256: string
  attachments: boolean
}

/** `unchecked`: it took too much time or memory, or crashed its reader. */
export type Answer = { kept: Kept } | { unfit: Reason } | { unchecked: true } | { fault: { code: string; syscall: string } }

export interface Bounds {
  cpu_ms: number
  /** Of the whole process, in bytes. */
  memory: number
}

/** Measured: a PDF of 352 pages takes a quarter of the time, a scan of 10 MB two thirds of the memory, which grows with file size. */
export const boundsOf = (maxFileMb: number): Bounds => ({ cpu_ms: 6_000, memory: (160 + 8 * maxFileMb) * 1024 * 1024 })
