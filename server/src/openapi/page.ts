import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { openApiDocument } from './document.ts'

/** The page has a Content-Security-Policy of its own. */
export async function apiPage(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(swagger, {
    openapi: {},
    // The document comes from the contract alone, not from Fastify's routes.
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => openApiDocument(settings),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
    indexPrefix: '/api',
    uiConfig: { validatorUrl: null },
    theme: { title: `${settings.product_name} API` },
  })
}
