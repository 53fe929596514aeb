import { hash } from 'node:crypto'
import { CHANGED_MEANWHILE } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

/** Of a record or of its JSON. */
function etagOf(record: object | string): string {
  const json = typeof record === 'string' ? record : JSON.stringify(record)
  return `"${hash('sha256', json, 'base64url')}"`
}

/** Sets the ETag of a record (P5). Documents must be links in it. */
export function tag(reply: FastifyReply, record: object | string): void {
  reply.header('etag', etagOf(record))
}

/** Whether If-Match was sent; a stale one is 412 (P5). The record must be locked. */
export function isForThisState(request: FastifyRequest, record: object | string): boolean {
  const wanted = request.headers['if-match']
  if (wanted === undefined) return false
  const tags = wanted.split(',').map((each) => each.trim())
  if (wanted !== '*' && !tags.includes(etagOf(record))) refuse(412, CHANGED_MEANWHILE)
  return wanted !== '*'
}
