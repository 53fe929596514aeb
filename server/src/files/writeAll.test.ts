import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { writeAll } from './writeAll.ts'

/** A file whose system writes at most so many bytes at a time. */
function fileThatTakes(most: number) {
  const written: Buffer[] = []
  const calls: number[] = []
  const writev = async (buffers: Buffer[]) => {
    const given = Buffer.concat(buffers).subarray(0, most)
    written.push(given)
    calls.push(given.length)
    return { bytesWritten: given.length, buffers }
  }
  return { file: { writev } as unknown as FileHandle, written: () => Buffer.concat(written), calls }
}

it.each([7_000, 10 ** 9])('writes all of it where the system takes %i bytes at a time', async (most) => {
  const lengths = [8, 0, 65_536, 16, 65_536, 16, 65_536, 16, 65_536, 16, 100, 16]
  const chunks = lengths.map((length) => randomBytes(length))
  const whole = Buffer.concat(chunks)
  const { file, written, calls } = fileThatTakes(most)
  await writeAll(file, Readable.from(chunks))
  expect(written().equals(whole)).toBe(true)
  if (most > whole.length) expect(calls).toEqual([65_552 * 4 - 8, 132])
})

it('gives the memory of large chunks back, and leaves what shares memory alone', async () => {
  const [own, shared] = [Buffer.from(new ArrayBuffer(65_536)), Buffer.from(new ArrayBuffer(65_536)).subarray(10)]
  await writeAll(fileThatTakes(10 ** 9).file, Readable.from([own, shared]))
  expect([own.length, shared.length]).toEqual([0, 65_526])
})
