import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encrypt, newKey } from '../keys/encryption.ts'
import { HEADER_BYTES, newFileKey, SEALED_SEGMENT_BYTES, SEGMENT_BYTES, sealFile } from '../keys/segments.ts'
import { openFolder } from './folder.ts'
import { streamFile, streamMemory } from './stream.ts'

const SIZE = 11 * SEGMENT_BYTES + 100
const PLAIN = randomBytes(SIZE)
const WHOLE = { from: 0, to: SIZE }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stream-'))
})
afterAll(() => rm(folder, { recursive: true }))

const give = (file: Parameters<typeof streamFile>[1], range: { from: number; to: number }) => streamFile(openFolder(folder), file, range)

async function stored(id: string) {
  const file = { path: join(folder, id), key: newFileKey(), id, size: SIZE }
  await writeFile(file.path, sealFile([PLAIN], file.key, id))
  return file
}

async function before(id: string) {
  const file = { path: join(folder, id), key: newKey(), id, size: SIZE }
  await writeFile(file.path, encrypt(PLAIN, file.key, id))
  return file
}

/** What came before the stream failed; fails if it does not. */
async function givenBefore(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  await expect(
    (async () => {
      for await (const chunk of stream) chunks.push(chunk)
    })(),
  ).rejects.toThrow()
  return Buffer.concat(chunks)
}

const openFiles = () => readdir('/proc/self/fd')

describe.each([
  ['in segments', stored],
  ['as a whole, as before', before],
])('a stream of a file sealed %s', (_, make) => {
  it('gives any range of it', async () => {
    const file = await make('any')
    await fc.assert(
      fc.asyncProperty(fc.nat(SIZE - 1), fc.nat(SIZE - 1), async (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1]
        const given = await buffer(await give(file, { from, to }))
        expect(given.equals(PLAIN.subarray(from, to))).toBe(true)
      }),
      { numRuns: 60, examples: [[0, SIZE - 1]] },
    )
  })

  it('fails before its first byte with another key, as another file, or cut off', async () => {
    const file = await make('foreign')
    const key = randomBytes(file.key.length)
    key.writeUInt8(1, 0)
    await expect(give({ ...file, key }, WHOLE)).rejects.toThrow()
    await copyFile(file.path, join(folder, 'another'))
    await expect(give({ ...file, id: 'another' }, WHOLE)).rejects.toThrow()
    await truncate(file.path, HEADER_BYTES + 4 * SEALED_SEGMENT_BYTES)
    await expect(give(file, { from: 0, to: 10 })).rejects.toThrow()
    await rm(file.path)
    await expect(give(file, WHOLE)).rejects.toThrow('not in the store')
  })
})

describe('a stream of a file in segments', () => {
  it.each([0, 3, 4, 7, 11])('gives nothing of an altered segment %i, nor what follows', async (number) => {
    const file = await stored('altered')
    const sealed = await readFile(file.path)
    const at = HEADER_BYTES + number * SEALED_SEGMENT_BYTES + 50
    sealed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
    await writeFile(file.path, sealed)
    if (number < 4) await expect(give(file, WHOLE)).rejects.toThrow()
    else {
      const given = await givenBefore(await give(file, WHOLE))
      expect(given.length).toBeLessThanOrEqual(number * SEGMENT_BYTES)
      expect(given.equals(PLAIN.subarray(0, given.length))).toBe(true)
    }
    const range = { from: 9 * SEGMENT_BYTES, to: 10 * SEGMENT_BYTES }
    if (number !== 11) expect(await buffer(await give(file, range))).toHaveLength(SEGMENT_BYTES)
  })

  it('fails where segments were exchanged, and where a shorter file has its length', async () => {
    const file = await stored('exchanged')
    const sealed = await readFile(file.path)
    const segment = (number: number) =>
      sealed.subarray(HEADER_BYTES + number * SEALED_SEGMENT_BYTES, HEADER_BYTES + (number + 1) * SEALED_SEGMENT_BYTES)
    await writeFile(
      file.path,
      Buffer.concat([sealed.subarray(0, HEADER_BYTES), segment(1), segment(0), sealed.subarray(HEADER_BYTES + 2 * SEALED_SEGMENT_BYTES)]),
    )
    await expect(give(file, WHOLE)).rejects.toThrow()
    await writeFile(file.path, sealed.subarray(0, HEADER_BYTES + 5 * SEALED_SEGMENT_BYTES))
    const shorter = { ...file, size: 5 * SEGMENT_BYTES }
    expect(await givenBefore(await give(shorter, { from: 0, to: shorter.size }))).toHaveLength(4 * SEGMENT_BYTES)
  })

  it('holds a part of it that does not grow with the file, and closes it when it is left', async () => {
    const file = await stored('left')
    expect(streamMemory({ ...file, size: 10 ** 9 })).toBe(8 * SEGMENT_BYTES)
    expect(streamMemory({ ...file, key: newKey() })).toBe(SIZE)
    const before = await openFiles()
    const streams = await Promise.all(Array.from({ length: 20 }, () => give(file, WHOLE)))
    await expect.poll(openFiles).toHaveLength(before.length + 20)
    for (const stream of streams) stream.destroy()
    await expect.poll(openFiles).toHaveLength(before.length)
  })
})
