import type { MediaType } from 'contract'

/** Why a file is not kept. */
export type Reason = 'not_a_document' | 'damaged' | 'too_many_pixels' | 'active' | 'password' | 'unreadable'

/** One file to look into: it lies encrypted at one path, and what is kept of it is encrypted to another. */
export interface Job {
  from: { path: string; key: Buffer; id: string }
  to: { path: string; key: Buffer; id: string }
}

/** What is kept of a file, durably written; size and hash are of the plain bytes. */
export interface Kept {
  type: MediaType
  size: number
  sha256: string
  attachments: boolean
}

/** `unchecked`: it took more time or memory than any file may, or made its readers fail. */
export type Answer = { kept: Kept } | { unfit: Reason } | { unchecked: true } | { fault: { code: string; syscall: string } }

/** What looking into one file may take. */
export interface Bounds {
  cpu_ms: number
  /** Of the whole process, in bytes. */
  memory: number
}

/**
 * The slowest ordinary PDF that was tried, of 352 pages, takes a quarter of the time, and a scan of 10 MB two thirds of the memory, which grows
 * with what a file may have.
 */
export const boundsOf = (maxFileMb: number): Bounds => ({ cpu_ms: 6_000, memory: (160 + 8 * maxFileMb) * 1024 * 1024 })
