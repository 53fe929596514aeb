import type { OutgoingHttpHeaders } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../settings.ts'

/** Headers of every answer. Pages, the API page and documents have policies of their own; all else may load nothing. */
export async function protect(app: FastifyInstance, { https }: Settings): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'no-referrer' },
  })
  let fixed: OutgoingHttpHeaders | undefined
  app.addHook('onRequest', (request, reply, done) => {
    // A page has a nonce, so helmet writes its headers anew.
    if ('helmet' in request.routeOptions.config) return done()
    fixed ??= writtenOnce(reply)
    reply.headers(fixed)
    done()
  })
}

/** Where nothing differs between answers, helmet writes its headers for the first one, which takes it longer than the rest of a hook. */
function writtenOnce(reply: FastifyReply): OutgoingHttpHeaders {
  reply.helmet()
  const written = { ...reply.raw.getHeaders() }
  for (const name of Object.keys(written)) reply.raw.removeHeader(name)
  return written
}
