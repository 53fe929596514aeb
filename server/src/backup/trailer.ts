import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Manifest } from './manifest.ts'

const FORM = /^visa-portal-backup 1 manifest (\d{12}) sha256 ([0-9a-f]{64})\n$/
const LENGTH = Buffer.byteLength(trailerOf({ sha256: '0'.repeat(64), manifest_size: 0 }))
const END_OF_TAR = 1024
const TAR_BLOCK = 512

/** The last line, behind the tar's end, where other programs do not read: the SHA-256 of all before it. */
export function trailerOf({ sha256, manifest_size }: { sha256: string; manifest_size: number }): string {
  return `visa-portal-backup 1 manifest ${String(manifest_size).padStart(12, '0')} sha256 ${sha256}\n`
}

const ALTERED = 'is incomplete or was changed since it was written. Nothing was touched. Use another backup.'

export interface CheckedBackup {
  manifest: Manifest
  tar_size: number
}

/** Checks every byte of a backup and answers its manifest. */
export async function checkBackup(path: string, signal: AbortSignal): Promise<CheckedBackup> {
  const file = await open(path, 'r').catch((error: Error) => {
    throw new Error(`The backup ${path} cannot be read (${error.message}).`)
  })
  try {
    const { size } = await file.stat()
    const read = async (length: number, position: number) =>
      (await file.read({ buffer: Buffer.alloc(Math.max(length, 0)), position: Math.max(position, 0) })).buffer
    const tar_size = size - LENGTH
    const [, manifest_size, sha256] = FORM.exec((await read(LENGTH, tar_size)).toString('latin1')) ?? []
    if (!sha256 || (await hashFile(path, tar_size, signal)) !== sha256) throw new Error(`The backup ${path} ${ALTERED}`)
    const length = Number(manifest_size)
    const bytes = await read(length, tar_size - END_OF_TAR - Math.ceil(length / TAR_BLOCK) * TAR_BLOCK)
    return { manifest: Manifest.parse(JSON.parse(bytes.toString())), tar_size }
  } finally {
    await file.close()
  }
}

async function hashFile(path: string, length: number, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: length - 1, highWaterMark: 1024 * 1024, signal })) hash.update(chunk)
  return hash.digest('hex')
}
