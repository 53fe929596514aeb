import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, it } from 'vitest'
import { freeing } from './freeing.ts'

const chunkOf = (number: number): Buffer => Buffer.from(new ArrayBuffer(64 * 1024)).fill(number)

it('gives back each chunk when it is taken, not before, and asks for no more meanwhile', async () => {
  const chunks = Array.from({ length: 20 }, (_, number) => chunkOf(number))
  let given = 0
  const source = new Readable({
    highWaterMark: 64 * 1024,
    read() {
      this.push(chunks[given++] ?? null)
    },
  })
  const seen: number[] = []
  let take: (() => void) | undefined
  const to = new Writable({
    highWaterMark: 64 * 1024,
    write(chunk: Buffer, _, done) {
      seen.push(chunk.readUInt8(100))
      take = () => done()
    },
  })
  freeing(source).pipe(to)
  for (let number = 0; number < chunks.length; number++) {
    await expect.poll(() => seen.length).toBe(number + 1)
    expect([chunks[number]?.length, chunks.slice(0, number).some(({ length }) => length > 0)]).toEqual([64 * 1024, false])
    expect(given - seen.length).toBeLessThan(4)
    take?.()
  }
  await finished(to)
  expect(seen).toEqual(chunks.map((_, number) => number))
  expect(chunks.every(({ length }) => length === 0)).toBe(true)
})
