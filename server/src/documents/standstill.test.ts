import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PDF } from '../../test/files.ts'
import { standstillOf } from '../../test/standstill.ts'
import { Refusal } from '../http/errors.ts'
import { openFileStore } from './fileStore.ts'
import type { FileStore } from './store.ts'

const SIZE = 9 * 1024 * 1024
let home: string
let store: FileStore
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'standstill-'))
  store = openFileStore(join(home, 'files'), randomBytes(32), 10)
})
afterAll(async () => {
  await store.close()
  await rm(home, { recursive: true })
})

const filledWith = (part: string) => Buffer.concat([PDF, Buffer.alloc(SIZE, Buffer.from(part, 'latin1'))])

/** Writes it as an upload, in pieces as a socket hands them on, or as a data string, whole; a refusal is as good. */
const write = (bytes: Buffer, source: 'an upload' | 'a data string') => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  )
  return store.write(source === 'an upload' ? Readable.from(pieces) : bytes).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

describe.each(['an upload', 'a data string'] as const)('%s of nine megabytes', (source) => {
  it.each(['/JS\u0080', '/Filter/Standard', '((((('])('of %j keeps others waiting little longer than an ordinary one', async (part) => {
    const ordinary = await standstillOf(() => write(filledWith('0 0 0 rg 72 720 Td (Ordinary) Tj\n'), source))
    expect(await standstillOf(() => write(filledWith(part), source))).toBeLessThan(8 * ordinary + 250)
  })
})
