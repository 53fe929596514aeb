import type { MediaType } from 'contract'

export type Reason = 'not_a_document' | 'damaged' | 'too_many_pixels' | 'active' | 'password' | 'unreadable'

/** The file is encrypted at `from`; what is kept of it is encrypted again at `to`. */
export interface Job {
  from: { path: string; key: Buffer; id: string }
  to: { path: string; key: Buffer; id: string }
}

/** Synced to disk; size and hash are of the plain bytes. */
export interface Kept {
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
