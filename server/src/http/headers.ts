import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

/** The headers of every answer. Nothing but the pages, the API page and documents, which have policies of their own, may load anything. */
export async function protect(app: FastifyInstance, { https }: Settings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'no-referrer' },
  })
}
