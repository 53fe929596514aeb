import * as contract from 'contract'
import { type Call, calls } from 'contract'
import manifest from '../../../package.json' with { type: 'json' }
import type { Settings } from '../settings.ts'
import { contentOf, operationOf } from './operation.ts'
import { refusalResponses } from './refusals.ts'
import { schemaWriter } from './schemas.ts'

const description = `
Clients sign in as a person; there are no API keys. \`POST /auth/login\` sets the session cookie, which each later request sends back.
A sign-in that needs a second step is refused with 401 and \`second_step\`.

- Ids are UUIDs. Moments are in UTC, dates are days in Asia/Dubai, amounts are AED with at most two decimals.
- A list is an array, newest first. \`q\` searches, \`sort\` is one of the list's own keys, descending after \`-\`. \`limit\` and \`cursor\`
  choose a page, and \`Link\` has the address of the next one; a cursor belongs to its call, sort and filters.
- A document is sent as a data string (\`data:application/pdf;base64,…\`), or as the \`url\` of a file that \`POST /documents\` has stored.
  It is answered as such a \`url\`, or as a data string where \`?documents=data\` asks for that.
- A change that sends the \`ETag\` of its record as \`If-Match\` is refused with 412 where someone else has changed the record since.
- A call that creates takes an \`Idempotency-Key\`: sent again with the same key, it answers the same and makes nothing twice.
- A refusal is \`application/problem+json\` (RFC 9457). \`detail\` is a sentence for the person; the \`errors\` of a 422 name the fields.
- Calls with the tag \`extension\` go beyond the specification of the portal.`.trim()

export function openApiDocument(settings: Pick<Settings, 'https' | 'public_origin'> & { product_name: string }) {
  const { product_name, https, public_origin = '' } = settings
  const { license, version } = manifest
  const { write, components } = schemaWriter(contract)
  const responses = refusalResponses(write)
  const every = Object.values<Call>(calls)
  // Replies first, so that they get the plain names.
  for (const { reply } of every) if (reply) contentOf(reply, 'output', write)
  const paths: Record<string, Record<string, object>> = {}
  for (const call of every) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, write) }
  return {
    openapi: '3.1.0',
    info: { title: product_name, version, description, license: { name: license, identifier: license } },
    servers: [{ url: `${public_origin}/api` }],
    tags: [{ name: 'extension', description: 'Not in the specification' }],
    paths,
    components: {
      schemas: components,
      responses,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: https ? '__Host-session' : 'session' } },
    },
  }
}
