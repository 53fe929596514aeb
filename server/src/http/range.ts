import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

/** From a byte up to, not including, another. */
export interface Range {
  from: number
  to: number
}

const BYTES = /^bytes=(\d*)-(\d*)$/i

/**
 * The part of a file that a request asks for. Undefined for the whole: without Range, with several parts or another unit, and with If-Range, because files have no ETag to compare.
 * Refuses 416 a part that the file does not have.
 */
export function rangeOf({ method, headers }: FastifyRequest, size: number): Range | undefined {
  const [, first, last] = BYTES.exec(headers.range ?? '') ?? []
  if (method !== 'GET' || headers['if-range'] !== undefined || first === undefined || last === undefined || first + last === '')
    return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (from >= size) refuse(416, 'The file has no such part', { headers: { 'content-range': `bytes */${size}` } })
  return { from, to }
}
