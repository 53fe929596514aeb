import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { rangeOf } from './range.ts'

const of = (range: string | undefined, more: object = {}, method = 'GET') =>
  rangeOf({ method, headers: { range, ...more } } as unknown as FastifyRequest, 1_000)

describe('rangeOf', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['Bytes=990-', 990, 1_000],
    ['bytes=990-5000', 990, 1_000],
    ['bytes=-1', 999, 1_000],
    ['bytes=-5000', 0, 1_000],
    [`bytes=0-${'9'.repeat(400)}`, 0, 1_000],
  ])('%s is a part', (range, from, to) => {
    expect(of(range)).toEqual({ from, to })
  })

  it.each([undefined, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=20-10', 'bytes=0-1,5-6', 'bytes= 0-1', 'pages=1-2'])(
    '%s means the whole file',
    (range) => {
      expect(of(range)).toBeUndefined()
    },
  )

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])('%s is refused', (range) => {
    const refused = expect.objectContaining({ status: 416, extra: { headers: { 'content-range': 'bytes */1000' } } })
    expect(() => of(range)).toThrow(refused)
  })

  it('is of no account with If-Range, for there is nothing to compare, and for another method', () => {
    expect(of('bytes=0-0', { 'if-range': '"abc"' })).toBeUndefined()
    expect(of('bytes=0-0', {}, 'HEAD')).toBeUndefined()
  })
})
