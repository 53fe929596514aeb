import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type Call, calls, FileBody, FileReply, MEDIA_TYPES, Problem } from 'contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import type { Settings } from '../settings.ts'

const DESCRIPTION = `Errors are application/problem+json (RFC 9457): \`detail\` is the sentence a person reads.
Calls tagged “extension” go beyond the specification.`

/** The OpenAPI document and its page under /api/docs; the page has a Content-Security-Policy of its own. */
export async function apiPage(app: FastifyInstance, settings: Settings): Promise<void> {
  const cookie = settings.https ? '__Host-session' : 'session'
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: settings.product_name, version: '1', description: DESCRIPTION },
      tags: [{ name: 'extension', description: 'Not in the specification' }],
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      return complete(document.openapiObject as OpenAPIV3_1.Document)
    },
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

/** What the schemas alone do not tell: names, sessions, refusals and the bytes of files. */
function complete(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = { ...document.components?.schemas, Problem: z.toJSONSchema(Problem) as OpenAPIV3_1.SchemaObject }
  for (const [name, call] of Object.entries<Call>(calls)) {
    const method = call.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    const operation = document.paths?.[`/api${call.path}`]?.[method]
    if (!operation) continue
    operation.operationId = name
    if (call.access !== 'public') {
      operation.security = [{ session: [] }]
      operation.description = `For: ${call.access.join(', ')}`
    }
    const success = call.reply ? operation.responses : call.status === 302 ? GOES_ON : { '204': { description: 'Done' } }
    operation.responses = { ...success, ...(call.reply === FileReply && { '200': FILE_REPLY }), default: REFUSAL }
    if (call.body === FileBody) {
      operation.requestBody = { required: true, content: FILE }
      operation.parameters = [...(operation.parameters ?? []), FILE_NAME]
    }
    if (call.idempotent) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY]
  }
  return { ...document, components: { ...document.components, schemas } }
}

const FILE = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]))
const FILE_REPLY = { description: 'The file', content: FILE }
const FILE_NAME = {
  name: 'X-File-Name',
  in: 'header',
  description: 'The name of the file, percent-encoded',
  schema: { type: 'string' },
} as const
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Sent again with the same key and body within 24 h, the call answers the same and makes nothing twice',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
} as const
const GOES_ON = { '302': { description: 'The browser goes on', headers: { Location: { schema: { type: 'string' } as const } } } }
const REFUSAL = {
  description: 'A refusal',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
