import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: object }[]
}
interface Sent {
  resourceSpans: { resource: { attributes: { key: string; value: object }[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** Takes traces over OTLP/HTTP, as a collector does. */
export async function startCollector() {
  const bodies: { path: string; text: string }[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    bodies.push({ path: request.url ?? '', text: Buffer.concat(chunks).toString() })
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that was sent, with where to. */
    text: () => bodies.map(({ path, text }) => `${path} ${text}`).join('\n'),
    paths: () => [...new Set(bodies.map(({ path }) => path))],
    spans: () =>
      bodies.flatMap(({ text }) =>
        (JSON.parse(text) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    resource: () =>
      Object.fromEntries(
        (JSON.parse(bodies[0]?.text ?? '') as Sent).resourceSpans[0]?.resource.attributes.map((each) => [each.key, plain(each)]) ?? [],
      ),
    end() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const plain = ({ value }: { value: object }): unknown => Object.values(value)[0]

export const attributesOf = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map((each) => [each.key, plain(each)]))
