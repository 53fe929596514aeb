import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../settings.ts'

type Write = (request: IncomingMessage, response: ServerResponse, done: () => void) => void

/** Headers of every answer. Pages, the API page and documents have policies of their own; all else may load nothing. */
export function protect(app: FastifyInstance, { https }: Settings): void {
  const headers = writtenBy(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
      },
      strictTransportSecurity: https,
      referrerPolicy: { policy: 'no-referrer' },
    }),
  )
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** What helmet writes, once: for each answer it would take longer than the rest of a hook. */
export function writtenBy(write: Write): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  write(request, response, () => undefined)
  return { ...response.getHeaders() }
}
