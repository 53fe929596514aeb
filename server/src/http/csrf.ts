import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

function isForeign(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  if (publicOrigin) return origin !== publicOrigin
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** Refuses a write from another site before anything else is read (P4). */
export function refuseCrossSiteWrites(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook('onRequest', (request, _, done) => {
    if (!READS.has(request.method) && isForeign(request, publicOrigin)) refuse(403, 'This request comes from another site')
    done()
  })
}
