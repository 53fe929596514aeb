import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** JSON is the only body of the API besides a file; an empty one counts as none (P6). Form and text bodies are 415 (P4). */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    if (request.headers['content-encoding']) return done(new Refusal(415, 'A compressed body is not accepted here'))
    return parse(request, body as string, done)
  })
}

const LINGER_MS = 2_000
const DROPPED = 10 * 1024 * 1024

/** A refused sender may go on sending: some of it is thrown away while the refusal reaches them, then the connection ends (T33). */
export function dropRest({ raw }: FastifyRequest): void {
  let size = 0
  raw.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > DROPPED) raw.pause()
  })
  const end = setTimeout(() => raw.destroy(), LINGER_MS).unref()
  raw.once('end', () => clearTimeout(end))
}
