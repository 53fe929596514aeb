import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

/** Headers of every answer. Pages, the API page and documents have policies of their own; all else may load nothing. */
export async function protect(app: FastifyInstance, { https }: Settings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'no-referrer' },
  })
}
