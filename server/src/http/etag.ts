import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

const etagOf = (record: object): string => `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url')}"`

/** P5: marks the answer with the state of a record, which is given with its documents as links. */
export function tag(reply: FastifyReply, record: object): void {
  reply.header('etag', etagOf(record))
}

/** P5: whether the sender named the state that a change is meant for; a stale one is 412. The record must be locked. */
export function isForThisState(request: FastifyRequest, record: object): boolean {
  const wanted = request.headers['if-match']
  if (wanted === undefined) return false
  if (wanted !== '*' && !wanted.split(/\s*,\s*/).includes(etagOf(record))) refuse(412, 'This was changed by someone else in the meantime')
  return wanted !== '*'
}
