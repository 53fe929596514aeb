import type { FastifyInstance } from 'fastify'
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
