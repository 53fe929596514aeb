import { describe, expect, it } from 'vitest'
import { Refusal } from '../http/errors.ts'
import { SerialQueue } from './serialQueue.ts'

/** A task that runs until `end` is called. */
function begun() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { act: () => promise, end: resolve }
}

describe('a serial queue', () => {
  it('works one after the other, in the order in which they came', async () => {
    const queue = new SerialQueue(10)
    const seen: string[] = []
    const first = begun()
    const both = [
      queue.take('192.0.2.1', async () => {
        seen.push('first begins')
        await first.act()
        seen.push('first ends')
      }),
      queue.take('192.0.2.1', async () => void seen.push('second begins')),
    ]
    first.end()
    await Promise.all(both)
    expect(seen).toEqual(['first begins', 'first ends', 'second begins'])
  })

  it('goes on after one that failed, whose failure is its own', async () => {
    const queue = new SerialQueue(10)
    const failing = queue.take('192.0.2.1', () => Promise.reject(new Error('no room')))
    const next = queue.take('192.0.2.1', async () => 'done')
    await expect(failing).rejects.toThrow('no room')
    expect(await next).toBe('done')
  })

  it('refuses 503 where too many wait, and takes more as soon as one has ended', async () => {
    const queue = new SerialQueue(2)
    const slow = begun()
    const waiting = [queue.take('192.0.2.1', slow.act), queue.take('192.0.2.1', async () => undefined)]
    const refused = await queue.take('192.0.2.1', async () => undefined).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, extra: { headers: { 'retry-after': '5' } } })
    expect(refused).toBeInstanceOf(Refusal)
    slow.end()
    await Promise.all(waiting)
    expect(await queue.take('192.0.2.1', async () => 'done')).toBe('done')
  })

  it('tells how many of a sender wait', async () => {
    const queue = new SerialQueue(10)
    const slow = begun()
    const waiting = [queue.take('192.0.2.1', slow.act), queue.take('192.0.2.1', slow.act), queue.take('192.0.2.2', slow.act)]
    expect(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(queue.waitingOf)).toEqual([2, 1, 0])
    slow.end()
    await Promise.all(waiting)
    expect(queue.waitingOf('192.0.2.1')).toBe(0)
  })
})
