import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { chunksOf } from './chunks.ts'

const WHOLE = Buffer.alloc(1024 * 1024, 'a passport ')

/** Copies and the chunks themselves, once all are read. */
async function read(source: Readable | Buffer) {
  const [copies, chunks]: [Buffer[], Buffer[]] = [[], []]
  for await (const chunk of chunksOf(source, 10)) {
    copies.push(Buffer.from(chunk))
    chunks.push(chunk)
  }
  return { whole: Buffer.concat(copies), lengths: chunks.map(({ length }) => length) }
}

it('gives the memory of a body back piece by piece', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sending = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' })
  sending.on('error', () => undefined).end(WHOLE)
  const [body] = (await once(server, 'request')) as [IncomingMessage]
  const { whole, lengths } = await read(body)
  sending.destroy()
  server.close()
  expect(whole.equals(WHOLE)).toBe(true)
  const left = lengths.reduce((sum, length) => sum + length, 0)
  // What is small is left to the garbage collection.
  expect(left).toBeLessThan(WHOLE.length / 4)
})

it('leaves alone what others hold', async () => {
  const mine = Buffer.from(WHOLE)
  for (const source of [mine, Readable.from([mine])]) expect((await read(source)).whole.equals(WHOLE)).toBe(true)
  expect(mine.equals(WHOLE)).toBe(true)
})
