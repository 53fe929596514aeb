import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { openApiDocument } from './document.ts'

/** Swagger UI below /api/docs, with a Content-Security-Policy of its own. */
export async function openSwagger(settings: Settings & { product_name: string }): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(
    async (api) => {
      await api.register(swagger, {
        openapi: {},
        // The document comes from the contract alone, not from Fastify's routes.
        transform: ({ url }) => ({ schema: { hide: true }, url }),
        transformObject: () => openApiDocument(settings),
      })
      await api.register(swaggerUi, {
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
        // Without the product's name, which the page would take for markup.
        theme: { title: 'API' },
      })
    },
    { prefix: '/api' },
  )
  return app
}
